package propose_test

import (
	"errors"
	"strings"
	"testing"

	"ensures/rust/observe"
	"ensures/rust/propose"
	"ensures/rust/spec"
	"ensures/verify"
	"ensures/verify/rust/rusttest"
)

// open returns the options of the machine's compiler, solvers and sandbox.
func open(t *testing.T) propose.Options {
	t.Helper()
	o := rusttest.Open(t)
	o.Inputs = 400
	return o
}

const code = `// Kept, with an odd  spacing.
pub struct Point { x: i32, y: i32 }

impl Point {
    /// Moves it.
    pub fn shift(&mut self, by: i32)   { self.x = by; }
}

pub fn larger(a: i32, b: i32) -> i32 { if a > b { a } else { b } }
pub fn double(n: u8) -> u8 {
	n * 2 }
pub fn get(v: &Vec<i32>, i: usize) -> i32 { v[i] }
pub fn put(v: &mut Vec<i32>, i: usize, x: i32) { v[i] = x; }

//@ ensures r == n
pub fn said(n: i64) -> (i64) { n }

pub fn other(s: std::collections::HashMap<i32, i32>) -> usize { s.len() }
fn main() {}
`

// What is proposed is proved, stands above its function, and is all that changes. What there
// is no meaning for takes only its function.
func TestFile(t *testing.T) {
	o := open(t)
	src := strings.Replace(code, "-> (i64)", "-> i64", 1)
	src = strings.Replace(src, "ensures r ==", "ensures result ==", 1)
	text, list, err := propose.File(t.Context(), "a.rs", src, o)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{
		"Point::shift": {"self.x == by"},
		"larger":       {"result == (if a > b { a } else { b })"},
		"double":       {"2 * n <= u8::MAX", "result == "},
		"get":          {"i < v.len()", "result == v[i]"},
		"put":          {"i < v.len()", "v.len() == old(v).len()", "v[k] == (if k == i { x } else { old(v)[k] })"},
		"other":        nil,
	}
	for _, r := range list {
		parts, ok := want[r.Func.Name]
		if !ok {
			t.Errorf("%s is not to be looked at", r.Func.Name)
		}
		delete(want, r.Func.Name)
		var all []string
		for _, c := range r.Clauses {
			all = append(all, c.Kind.String()+" "+c.Text)
		}
		got := strings.Join(all, "; ")
		for _, p := range parts {
			if !strings.Contains(got, p) {
				t.Errorf("%s: no %s in %q (%s)", r.Func.Name, p, got, r.Why)
			}
		}
		if (len(parts) == 0) != (r.Why != "") || len(parts) == 0 && len(r.Clauses) > 0 {
			t.Errorf("%s: %q, %q", r.Func.Name, got, r.Why)
		}
	}
	if len(want) > 0 {
		t.Errorf("nothing about %v", want)
	}

	var code []string
	for _, l := range strings.SplitAfter(text, "\n") {
		if !strings.HasPrefix(strings.TrimSpace(l), "//@ ") || strings.Contains(l, "result == n\n") {
			code = append(code, l)
		}
	}
	if strings.Join(code, "") != src {
		t.Errorf("more was changed:\n%s", text)
	}
	out, err := o.Backend.Verify(t.Context(), verify.Request{File: "a.rs", Source: text})
	if err != nil || out.Verdict != verify.Verified {
		t.Errorf("the written file: %s, %v", out.Verdict, err)
	}
	if again, list, err := propose.File(t.Context(), "a.rs", text, o); err != nil || again != text || len(list) != 1 {
		t.Errorf("a second time: %d functions, %v", len(list), err)
	}
}

// Loops get the invariants that their functions' postconditions need.
func TestLoops(t *testing.T) {
	if testing.Short() {
		t.Skip("takes the solver a while")
	}
	o := open(t)
	const src = `pub fn contains_byte(v: &[u8], x: u8) -> bool {
    let mut k = 0;
    while k < v.len() {
        if v[k] == x {
            return true;
        }
        k += 1;
    }
    false
}

pub fn largest(v: &Vec<i32>) -> i32 {
    let mut m = v[0];
    let mut i = 1;
    while i < v.len() {
        if v[i] > m {
            m = v[i];
        }
        i += 1;
    }
    m
}

pub fn contains(v: &Vec<i32>, x: i32) -> bool {
    let mut k = 0;
    while k < v.len() {
        if v[k] == x {
            return true;
        }
        k += 1;
    }
    false
}

pub fn fill(v: &mut Vec<i32>, x: i32) {
    let mut i = 0;
    while i < v.len() {
        v[i] = x;
        i += 1;
    }
}

pub fn count(v: &[u8]) -> usize {
    let mut c = 0;
    let mut i = 0;
    while i < v.len() {
        if v[i] > 9 {
            c += 1;
        }
        i += 1;
    }
    c
}

pub fn others(v: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut i = 0;
    while i < v.len() {
        if !contains_byte(&out, v[i]) {
            out.push(v[i]);
        }
        i += 1;
    }
    out
}

pub fn products(a: &Vec<i32>, b: &Vec<i32>) -> Vec<i32> {
    let mut out = Vec::new();
    let mut i = 0;
    while i < a.len() {
        out.push(a[i] * b[i]);
        i += 1;
    }
    out
}
`
	text, list, err := propose.File(t.Context(), "a.rs", src, o)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range []string{"contains_byte", "largest", "contains", "fill", "count", "others", "products"} {
		r := list[i]
		if r.Func.Name != f || r.Report == nil || r.Report.Tally.Strict().PostComp == nil || *r.Report.Tally.Strict().PostComp < 0.95 {
			t.Errorf("%s: %v %s", f, r.Clauses, r.Why)
		}
	}
	out, err := o.Backend.Verify(t.Context(), verify.Request{File: "a.rs", Source: text})
	if err != nil || out.Verdict != verify.Verified {
		t.Errorf("the written file: %s, %v\n%s", out.Verdict, err, text)
	}
	if n := strings.Count(text, "//@ spec fn "); n != 3 { // of largest, count and others
		t.Errorf("%d functions of clauses in\n%s", n, text)
	}
	if n := strings.Count(text, "    //@ invariant "); n < 5 {
		t.Errorf("%d invariants in\n%s", n, text)
	}
}

