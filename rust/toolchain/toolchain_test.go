package toolchain

import (
	"context"
	"strings"
	"testing"

	"ensures/internal/require"
)

// open returns the machine's compiler, which the test needs.
func open(t *testing.T) *Toolchain {
	t.Helper()
	require.Tool(t, "rustc")
	tc, err := Find(context.Background(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !tc.AtLeast(1, 95) {
		require.Missing(t, "rustc", "rustc "+tc.Release+" is older than 1.95")
	}
	return tc
}

func TestMIR(t *testing.T) {
	tc := open(t)
	text, messages, err := tc.MIR(context.Background(), Crate{Name: "a.rs", Source: "pub fn f(a: &[i32], i: usize) -> i32 { a[i] + 1 }\n"})
	if err != nil || len(messages) > 0 {
		t.Fatal(err, messages)
	}
	for _, want := range []string{"fn f(_1: &[i32], _2: usize) -> i32", "AddWithOverflow", "index out of bounds", "crate.rs:1:"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

func TestErrorsOfTheFile(t *testing.T) {
	tc := open(t)
	text, messages, err := tc.MIR(context.Background(), Crate{Name: "a.rs", Source: "fn f() -> i32 {\n    \"x\"\n}\nfn g( {}\n"})
	if err != nil || text != "" || len(messages) == 0 {
		t.Fatal(text, messages, err)
	}
	if m := messages[0]; m.File != "a.rs" || m.Line != 4 || m.Level != "error" {
		t.Errorf("got %v", m)
	}
	_, messages, err = tc.MIR(context.Background(), Crate{Name: "a.rs", Source: "fn f() -> i32 {\n    \"x\"\n}\n"})
	if err != nil || len(messages) != 1 {
		t.Fatal(messages, err)
	}
	if got := messages[0].String(); got != "a.rs:2:5: error[E0308]: mismatched types" {
		t.Errorf("got %q", got)
	}
}

func TestNoCompiler(t *testing.T) {
	for _, o := range []Options{{Rustc: "/nowhere/rustc"}, {Rustc: "/bin/true"}, {Channel: "../evil"}} {
		if o.Channel != "" {
			require.Tool(t, "rustc")
		}
		_, err := Find(context.Background(), o)
		if _, ok := err.(*MissingError); !ok {
			t.Errorf("%+v: got %v, want a MissingError", o, err)
		}
	}
}
