package emit

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ensures/rust/spec"
	"ensures/rust/toolchain/toolchaintest"
	"ensures/sandbox"
)

// rustc runs the compiler in a folder, with what only nightly compilers allow.
func rustc(t *testing.T, dir string, args ...string) (ok bool, said string) {
	t.Helper()
	tc := toolchaintest.Runner(t)
	c := sandbox.Cmd{Path: tc.Path, Args: append([]string{"--edition=2021", "-Adead_code"}, args...), Dir: dir, Env: append(sandbox.Environ(), "RUSTC_BOOTSTRAP=1"), Timeout: time.Minute, MaxOutput: 1 << 20}
	res, err := sandbox.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return res.ExitCode == 0, string(res.Stderr)
}

// programs are the examples and the tasks of Verus-Bench.
func programs(t *testing.T) map[string]string {
	out := examples(t)
	for _, task := range verusBench(t) {
		out[task.ID] = task.Text
	}
	return out
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestAttributesCompile: what is written for Kani changes no build, and no build of a nightly
// compiler refuses what is written for core::contracts.
func TestAttributesCompile(t *testing.T) {
	dir := t.TempDir()
	for name, text := range programs(t) {
		for _, d := range []Dialect{Kani, Contracts} {
			r, err := File(spec.Parse(text), d)
			if err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(dir, "crate.rs"), r.Text)
			ok, said := rustc(t, dir, "--crate-type=lib", "--emit=metadata", "--check-cfg=cfg(kani)", "-Awarnings", "crate.rs")
			if !ok {
				t.Errorf("%s as %s: %s", name, d, said)
			}
		}
	}
}

// TestKani: with a crate that stands for Kani, the compiler checks names and types of
// all that Kani is told.
func TestKani(t *testing.T) {
	dir := t.TempDir()
	for _, f := range []string{"macros.rs", "kani.rs"} {
		text, err := os.ReadFile(filepath.Join("testdata", "kani", f))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, f), string(text))
	}
	if ok, said := rustc(t, dir, "--crate-type=proc-macro", "--crate-name=macros", "macros.rs"); !ok {
		t.Fatal(said)
	}
	macros, err := filepath.Glob(filepath.Join(dir, "libmacros.*"))
	if err != nil || len(macros) != 1 {
		t.Fatal(err, macros)
	}
	if ok, said := rustc(t, dir, "--crate-type=rlib", "--extern=macros="+macros[0], "kani.rs"); !ok {
		t.Fatal(said)
	}
	harnesses := 0
	for name, text := range programs(t) {
		r, err := File(spec.Parse(text), Kani)
		if err != nil {
			t.Fatal(err)
		}
		harnesses += strings.Count(r.Text, "kani::proof_for_contract")
		write(t, filepath.Join(dir, "crate.rs"), r.Text)
		if ok, said := rustc(t, dir, "--crate-type=lib", "--emit=metadata", "--cfg=kani", "-L", dir, "--extern=kani=libkani.rlib", "-Awarnings", "crate.rs"); !ok {
			t.Errorf("%s: %s\n%s", name, said, r.Text)
		}
	}
	t.Logf("%d harnesses", harnesses)
	if harnesses == 0 {
		t.Error("no harness")
	}
}

// TestContractsRun: a program with core::contracts ends where it breaks one, and only there.
func TestContractsRun(t *testing.T) {
	for name, c := range map[string]struct {
		code string
		ends bool
	}{
		"right":              {"//@ requires x > 0\n//@ ensures result == 2 * x\nfn f(x: u32) -> u32 { 2 * x }\nfn main() { f(3); }\n", false},
		"wrong result":       {"//@ requires x > 0\n//@ ensures result == 2 * x\nfn f(x: u32) -> u32 { 3 * x }\nfn main() { f(3); }\n", true},
		"wrong argument":     {"//@ requires x > 0\n//@ ensures result == 2 * x\nfn f(x: u32) -> u32 { 2 * x }\nfn main() { f(0); }\n", true},
		"the length before":  {"//@ ensures result == old(v).len()\nfn f(v: &mut Vec<u8>) -> usize { v.push(1); v.len() - 1 }\nfn main() { f(&mut vec![1]); }\n", false},
		"the wrong length":   {"//@ ensures result == old(v).len()\nfn f(v: &mut Vec<u8>) -> usize { v.push(1); v.len() }\nfn main() { f(&mut vec![1]); }\n", true},
		"no value, required": {"//@ requires v[0] > 0\nfn f(v: &Vec<u8>) {}\nfn main() { f(&vec![]); }\n", false},
		"no value, ensured":  {"//@ ensures x / y == 1 || result == 0\nfn f(x: u8, y: u8) -> u8 { 0 }\nfn main() { f(0, 0); }\n", true},
	} {
		dir := t.TempDir()
		r, err := File(spec.Parse(c.code), Contracts)
		if err != nil || len(r.Omitted) > 0 {
			t.Fatal(name, err, r.Omitted)
		}
		write(t, filepath.Join(dir, "crate.rs"), r.Text)
		if ok, said := rustc(t, dir, "-Zcontract-checks=yes", "-Awarnings", "-Cdebuginfo=0", "crate.rs"); !ok {
			t.Fatal(name, said, r.Text)
		}
		res, err := sandbox.Run(t.Context(), sandbox.Cmd{Path: filepath.Join(dir, "crate"), Dir: dir, Timeout: time.Minute, MaxOutput: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		if ended := res.ExitCode != 0; ended != c.ends {
			t.Errorf("%s: ended %v: %s\n%s", name, ended, res.Stderr, r.Text)
		}
	}
}

// TestWholeFunctions: provers are told nothing of a function without one of its preconditions,
// and nothing of a loop without one of its invariants.
func TestWholeFunctions(t *testing.T) {
	const code = `//@ requires x < 10, forall|k: int| k * 0 == 0
//@ ensures result == x
fn f(x: u8) -> u8 { x }

//@ ensures result <= n, forall|k: int| k * 0 == 0
fn g(n: u8) -> u8 {
    let mut i: u8 = 0;
    //@ invariant i <= n, forall|k: int| k * 0 == 0
    while i < n { i += 1; }
    i
}
`
	for _, d := range []Dialect{Kani, Contracts, Anodized} {
		r, err := File(spec.Parse(code), d)
		if err != nil {
			t.Fatal(err)
		}
		var left []string
		for _, o := range r.Omitted {
			left = append(left, o.Func+" "+o.Clause+" "+o.Text)
		}
		for _, want := range []string{"f requires x < 10", "f ensures result == x", "g invariant i <= n"} {
			if !slices.Contains(left, want) {
				t.Errorf("%s: %s is not left out of\n%s", d, want, r.Text)
			}
		}
		if slices.Contains(left, "g ensures result <= n") || r.Written != 1 {
			t.Errorf("%s: %d written, left out %q", d, r.Written, left)
		}
	}
}
