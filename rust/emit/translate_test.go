package emit

import (
	"strings"
	"testing"

	"ensures/rust/spec"
)

const items = `
#[derive(Clone, Copy, PartialEq)]
struct P { x: i32, y: Option<u8> }
#[derive(PartialEq)]
enum E { A, B(u64), C { f: f64 } }
const MOST: u16 = 9;
type Number = u32;
spec fn even(n: int) -> bool { n % 2 == 0 }
spec fn pow(b: int, n: nat) -> int decreases n { if n == 0 { 1 } else { b * pow(b, (n - 1) as nat) } }
spec fn of<T>(x: T) -> bool { true }
spec fn ping(n: nat) -> bool decreases n { n == 0 || pong((n - 1) as nat) }
spec fn pong(n: nat) -> bool decreases n { n == 0 || ping((n - 1) as nat) }
fn exec(n: u8) -> u8 { n }
`

// said is a postcondition as a condition of a check, or why it is left out.
func said(t *testing.T, head, clause string) string {
	t.Helper()
	f := spec.Parse("verus! {\nfn g" + head + "\n    ensures " + clause + ",\n{ unimplemented!() }\n" + items + "}\n")
	if len(f.Errs) > 0 {
		t.Fatalf("%s: %v", clause, f.Errs[0])
	}
	e := &emitter{f: f}
	c := &checked{emitter: e, fn: f.Funcs[0]}
	tr := c.exit(c.parameters(c.fn))
	x, ok := c.formula(c.fn.Clauses[0], tr)
	if !ok {
		return "left out: " + e.omitted[0].Reason
	}
	return claim(x, tr.recursive)
}

