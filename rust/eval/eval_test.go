package eval

import (
	"math/big"
	"strings"
	"testing"

	"ensures/rust/spec"
	"ensures/rust/values"
	"ensures/value"
)

func ints(ns ...int64) *values.Value {
	v := &values.Value{Kind: values.Seq}
	for _, n := range ns {
		v.Items = append(v.Items, values.Integer(big.NewInt(n)))
	}
	return v
}

// TestClauses: v is [3, -1, 4] before and [4, -1, 3] after, x is -7, o Some(4), t (1, true),
// s "ab", and the result is 4.
func TestClauses(t *testing.T) {
	num := func(n int64) *values.Value { return values.Integer(big.NewInt(n)) }
	text := &values.Value{Kind: values.Str, Text: []rune("ab")}
	s := State{
		Before: map[string]*values.Value{"v": ints(3, -1, 4), "x": num(-7), "o": {Kind: values.Data, Name: "Some", Items: []*values.Value{num(4)}},
			"t": {Kind: values.Data, Items: []*values.Value{num(1), values.Truth(true)}}, "s": text},
		After:  map[string]*values.Value{"v": ints(4, -1, 3)},
		Result: num(4),
	}
	for _, c := range []struct{ clause, want string }{
		// Numbers: Euclid's division, casts that do not fit are any value.
		{"x / 2 == -4 && x % 2 == 1", "true"},
		{"x / -2 == 4 && x % -2 == 1", "true"},
		{"x / 0 == 1", "undefined"},
		{"x as u8 == 249", "undefined"},
		{"x as nat == 7", "undefined"},
		{"x as u8 == x as u8", "undefined"},
		{"'Ж' as u8 == 22", "undefined"},
		{"'a' as u8 == 97 && true as int == 1", "true"},
		{"x + u64::MAX > i128::MIN", "true"},
		{"6 & 3 == 2 && 6 | 3 == 7 && 6 ^ 3 == 5", "true"},
		{"0 <= r < 5 <= 5", "true"},
		// Logic: an unknown side does not hide one that decides.
		{"x / 0 == 1 && false", "false"},
		{"x / 0 == 1 || true", "true"},
		{"x / 0 == 1 ==> true", "true"},
		{"false ==> x / 0 == 1", "true"},
		{"v[9] == 1 <==> true", "undefined"},
		{"if v[9] == 1 { r == 4 } else { r > 3 }", "true"},
		// States.
		{"v[0] == 4 && old(v)[0] == 3 && old(v)[0] == v[2]", "true"},
		{"v@.len() == old(v)@.len()", "true"},
		{"v@.to_multiset() == old(v)@.to_multiset()", "true"},
		{"v[3] == v[3]", "undefined"},
		{"o == Some(4) && o.is_some() && o.unwrap() == r && o != None", "true"},
		{"o matches Some(k) ==> k == r", "true"},
		{"o is None", "false"},
		{"match o { Some(k) if k > 9 => false, Some(k) => k == 4, None => false }", "true"},
		{"t.0 == 1 && t.1", "true"},
		{"s@.len() == 2 && s@[0] == 'a'", "true"},
		// Sequences.
		{"v@.subrange(1, 3) == seq![-1, 3] && v@.take(1) + v@.skip(1) == v@", "true"},
		{"v@.subrange(2, 9).len() == 7", "undefined"},
		{"v@.push(5).last() == 5 && v@.drop_last().len() == 2 && v@.update(0, 9)[0] == 9", "true"},
		{"v@.filter(|k: int| k > 0) == seq![4, 3]", "true"},
		{"v@.map_values(|k: int| k + 1) == seq![5, 0, 4]", "true"},
		{"v@.contains(3) && !v@.contains(9) && v@.no_duplicates()", "true"},
		{"v@.fold_left(0, |a: int, k: int| a + k) == 6", "true"},
		{"Seq::new(3, |i: int| i * i) == seq![0, 1, 4]", "true"},
		{"v@.to_set().contains(3) && v@.to_set().len() == 3", "true"},
		// Functions of clauses.
		{"sum(v@) == 6", "true"},
		{"endless(1) == 1", "unknown"},
		// Quantifiers: ranges come from guards, also of each other, and from membership.
		{"forall|i: int| 0 <= i < v.len() ==> v[i] >= -1", "true"},
		{"forall|i: int| 0 <= i < v.len() ==> v[i] > 0", "false"},
		{"forall|i: int, j: int| 0 <= i < j < v.len() ==> v[i] != v[j]", "true"},
		{"forall|i: int, j: int| 0 <= i < j < v.len() ==> v[i] > v[j]", "false"},
		{"exists|i: int| 0 <= i < v.len() && v[i] == 3", "true"},
		{"exists|i: int| 0 <= i < v.len() && v[i] == 7", "false"},
		{"exists|i: int, n: int| 0 <= i <= 1 && n == i + 2 && v@.subrange(i, n).len() == 2", "true"},
		{"forall|k: int| v@.contains(k) ==> old(v)@.contains(k)", "true"},
		{"forall|k: int| v@.contains(k) <==> old(v)@.contains(k)", "true"},
		{"forall|k: int| v@.contains(k) <==> k == 3", "false"},
		{"forall|i: int| v.len() > i >= 0 && i != 1 ==> v[i] > 0", "true"},
		{"forall|i: int| !(0 <= i && i + 1 < v.len()) || v[i] != v[i + 1]", "true"},
		{"forall|i: int| 0 <= i < 3 ==> x > 0 && i < 9", "false"},
		{"exists|i: int| 0 <= i < 3 && (x < 0 || i > 9)", "true"},
		{"forall|i: int| 0 <= i < 3 ==> (i == 9 || x < 0) && (i < 1 || x < 0)", "true"},
		{"forall|k: u8| k <= 255", "true"},
		{"forall|k: int| k * k >= 0", "unknown"},
		{"forall|k: int| k * k > 0", "false"},
		{"exists|k: int| k * k == 49", "true"},
		{"forall|i: int| 0 <= i < 4 ==> v[i] >= -1", "undefined"},
		// What has no meaning is named.
		{"y == 1", "not supported: unknown name y"},
		{"v@.sorted()", "not supported: method sorted"},
		{"f(1) == 1", "not supported: function f, which is no spec fn,"},
	} {
		file := spec.Parse("verus! {\nspec fn sum(s: Seq<int>) -> int decreases s.len() { if s.len() == 0 { 0 } else { sum(s.drop_last()) + s.last() } }\n" +
			"spec fn endless(n: int) -> int { endless(n + 1) }\nfn f(v: &mut Vec<i32>, x: i32, o: Option<i32>, t: (i32, bool), s: &str) -> (r: i32)\n    ensures " + c.clause + "\n{ 0 }\n}")
		if len(file.Errs) > 0 {
			t.Errorf("%s: %v", c.clause, file.Errs[0])
			continue
		}
		fn := file.Funcs[len(file.Funcs)-1]
		v, err := New(file).Clause(fn, fn.Clauses[0].Expr, s)
		got := v.Truth.String()
		if v.Truth == value.Unknown && v.Undefined {
			got = "undefined"
		}
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s, want %s", c.clause, got, c.want)
		}
	}
}
