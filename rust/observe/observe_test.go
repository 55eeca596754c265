package observe

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ensures/rust/spec"
	"ensures/rust/toolchain/toolchaintest"
	"ensures/rust/values"
)

// all wants every function that has arguments or a result to see.
func all(*spec.Func) bool { return true }

const kinds = `
use std::fmt::Debug;
#[derive(Clone, PartialEq, Debug)]
enum Shape { Point, Circle(u8), Box { w: i16, h: Box<Shape> } }
struct Stack<T> { items: Vec<T>, top: Option<T> }
impl<T: Clone> Stack<T> {
    fn push(&mut self, x: T) -> usize { self.top = Some(x.clone()); self.items.push(x); self.items.len() }
    fn new() -> Stack<T> { Stack { items: Vec::new(), top: None } }
}
fn id_shape(s: Shape) -> Shape { s }
fn id_text(s: &str, t: String, c: char) -> (String, char, usize) { (s.to_string() + &t, c, s.len()) }
fn id_nums(a: i8, b: u128, c: isize, d: f64, e: bool) -> (i8, u128, isize, f64, bool) { (a, b, c, d, e) }
fn swap(v: &mut [i32], w: &mut Vec<u8>, i: usize) { v.swap(0, i); w.push(7); }
fn array(a: [u8; 3], b: &[Option<i32>], c: Result<u8, String>) -> ([u8; 3], Vec<Option<i32>>, Result<u8, String>) { (a, b.to_vec(), c) }
fn first<T: Ord>(v: &[T]) -> &T { &v[0] }
fn add(x: u8, y: u8) -> u8 { println!("ensures:0 0 r 9"); x + y }
fn refused(f: fn(i32) -> i32) -> i32 { f(1) }
fn closure<F: Fn(i32) -> i32>(f: F) -> i32 { f(1) }
fn holds(x: &mut Vec<&mut i32>) {}
fn spin(n: u8) -> u8 { if n > 3 { loop {} } n }
fn dies(n: u8) -> u8 { if n > 3 { std::process::abort() } n }
fn deep(n: u32) -> u32 { if n == 0 { 0 } else { deep(n - 1) + 1 } }
fn main() { assert!(false); }
`

// TestValuesGoThrough: what a function gives back unchanged is what it was given, and
// what cannot be called is refused alone, by name.
func TestValuesGoThrough(t *testing.T) {
	tc := toolchaintest.Runner(t)
	file := spec.Parse(kinds)
	p, err := Build(t.Context(), tc, "kinds.rs", file, all)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	var refused []string
	for _, f := range file.Funcs {
		if err := p.Refused[f]; err != nil {
			refused = append(refused, f.Name+": "+strings.SplitAfter(err.Error(), "expected")[0])
		}
	}
	want := []string{"refused: not supported: type fn(i32) -> i32", "closure: not supported: call: expected", "holds: not supported: mutable reference inside of a value"}
	if diff := cmp.Diff(want, refused); diff != "" {
		t.Error(diff)
	}

	same := map[string]bool{"id_shape": true, "id_text": true, "id_nums": true, "array": true}
	for _, f := range p.Funcs {
		in := Inputs(f, file, 60, 1, nil)
		calls, err := p.Run(t.Context(), f, in, Options{})
		if err != nil {
			t.Fatalf("%s: %v", f.Spec.Name, err)
		}
		returned := 0
		for _, c := range calls {
			if c.End == Returned {
				returned++
			}
			switch name := f.Spec.Name; {
			case name == "id_shape" && !values.Equal(c.Result, c.Args[0]),
				(name == "id_nums" || name == "array") && !values.Equal(c.Result, &values.Value{Kind: values.Data, Items: c.Args}),
				name == "id_text" && (string(c.Result.Items[0].Text) != string(c.Args[0].Text)+string(c.Args[1].Text) || !values.Equal(c.Result.Items[1], c.Args[2])),
				name == "Stack::push" && (len(c.After[0].Items[0].Items) != len(c.Args[0].Items[0].Items)+1 || !values.Equal(c.After[0].Items[1].Items[0], c.Args[1])),
				name == "swap" && c.End == Returned && len(c.After[1].Items) != len(c.Args[1].Items)+1:
				t.Errorf("%s%v gave %v, after %v", name, c.Args, c.Result, c.After)
			}
		}
		if same[f.Spec.Name] && returned != len(in) || returned == 0 && f.Spec.Name != "main" {
			t.Errorf("%s: %d of %d calls returned", f.Spec.Name, returned, len(in))
		}
	}
}

