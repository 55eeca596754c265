package emit

import (
	"strings"
	"testing"

	"ensures/rust/spec"
	"ensures/rust/toolchain"
	"ensures/rust/toolchain/toolchaintest"
)

// taken are clauses of code in which the compiler takes all but those that are named.
var taken = map[string]struct {
	code string
	left []string // "clause: part of the reason"
}{
	"all": {"//@ ensures result == x\nfn f(x: u8) -> u8 { x }\n", nil},
	"borrowed where the loop is": {`//@ requires v.len() > 0
//@ ensures v.len() == old(v).len()
fn f(v: &mut Vec<u8>) {
    let first = &mut v[0];
    let mut i: u8 = 0;
    //@ invariant i <= 3
    //@ invariant v.len() > 0
    while i < 3 {
        *first = i;
        i += 1;
    }
}
`, []string{"invariant v.len() > 0: cannot borrow"}},
	"moved": {`fn f(v: Vec<u8>) -> usize {
    let w = v;
    let mut i: usize = 0;
    //@ invariant i <= v.len()
    //@ decreases v.len() - i
    while i < w.len() { i += 1; }
    i
}
`, []string{"invariant i <= v.len(): borrow of moved", "decreases v.len() - i: "}},
	"a type by another name": {`type Number = u64;
//@ ensures result == n, result > 0 || n == 0
fn f(n: Number) -> u64 { n }
`, nil},
	"a body that is no closure": {`//@ requires x.len() > 0
//@ ensures result > 0
fn f(x: Vec<u8>) -> usize {
    return_it!(x.len())
}
#[macro_export]
macro_rules! return_it { ($e:expr) => { return $e } }
`, nil},
	"a mistake of its own": {"//@ ensures result == x\nfn f(x: u8) -> u8 { y }\n", []string{"own"}},
}

// TestCompiled: what the compiler does not take is left out, and nothing else is.
func TestCompiled(t *testing.T) {
	tc := toolchaintest.Runner(t)
	compile := func(text string) (out []Mistake, err error) {
		_, messages, err := tc.MIR(t.Context(), toolchain.Crate{Name: "a.rs", Source: text})
		for _, m := range messages {
			if m.Level == "error" {
				out = append(out, Mistake{m.Line, m.Text})
			}
		}
		return out, err
	}
	for name, c := range taken {
		r, own, err := Compiled(spec.Parse(c.code), DebugAssert, compile)
		if err != nil {
			t.Fatal(name, err)
		}
		var got []string
		for _, o := range r.Omitted {
			got = append(got, o.Clause+" "+o.Text+": "+strings.TrimPrefix(o.Reason, "the compiler does not take it here: "))
		}
		for range own {
			got = append(got, "own")
		}
		same := len(got) == len(c.left)
		for i := range min(len(got), len(c.left)) {
			same = same && strings.HasPrefix(got[i], c.left[i])
		}
		if !same {
			t.Errorf("%s: left out %q, want %q\n%s", name, got, c.left, r.Text)
		}
	}
}