// TestClauses: what a clause becomes where it runs.
func TestClauses(t *testing.T) {
	const numbers = "(a: u8, b: i64, n: usize, w: u128, k: Number) -> (r: u64)"
	const sequences = "(v: &Vec<u32>, s: &[i8], t: &mut Vec<P>, x: u32, i: usize, c: char, z: &str) -> (r: Option<usize>)"
	const data = "(p: &P, e: E, q: Box<P>, m: (u8, bool), f: f64) -> (r: Result<u8, P>)"
	for _, c := range []struct{ head, clause, want string }{
		// Numbers: in the code's type where both sides have it, else as i128.
		{numbers, "a < 10", "a < 10"},
		{numbers, "a < 1000", "true"},
		{numbers, "0 <= a", "true"},
		{numbers, "a > 300", "false"},
		{numbers, "a == b", "a as i128 == b as i128"},
		{numbers, "a < b", "(a as i128) < b as i128"},
		{numbers, "r == a + 1", "r as i128 == a as i128 + 1"},
		{numbers, "r == b * n", "r as i128 == b as i128 * n as i128"},
		{numbers, "r == n * n", "(|| Some(r as i128 == (n as i128).checked_mul(n as i128)?))() != Some(false)"},
		{numbers, "r == n * n * n", "(|| Some(r as i128 == (n as i128).checked_mul(n as i128)?.checked_mul(n as i128)?))() != Some(false)"},
		{numbers, "r == n / 2 && b % 2 == 1", "r as i128 == n as i128 / 2 && (b as i128).rem_euclid(2) == 1"},
		{numbers, "r == n / a", "(|| Some(r as i128 == (n as i128).checked_div_euclid(a as i128)?))() != Some(false)"},
		{numbers, "r == -b", "r as i128 == -(b as i128)"},
		{numbers, "r == (b as nat)", "(|| Some(r as i128 == u128::try_from(b as i128).ok()? as i128))() != Some(false)"},
		{numbers, "r == (b as u8)", "(|| Some(r as i128 == u8::try_from(b as i128).ok()? as i128))() != Some(false)"},
		{numbers, "w == 5", "w == 5"},
		{numbers, "w + 1 > w", "left out: arithmetic of u128"},
		{numbers, "a & 3 == 1", "a as i128 & 3 == 1"},
		{numbers, "a << 1 == 2", "left out: the operator << on mathematical integers"},
		{numbers, "a < MOST", "(a as i128) < MOST as i128"},
		{"<const N: usize>(a: [u8; N]) -> u8", "a.len() == N", "a.len() == N"},
		{"<'a>(a: &'a mut [u8], b: &'a u8) -> u8", "result == *b && a.len() == old(a).len()", "result == *b && a.len() == ensures_old_a.len()"},
		{numbers, "k == u32::MAX", "k == u32::MAX"},
		{numbers, "2 + 3 * 4 == r", "14 == r"},
		{numbers, "r == if a < 3 { 1 } else { b }", "r as i128 == (if a < 3 { 1_i128 } else { b as i128 })"},
		{numbers, "({ let h = a * 2; h < r })", "match a as i128 * 2 { h => h < r as i128 }"},

		// Connectives, lazy from the left; what types decide goes away.
		{numbers, "a > 1 ==> b > 1 || n > 1", "!(a > 1) || b > 1 || n > 1"},
		{numbers, "a > 1 <==> b > 1", "(a > 1) == (b > 1)"},
		{numbers, "0 <= a && a < 9", "a < 9"},
		{numbers, "!(a > 1 && b > 1)", "!(a > 1 && b > 1)"},

		// Quantifiers over ranges.
		{numbers, "forall|j: int| 0 <= j < n ==> j != b", "(0..n).all(|j| j as i128 != b as i128)"},
		{numbers, "exists|j: int| 0 <= j <= a && j * 2 == n", "(0..a as i128 + 1).any(|j| j * 2 == n as i128)"},
		{numbers, "forall|j: int| j < n ==> j * 2 != 7", "left out: a quantifier without a bounded range"},
		{numbers, "forall|j: u8| even(j as int) || !even(j as int)", "(0_i128..256).all(|j| spec_even(j) || !spec_even(j))"},
		{numbers, "forall|j: u32| j > 3 ==> j * 2 != 7", "left out: a quantifier without a bounded range"},
		{numbers, "forall|j: u32| j > 3 ==> j > 2", "(4_i128..3).all(|_| false)"},
		{numbers, "forall|j: u8| j < 1000 ==> j < n", "(n as i128..256).all(|_| false)"},
		{numbers, "exists|j: u8| j < n && !(j < 3)", "(3..(n as i128).min(256)).any(|_| true)"},
		{numbers, "forall|j: u8| j < 1000 ==> j * 2 < n", "(0_i128..256).all(|j| j * 2 < n as i128)"},
		{numbers, "forall|j: bool| j || !j", "[false, true].into_iter().all(|j| j || !j)"},
		{numbers, "forall|j: int| j == n ==> j > 1", "(n as i128..n as i128 + 1).all(|j| !(j == n as i128) || j > 1)"},
		{numbers, "forall|j: int| 0 <= j - 1 < n ==> j > 0", "true"},
		{numbers, "forall|j: int, h: int| 0 <= j < h < n ==> even(h - j)", "(0..n).all(|j| (j + 1..n).all(|h| spec_even(h as i128 - j as i128)))"},
		{numbers, "forall|j: real| j > 0", "left out: a quantifier over values of type real"},
		{numbers, "n == choose|j: int| 0 <= j < 3", "left out: choose"},
		{sequences, "forall|e: u32| v@.contains(e) ==> e < x", "v.iter().all(|e| *e < x)"},

		// Sequences.
		{sequences, "v.len() == s@.len()", "v.len() == s.len()"},
		{sequences, "v[0] == x", "(|| Some(*v.get(0)? == x))() != Some(false)"},
		{sequences, "i < v.len() ==> v[i as int] == x", "!(i < v.len()) || v[i] == x"},
		{sequences, "forall|j: int| 0 <= j < v.len() ==> v[j] == x", "(0..v.len()).all(|j| v[j] == x)"},
		{sequences, "forall|j: int| 0 <= j < v.len() ==> v[j + 1] == x", "(|| { for j in 0..v.len() { if !(*v.get(usize::try_from(j as i128 + 1).ok()?)? == x) { return Some(false); } } Some(true) })() != Some(false)"},
		{sequences, "v@.subrange(0, i as int) == v@", "(|| Some(v.get(0..i)?[..] == v[..]))() != Some(false)"},
		{sequences, "v@.push(x) == v@ + v@", "({ let mut ensures_seq = v.to_vec(); ensures_seq.push(x); ensures_seq })[..] == [&v[..], &v[..]].concat()[..]"},
		{sequences, "v@ == seq![1, x]", "v[..] == [1, x][..]"},
		{sequences, "v@ == Seq::<u32>::empty()", "v.is_empty()"},
		{sequences, "v@ == s@", "left out: the equality of values of the types Vec<u32> and [i8]"},
		{sequences, "v@.contains(x)", "v.contains(&x)"},
		{sequences, "v@.to_multiset() == v@.to_multiset()", "({ let mut ensures_seq = v.to_vec(); ensures_seq.sort(); ensures_seq }) == ({ let mut ensures_seq = v.to_vec(); ensures_seq.sort(); ensures_seq })"},
		{sequences, "v@.filter(|e: u32| e > x).len() == 0", "v.iter().filter(|e| **e > x).cloned().collect::<Vec<u32>>().len() == 0"},
		{sequences, "v@.filter(|e: u32| 9 / e > 1).len() == 0", "left out: a filter by a function that may have no value"},
		{sequences, "v@.no_duplicates() && v@.is_prefix_of(v@)", "(|s: &[u32]| (1..s.len()).all(|k| !s[..k].contains(&s[k])))(&v[..]) && v.starts_with(&v[..])"},
		{sequences, "v@.map_values(|e: u32| e).len() == 0", "left out: the method map_values of a sequence of u32"},
		{sequences, "z@.len() > 1", "z.chars().collect::<Vec<char>>().len() > 1"},
		{sequences, "z == z && c == 'x'", "*z == *z && c == 'x'"},
		{sequences, "r == Some(i)", "r == Some(i)"},
		{sequences, "r == Some((x + 1) as usize)", "(|| Some(r == Some(usize::try_from(x as i128 + 1).ok()?)))() != Some(false)"},
		{sequences, "r != None", "r.is_some()"},
		{sequences, "r is Some ==> r.unwrap() < i", "(|| Some(!matches!(r, Some { .. }) || *r.as_ref()? < i))() != Some(false)"},
		{sequences, "r matches Some(k) ==> k < i", "match &r { Some(k) => *k < i, _ => true }"},
		{sequences, "t@ == old(t)@", "t[..] == ensures_old_t[..]"},
		{sequences, "t[0].x == old(t)[0].x", "(|| Some(t.get(0)?.x == ensures_old_t.get(0)?.x))() != Some(false)"},

		// Data.
		{data, "p.x == 1 && m.0 == 1", "p.x == 1 && m.0 == 1"},
		{data, "*p == *q", "*p == *ensures_old_q"},
		{data, "e is A", "left out: the value of e before the call: the file shows no Clone for E"},
		{data, "f == f", "left out: the equality of values of the types f64 and f64"},
		{data, "r == Ok::<u8, P>(3)", "r == Ok(3)"},
		{data, "r is Err", "matches!(r, Err { .. })"},
		{data, "p.y == Some(3)", "p.y == Some(3)"},
		{data, "m == (1, true)", "m.0 == 1 && m.1 == true"},
		{data, "p.z == 1", "left out: the field z of what the file does not show"},

		// Functions of clauses.
		{numbers, "even(r as int)", "spec_even(r as i128)"},
		{numbers, "r == pow(2, n as nat)", "(|| { let (ensures_depth, ensures_calls) = (500, &std::cell::Cell::new(20_000)); Some(r as i128 == spec_pow(2, n as i128, ensures_depth, ensures_calls)?) })() != Some(false)"},
		{numbers, "of(r)", "left out: the spec fn of: it has type parameters"},
		{numbers, "ping(n as nat)", "left out: the spec fn ping: the spec fn pong: the spec fn ping, which calls itself through others"},
		{numbers, "exec(a) == a", "left out: the function exec, which is no spec fn of the file"},
		{numbers, "unknown == a", "left out: the name unknown, whose type the file does not show"},
	} {
		if got := said(t, c.head, c.clause); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.clause, got, c.want)
		}
	}
}

// TestBytes: what is written is put into the file, of which every byte stays, and lines end as
// they do in the file.
func TestBytes(t *testing.T) {
	for name, text := range examples(t) {
		if strings.Contains(text, "verus!") {
			continue
		}
		for _, d := range Dialects() {
			r, err := File(spec.Parse(text), d)
			if err != nil {
				t.Fatal(err)
			}
			rest := r.Text
			for _, line := range strings.SplitAfter(text, "\n") {
				for _, word := range strings.Fields(line) {
					if d == Verus && strings.HasPrefix(strings.TrimSpace(line), "//@") {
						continue
					}
					i := strings.Index(rest, word)
					if i < 0 {
						t.Fatalf("%s as %s: %q of %q is gone", name, d, word, line)
					}
					rest = rest[i+len(word):]
				}
			}

			crlf, err := File(spec.Parse(strings.ReplaceAll(text, "\n", "\r\n")), d)
			if err != nil {
				t.Fatal(err)
			}
			if want := strings.ReplaceAll(r.Text, "\n", "\r\n"); crlf.Text != want {
				t.Errorf("%s as %s: other ends of lines give another text:\n%q\n%q", name, d, crlf.Text, want)
			}
		}
	}
}