// TestEnds: a panic, an overflow, an endless loop, an abort and a stack that is too deep
// are told apart, and the calls after them are made.
func TestEnds(t *testing.T) {
	tc := toolchaintest.Runner(t)
	file := spec.Parse(kinds)
	p, err := Build(t.Context(), tc, "kinds.rs", file, all)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	number := func(f *Func, ns ...int64) [][]*values.Value {
		var out [][]*values.Value
		for _, n := range ns {
			var in []*values.Value
			for range f.Params {
				v, _ := values.Smallest(f.Params[0].Type, 0)
				v.Int.SetInt64(n)
				in = append(in, v)
			}
			out = append(out, in)
		}
		return out
	}
	for name, c := range map[string]struct {
		in   []int64
		want string
	}{
		"add":  {[]int64{1, 200, 3}, "returned 2, panicked attempt to add with overflow, returned 6"},
		"spin": {[]int64{1, 9, 2, 7, 3}, "returned 1, endless, returned 2, endless, returned 3"},
		"dies": {[]int64{1, 9, 2}, "returned 1, died, returned 2"},
		"deep": {[]int64{5, 1 << 30, 6}, "returned 5, died, returned 6"},
	} {
		for _, f := range p.Funcs {
			if f.Spec.Name != name {
				continue
			}
			calls, err := p.Run(t.Context(), f, number(f, c.in...), Options{})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, k := range calls {
				got = append(got, strings.TrimSpace(fmt.Sprint([]string{"invalid", "returned", "panicked", "endless", "died"}[k.End], " ", map[bool]any{true: k.Result, false: k.Panic}[k.End == Returned])))
			}
			if diff := cmp.Diff(c.want, strings.Join(got, ", ")); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
	}
}

// TestConfined: code that is observed reaches no file and no network, and writes
// nothing.
func TestConfined(t *testing.T) {
	tc := toolchaintest.Runner(t)
	file := spec.Parse(`
fn reads() -> bool { std::fs::read("/etc/passwd").is_ok() || std::fs::read_dir("/home").is_ok() || std::fs::read_dir("/proc/self").is_ok() }
fn writes() -> bool { std::fs::write("x", "x").is_ok() || std::fs::write("/tmp/x", "x").is_ok() || std::fs::write("/x", "x").is_ok() }
fn starts() -> bool { std::process::Command::new("/bin/sh").arg("-c").arg("true").status().is_ok() }
fn speaks() -> bool { std::net::UdpSocket::bind("0.0.0.0:0").and_then(|s| s.send_to(b"x", "1.1.1.1:53")).is_ok() }
`)
	p, err := Build(t.Context(), tc, "hostile.rs", file, all)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for _, f := range p.Funcs {
		calls, err := p.Run(t.Context(), f, [][]*values.Value{nil}, Options{})
		if err != nil || len(calls) != 1 || calls[0].End != Returned || calls[0].Result.True() {
			t.Errorf("%s: %+v %v", f.Spec.Name, calls, err)
		}
	}
}

func TestFileThatDoesNotCompile(t *testing.T) {
	tc := toolchaintest.Runner(t)
	_, err := Build(t.Context(), tc, "a.rs", spec.Parse("fn f(x: i32) -> i32 {\n    \"x\"\n}\n"), all)
	if err == nil || err.Error() != "a.rs:2:5: error[E0308]: mismatched types" {
		t.Errorf("got %v", err)
	}
}

// TestFileThatReads: what the compiler reads beside the file does not get into a program.
func TestFileThatReads(t *testing.T) {
	tc := toolchaintest.Runner(t)
	_, err := Build(t.Context(), tc, "a.rs", spec.Parse("fn f() -> &'static str { include_str!(\"/etc/hostname\") }\n"), all)
	if err == nil || !strings.Contains(err.Error(), "/etc/hostname") {
		t.Errorf("got %v", err)
	}
}
