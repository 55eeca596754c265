package interp

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"ensures/internal/require"
	"ensures/rust/mir"
	"ensures/rust/observe"
	"ensures/rust/spec"
	"ensures/rust/toolchain"
	"ensures/rust/values"
)

func open(t *testing.T) *toolchain.Toolchain {
	t.Helper()
	require.Tool(t, "rustc")
	require.Tool(t, "bwrap")
	tc, err := toolchain.Find(t.Context(), toolchain.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !mir.Known(tc.Release) {
		require.Missing(t, "rustc", "the text of rustc "+tc.Release+" is not known")
	}
	return tc
}

// program is a source compiled both ways.
type program struct {
	file    *spec.File
	mir     *mir.File
	machine *Machine
	*observe.Program
}

// compiled compiles a source; nil where the compiler refuses it with a harness.
func compiled(t *testing.T, tc *toolchain.Toolchain, name, src string) *program {
	t.Helper()
	p := &program{file: spec.Parse(src)}
	text, messages, err := tc.MIR(t.Context(), toolchain.Crate{Name: name, Source: p.file.Plain()})
	if err != nil || text == "" {
		t.Fatalf("%s: %v %v", name, messages, err)
	}
	if p.mir, err = mir.Read(text); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	p.machine = New(p.file, p.mir)
	p.Program, err = observe.Build(t.Context(), tc, name, p.file, func(f *spec.Func) bool { return f.Name != "main" && !f.Trusted })
	if bad := (*observe.CompileError)(nil); errors.As(err, &bad) {
		t.Logf("%s: cannot be called: %v", name, err)
		p.Program = &observe.Program{}
		return p
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return p
}

// compare runs a function both ways on inputs and returns the bodies that were entered in
// runs that the interpreter has a meaning for; why it has none for others.
func (p *program) compare(t *testing.T, name string, f *observe.Func, n int) (entered map[string]bool, why error) {
	t.Helper()
	calls, err := p.Run(t.Context(), f, observe.Inputs(f, p.file, n, 9, nil), observe.Options{})
	if err != nil {
		return nil, err // what it gave is too long to be read
	}
	var types []*mir.Type
	for _, q := range f.Spec.Params {
		types = append(types, q.Type)
	}
	entered = map[string]bool{}
	for _, c := range calls {
		if c.End != observe.Returned && c.End != observe.Panicked {
			continue
		}
		r, err := p.machine.Run(f.Spec.Name, c.Args, types, f.Result.Type)
		if err != nil {
			why = err
			continue
		}
		if r.End == Endless {
			continue
		}
		for _, b := range r.Bodies {
			entered[b] = true
		}
		if (r.End == Panicked) != (c.End == observe.Panicked) {
			t.Errorf("%s: %s(%v): the machine says %d (%s), the interpreter %d (%s)", name, f.Spec.Name, c.Args, c.End, c.Panic, r.End, r.Panic)
			return
		}
		if r.End == Panicked {
			continue
		}
		if !values.Equal(r.Value, c.Result) {
			t.Errorf("%s: %s(%v): the machine gives %v, the interpreter %v", name, f.Spec.Name, c.Args, c.Result, r.Value)
			return
		}
		for i, q := range f.Params {
			if q.Mutable && !values.Equal(r.After[i], c.After[i]) {
				t.Errorf("%s: %s(%v): the machine leaves %v, the interpreter %v", name, f.Spec.Name, c.Args, c.After[i], r.After[i])
				return
			}
		}
	}
	return entered, why
}

// TestMeaning: programs that use what there is a meaning for, one thing at a time.
func TestMeaning(t *testing.T) {
	tc := open(t)
	const src = `
#[derive(Clone, PartialEq, Debug)]
pub enum E { A(i32), B { p: i32, q: i32 }, C }
pub struct S { a: i32, b: Vec<i32> }
impl S { pub fn total(&self) -> i32 { let mut t = self.a; for x in self.b.iter() { t = t.wrapping_add(*x); } t } }
pub fn mixed(v: &mut Vec<i32>, s: &[i32], e: &E, x: i32) -> Option<i32> {
    let mut t = S { a: 1, b: v.clone() };
    t.b.push(x);
    let y = match e { E::A(k) => *k, E::B { p, q } => p.wrapping_add(*q), E::C => 3 };
    v[0] = y;
    for i in 0..s.len() { t.a = t.a.max(s[i]); }
    for z in s.iter() { if *z == x { return Some(*z); } }
    let arr = [1, 2, x];
    let p = &mut t.a;
    *p += arr[1] as i32;
    let b = Box::new(x);
    if t.b[0] < *b && e == &E::C { v.swap(0, 1); }
    match s.first() { Some(k) => Some(*k + t.total()), None => None }
}
pub fn chars(s: &str) -> usize { let mut n = 0; for c in s.chars() { if c == 'x' || c.is_ascii_digit() { n += c as usize; } } n + s.len() }
pub fn part(s: &[i32], i: usize) -> i32 { let t = &s[i..]; t[0] + t.len() as i32 }
pub fn result(x: u8) -> Result<u8, String> { if x > 3 { Ok(!x) } else { Err("no".to_string()) } }
pub fn shifts(x: i32, n: u32) -> i32 { (x >> n) ^ (x << 1) ^ -x }
pub fn casts(x: i64) -> (u8, i16, u64, char) { (x as u8, x as i16, x as u64, (x as u8) as char) }
pub fn divides(x: i32, y: i32) -> (i32, i32) { (x / y, x % y) }
pub fn reversed(v: &Vec<i32>) -> Vec<i32> { let mut w = v.to_vec(); w.reverse(); w.sort(); let mut o = Vec::new(); for i in (0..w.len()).rev() { o.push(w[i]); } o }
pub fn numbered(v: &Vec<i32>) -> usize { let mut k = 0; for (i, x) in v.iter().enumerate() { if *x > 2 { k = k.max(i); } } k }
pub fn changed(v: &mut Vec<i32>) { for x in v.iter_mut() { *x /= 2; } }
pub fn matrix(m: &Vec<Vec<i32>>) -> i32 { let mut t = 0i32; for r in m.iter() { for x in r { t = t.saturating_add(*x); } } t }
pub fn swapped(a: &mut i32, b: &mut i32) { std::mem::swap(a, b); *a = a.abs(); }
pub fn tree(n: u8) -> u64 { if n < 2 { 1 } else if n > 12 { 0 } else { tree(n - 1) + tree(n - 2) } }
const TABLE: [u8; 3] = [4, 5, 6];
pub fn table(i: usize) -> u8 { TABLE[i] }
pub fn sliced(v: &[u8]) -> u8 { match v { [] => 0, [a] => *a, [a, .., b] => a.wrapping_sub(*b) } }
pub fn adapted(v: &Vec<i32>, k: i32) -> Vec<i32> { let a = vec![1, 2]; let mut o: Vec<i32> = v.iter().map(|x| x + k).filter(|x| *x > 3).collect(); o.extend(a); let z = vec![0; 3]; o.push(z[0]); o }
pub fn sums(v: &[i32], w: &[i32]) -> (i32, Option<i32>, bool) { (v.iter().sum::<i32>(), v.iter().zip(w.iter()).map(|(a, b)| a.wrapping_mul(*b)).max(), w.iter().any(|x| *x == 3) || v.iter().fold(true, |a, x| a && *x > 0)) }
pub fn added(v: Vec<i32>) -> i32 { let mut t = 0; for (i, x) in v.iter().enumerate() { if i % 2 == 1 && x % 2 == 0 { t += x } } t }
pub fn digits(n: i32) -> usize { n.to_string().chars().filter(|c| *c == '1').count() }
pub fn kept(s: &str) -> String { s.chars().rev().filter(|c| *c != 'a').collect() }
pub fn option(o: Option<u8>) -> u8 { if let Some(x) = o { x.checked_add(250).unwrap_or(7) } else { o.unwrap() } }
`
	p := compiled(t, tc, "meaning.rs", src)
	defer p.Close()
	for fn, err := range p.Refused {
		t.Errorf("%s: %v", fn.Name, err)
	}
	for _, f := range p.Funcs {
		entered, why := p.compare(t, "meaning.rs", f, 150)
		if why != nil || len(entered) == 0 {
			t.Errorf("%s: %v, %d bodies", f.Spec.Name, why, len(entered))
		}
	}
}

// TestRealPrograms runs the code of the two benchmarks on the machine and here: whatever
// there is a meaning for comes out the same, and what has none is refused by name. The bar
// is on the share of bodies that were run here.
func TestRealPrograms(t *testing.T) {
	tc := open(t)
	bodies, run := 0, 0
	for _, set := range []struct{ path, field string }{{"data/rust/verusbench.jsonl", "stripped"}, {"data/rust/humanevalx.jsonl", "code"}} {
		text, err := os.ReadFile(require.Shared(t, set.path))
		if err != nil {
			t.Fatal(err)
		}
		total, ran := 0, 0
		reasons := map[string]int{}
		for line := range strings.Lines(string(text)) {
			var task map[string]any
			if err := json.Unmarshal([]byte(line), &task); err != nil {
				t.Fatal(err)
			}
			source, _ := task[set.field].(string)
			id := task["task_id"].(string)
			if source == "" || testing.Short() && sha256.Sum256([]byte(id))[0]%16 != 0 {
				continue
			}
			p := compiled(t, tc, id, source)
			entered := map[string]bool{}
			for _, f := range p.Funcs {
				in, why := p.compare(t, id, f, 25)
				maps.Copy(entered, in)
				if why != nil {
					reasons[why.Error()]++
				}
			}
			for _, err := range p.Refused {
				reasons["not called: "+err.Error()]++
			}
			p.Close()
			for _, f := range p.mir.Funcs {
				if f.Kind == mir.Function && f.Name != "main" && len(f.Blocks) > 0 && f.Blocks[0].Term.Span.Line <= strings.Count(source, "\n")+1 {
					total++
					if entered[f.Name] {
						ran++
					}
				}
			}
		}
		t.Logf("%s: %d bodies, %d run here as on the machine (%d %%)", set.path, total, ran, ran*100/max(1, total))
		for _, r := range slices.SortedFunc(maps.Keys(reasons), func(a, b string) int { return reasons[b] - reasons[a] }) {
			t.Logf("%4d %s", reasons[r], r)
		}
		bodies, run = bodies+total, run+ran
	}
	if bodies == 0 || !testing.Short() && run*100 < bodies*60 {
		t.Errorf("%d of %d bodies are run", run, bodies)
	}
}
