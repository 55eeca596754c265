package propose

import (
	"slices"
	"testing"

	"ensures/rust/observe"
	"ensures/rust/spec"
	"ensures/rust/values"
)

// halves of an equivalence, and of nothing else.
func TestHalves(t *testing.T) {
	for text, want := range map[string][]string{
		"result <==> x > 0 || y":       {"result ==> x > 0 || y", "x > 0 || y ==> result"},
		"(a <==> b) && c":              nil,
		"a ==> (b <==> c)":             nil,
		"result == 1":                  nil,
		"not a clause (":               nil,
		"a <==> (forall|i: int| v[i])": {"a ==> (forall|i: int| v[i])", "(forall|i: int| v[i]) ==> a"},
		"a <==> (b ==> c)":             {"a ==> b ==> c", "(b ==> c) ==> a"},
	} {
		var got []string
		for _, c := range halves(Clause{Kind: spec.Ensures, Text: text}) {
			got = append(got, c.Text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// What loops count by, and what is guessed from that, from the text of their heads.
func TestInvariants(t *testing.T) {
	ints := &values.Type{Kind: values.Seq, Len: -1, Elem: &values.Type{Kind: values.Int, Name: "i32"}}
	for _, c := range []struct {
		name, src string
		want      []string // of the last loop
	}{
		{"while", "fn f(v: Vec<i32>) -> Vec<i32> { let mut i = 0; while i < v.len() { i += 1; } v }",
			[]string{"i <= v.len()", "v.len() == i"}},
		{"range", "fn f(v: Vec<i32>, n: i32) -> i32 { let mut c = 0; for k in 2..n + 1 { c += 1; } c }",
			[]string{"k <= n + 1", "2 <= n + 1 ==> k <= n + 1"}},
		{"closed range", "fn f(v: Vec<i32>, n: i32) -> i32 { let mut c = 0; for k in 0..=n { c += 1; } c }",
			[]string{"k <= n + 1", "c <= k", "-k <= c", "0 <= c"}},
		{"items", "fn f(v: Vec<i32>) -> Vec<i32> { let mut out = vec![]; for (i, x) in v.iter().enumerate() { out.push(*x); } out }",
			[]string{"iter.pos <= v.len()", "out.len() == iter.pos"}},
		{"loop in a loop", "fn f(v: Vec<i32>) -> Vec<i32> { let mut w = v.clone(); for i in 0..w.len() { for j in 1..w.len() { w[j] = w[i]; } } w }",
			[]string{"i <= w.len()", "j <= w.len()", "w.len() == v.len()"}},
		{"backwards", "fn f(v: Vec<i32>) -> Vec<i32> { for i in (0..3).rev() { } v }", nil},
	} {
		file := spec.Parse(c.src)
		if len(file.Errs) > 0 || len(file.Funcs) != 1 {
			t.Fatalf("%s: %v", c.name, file.Errs)
		}
		f := &observe.Func{Spec: file.Funcs[0], Result: values.Resolved{Type: ints}}
		for _, p := range file.Funcs[0].Params {
			f.Params = append(f.Params, observe.Param{Name: p.Name, Resolved: values.Resolved{Type: map[bool]*values.Type{true: ints, false: ints.Elem}[p.Name == "v"]}})
		}
		loops := file.Funcs[0].Loops
		var got []string
		for _, k := range invariants(f, file, nil) {
			if k.Loop == loops[len(loops)-1] {
				got = append(got, k.Text)
			}
		}
		for _, w := range c.want {
			if !slices.Contains(got, w) {
				t.Errorf("%s: no %s in %q", c.name, w, got)
			}
		}
		if c.want == nil && len(got) > 0 {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}