// A clause that holds on the runs and is false is not kept: no input shows the only one that
// breaks it.
func TestNotProved(t *testing.T) {
	o := open(t)
	_, list, err := propose.File(t.Context(), "a.rs", "pub fn f(n: u64) -> u64 { if n == 982451653000037 { 1 } else { 0 } }\n", o)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range list[0].Clauses {
		if c.Kind == spec.Ensures && c.Text == "result == 0" {
			t.Errorf("kept: %s", c.Text)
		}
	}
}

// What cannot be called takes nothing from the rest of its file.
func TestRest(t *testing.T) {
	o := open(t)
	const src = `pub fn one(x: u8) -> bool { x == 1 }
mod inner {
    pub struct S { pub a: u8 }
    impl S { pub fn get(&self) -> u8 { self.a } }
}
trait T { fn go(&self) -> u8; }
impl T for u8 { fn go(&self) -> u8 { *self } }
pub async fn later() -> u8 { 1 }
#[cfg(test)]
mod tests {
    fn helper() -> i32 { 1 }
    #[test]
    fn t() { assert!(super::one(1)); }
}
`
	text, list, err := propose.File(t.Context(), "a.rs", src, o)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(text, "//@ ensures result <==> x == 1\npub fn one") {
		t.Errorf("%s", text)
	}
	if !strings.Contains(text, "//@ ensures result == self.a\n    impl S") {
		t.Errorf("%s", text)
	}
	for _, r := range list {
		if refused := r.Func.Name != "one" && r.Func.Name != "S::get" && r.Func.Name != "u8::go"; refused && (!r.Refused || r.Why == "") {
			t.Errorf("%s: %v %q", r.Func.Name, r.Refused, r.Why)
		}
	}
}

func TestMistakes(t *testing.T) {
	o := open(t)
	var bad *observe.CompileError
	if text, _, err := propose.File(t.Context(), "a.rs", "fn f(n: u8) -> u8 { \"x\" }\n", o); !errors.As(err, &bad) || !strings.Contains(text, "fn f") {
		t.Errorf("%v", err)
	}
	var syntax *spec.Error
	if _, _, err := propose.File(t.Context(), "a.rs", "fn f( { \"x\n", o); !errors.As(err, &syntax) {
		t.Errorf("%v", err)
	}
}

// Where what is exact is not proved, plain bounds of the inputs make a proof possible, and
// what is said then is what holds within them.
func TestBounds(t *testing.T) {
	if testing.Short() {
		t.Skip("make check runs it")
	}
	o := open(t)
	const src = `pub fn size(text: String) -> i32 { text.len() as i32 }
pub fn is_prime(n: i32) -> bool {
    if n < 2 {
        return false;
    }
    for k in 2..n - 1 {
        if n % k == 0 {
            return false;
        }
    }
    true
}
pub fn least_even(v: Vec<i32>) -> Vec<i32> {
    let mut out: Vec<i32> = vec![];
    for i in 0..v.len() {
        if v[i] % 2 == 0 && (out.len() == 0 || v[i] < out[0]) {
            out = vec![v[i], i as i32];
        }
    }
    out
}
`
	_, list, err := propose.File(t.Context(), "a.rs", src, o)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"size":       "result == text@.len()",
		"is_prime":   "result <==> n >= 2 && (forall|j: int| 2 <= j && j < n - 1 ==> n % j != 0)",
		"least_even": "result.len() == 0 <==> (forall|j: int| 0 <= j && j < v.len() ==> v[j] % 2 != 0)",
	}
	for _, r := range list {
		found := false
		for _, c := range r.Clauses {
			found = found || c.Kind == spec.Ensures && c.Text == want[r.Func.Name]
		}
		if !found {
			t.Errorf("%s: %v %s", r.Func.Name, r.Clauses, r.Why)
		}
	}
}
