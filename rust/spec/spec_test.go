package spec

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"ensures/internal/require"
	"ensures/rust/toolchain"
)

// show prints an expression with all its parentheses.
func show(e Expr) string {
	all := func(xs []Expr) string {
		var out []string
		for _, x := range xs {
			out = append(out, show(x))
		}
		return strings.Join(out, ", ")
	}
	vars := func(ps []Param) string {
		var out []string
		for _, p := range ps {
			if p.Type == nil {
				out = append(out, p.Name)
			} else {
				out = append(out, p.Name+": "+p.Type.String())
			}
		}
		return "|" + strings.Join(out, ", ") + "|"
	}
	switch e := e.(type) {
	case *Lit:
		return e.Text + e.Suffix
	case *Name:
		return e.Path.String()
	case *Unary:
		return e.Op + show(e.X)
	case *Binary:
		return "(" + show(e.X) + " " + e.Op + " " + show(e.Y) + ")"
	case *Call:
		return e.Path.String() + "(" + all(e.Args) + ")"
	case *Method:
		return show(e.X) + "." + e.Name + "(" + all(e.Args) + ")"
	case *Field:
		return show(e.X) + "." + e.Name
	case *Index:
		return show(e.X) + "[" + show(e.I) + "]"
	case *View:
		return show(e.X) + "@"
	case *Cast:
		return "(" + show(e.X) + " as " + e.Type.String() + ")"
	case *Quant:
		return "(" + e.Op + vars(e.Vars) + " " + show(e.Body) + ")"
	case *Closure:
		return vars(e.Params) + " " + show(e.Body)
	case *If:
		return "if " + show(e.Cond) + " { " + show(e.Then) + " } else { " + show(e.Else) + " }"
	case *Let:
		return "let " + e.Name + " = " + show(e.Value) + "; " + show(e.Body)
	case *Match:
		return fmt.Sprintf("match %s with %d arms", show(e.X), len(e.Arms))
	case *Is:
		return "(" + show(e.X) + " is " + e.Pattern.Path.String() + ")"
	case *Tuple:
		return "(" + all(e.Xs) + ")"
	case *List:
		return "[" + all(e.Xs) + "]"
	}
	return fmt.Sprintf("%T", e)
}

func TestExpressions(t *testing.T) {
	for text, want := range map[string]string{
		"a + b * c":                          "(a + (b * c))",
		"a - b - c":                          "((a - b) - c)",
		"0 <= i < n":                         "((0 <= i) && (i < n))",
		"a ==> b ==> c":                      "(a ==> (b ==> c))",
		"a <== b":                            "(b ==> a)",
		"a && b ==> c || d":                  "((a && b) ==> (c || d))",
		"a <==> b == c":                      "(a <==> (b == c))",
		"&&& a &&& b ==> c":                  "(a && (b ==> c))",
		"a@ =~= b@.push(x)":                  "(a@ == b@.push(x))",
		"forall|i: int| p(i) ==> q":          "(forall|i: int| (p(i) ==> q))",
		"x && forall|i| i > 0 && y":          "(x && (forall|i| ((i > 0) && y)))",
		"forall|i: int| #[trigger] a[i] > 0": "(forall|i: int| (a[i] > 0))",
		"exists|i: int, j: nat| #![trigger a[i], b[j]] i < j": "(exists|i: int, j: nat| (i < j))",
		"i as int - 1 == n":                          "(((i as int) - 1) == n)",
		"(i as nat) < n":                             "((i as nat) < n)",
		"old(a).len() == a.len()":                    "(old(a).len() == a.len())",
		"s.filter(|x: i32| x % 2 == 0)":              "s.filter(|x: i32| ((x % 2) == 0))",
		"Seq::<i32>::empty()":                        "Seq<i32>::empty()",
		"seq![1, 2u8]":                               "[1, 2u8]",
		"r is Some":                                  "(r is Some)",
		"t.0.1":                                      "t.0.1",
		"-x * !y":                                    "(-x * !y)",
		"*v > 0 && &a == b":                          "((v > 0) && (a == b))",
		"if a { b } else if c { d } else { e }":      "if a { b } else { if c { d } else { e } }",
		"{ let k = a + 1; k * k }":                   "let k = (a + 1); (k * k)",
		"0x1F + 1_000usize + b'a'":                   "((31 + 1000usize) + 97u8)",
		"i64::MIN * n":                               "(i64::MIN * n)",
		"match x { Some(v) => v > 0, None => true }": "match x with 2 arms",
		"f::<u8>(a, b)":                              "f<u8>(a, b)",
	} {
		var errs []*Error
		p := &parser{src: text, toks: lex(text, &errs)}
		e := func() (out Expr) {
			defer func() {
				if x := recover(); x != nil {
					t.Errorf("%s: %v", text, x)
				}
			}()
			return p.expr()
		}()
		if e == nil {
			continue
		}
		if got := show(e); got != want || p.peek().kind != eof {
			t.Errorf("%s: got %s, want %s; rest %q", text, got, want, p.peek().text)
		}
		if s := e.Pos(); s.From != 0 && text[0] != '{' && text[0] != '*' && text[0] != '(' && text[0] != '&' || s.To > len(text) {
			t.Errorf("%s: span %v", text, s)
		}
	}
}

const verusText = `use vstd::prelude::*;
verus! {
spec fn twice(x: int) -> int { 2 * x }

proof fn lemma(x: int) requires x > 0 ensures twice(x) > x {}

struct Pair<T> { pub a: T, b: (u8, bool) }

impl<T> Pair<T> {
    fn first(&self) -> (r: &T)
        ensures r == self.a,
    {
        &self.a
    }
}

#[verifier::external_body]
fn f(a: &mut Vec<i32>, n: usize) -> (r: (i32, bool))
    requires old(a).len() == n, n > 0
    ensures a.len() == n
{
    let mut i = 0;
    (0, true)
}

fn g(n: u64) -> u64 {
    let mut i = 0;
    let ghost k = n;
    while i < n
        invariant
            i <= n,
        decreases n - i
    {
        assert(i < n) by { lemma(3); }
        i = i + 1;
        proof { lemma(1); assert(i <= n); }
    }
    i
}
}
`

func TestFile(t *testing.T) {
	f := Parse(verusText)
	for _, e := range f.Errs {
		t.Errorf("%d: %v", e.From, e)
	}
	var got []string
	for _, fn := range f.Funcs {
		got = append(got, fmt.Sprintf("%s %d %d clauses %d loops %d asserts trusted=%v", fn.Name, fn.Mode, len(fn.Clauses), len(fn.Loops), len(fn.Proof), fn.Trusted))
	}
	want := []string{"twice 2 0 clauses 0 loops 0 asserts trusted=false", "lemma 3 2 clauses 0 loops 0 asserts trusted=false",
		"Pair::first 1 1 clauses 0 loops 0 asserts trusted=false", "f 1 3 clauses 0 loops 0 asserts trusted=true", "g 1 0 clauses 1 loops 2 asserts trusted=false"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	g := f.Funcs[4]
	if l := g.Loops[0]; len(l.Clauses) != 2 || l.Clauses[0].Kind != Invariant || l.Clauses[1].Kind != Decreases || f.Src[l.From:l.From+5] != "while" {
		t.Errorf("loop %+v", l)
	}
	plain := f.Plain()
	if len(strings.Split(plain[:len(plain)-len(plainTail+verusTail)], "\n")) != len(strings.Split(verusText, "\n")) {
		t.Error("lines have moved")
	}
	for _, gone := range []string{"invariant", "twice", "lemma", "ensures r", "ghost", "vstd", "verus"} {
		if strings.Contains(plain[:len(plain)-len(plainTail+verusTail)], gone) {
			t.Errorf("%q is left in\n%s", gone, plain)
		}
	}
	if at := strings.Index(verusText, "i = i + 1"); plain[at:at+9] != "i = i + 1" {
		t.Error("columns have moved")
	}
	if !strings.Contains(plain, "_e(0);") || !strings.Contains(plain, "_e(1);") {
		t.Errorf("no marks in\n%s", plain)
	}
}

// TestComments: in an engineer's crate clauses stand in comments, and the compiler
// sees the file as it is.
func TestComments(t *testing.T) {
	const text = `//@ requires n < 100,
//@ ensures r == n * 2
pub fn double(n: u32) -> u32 {
    let mut i = 0;
    let mut s = 0;
    //@ invariant i <= n, s == 2 * i
    //@ decreases n - i
    while i < n {
        s += 2;
        i += 1;
    }
    s
}

fn plain(x: i32) -> i32 { x }
`
	f := Parse(text)
	if len(f.Errs) > 0 || len(f.Funcs) != 2 {
		t.Fatal(f.Errs, len(f.Funcs))
	}
	d := f.Funcs[0]
	if len(d.Clauses) != 2 || len(d.Loops) != 1 || len(d.Loops[0].Clauses) != 3 || len(f.Funcs[1].Clauses) != 0 {
		t.Errorf("clauses %+v, loops %+v", d.Clauses, d.Loops)
	}
	if got := f.Plain(); !strings.HasPrefix(got, text) {
		t.Errorf("the compiler sees another file:\n%s", got)
	}
}

func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"verus! { fn f(x: u8) requires x > { } }":               "expected an expression",
		"verus! { fn f(x: u8) ensures forall|i int| i > 0 {} }": "expected |",
		"verus! { fn f() ensures println!(\"a\") {} }":          "has no meaning in a clause",
		"fn f() { \"abc":                           "literal without an end",
		"/* /* */ fn f() {}":                       "comment without an end",
		"verus! { fn f(Ghost(x): Ghost<int>) {} }": "ghost parameters",
	} {
		f := Parse(text)
		found := false
		for _, e := range f.Errs {
			found = found || strings.Contains(e.Error(), want)
			if e.From < 0 || e.To > len(text) {
				t.Errorf("%s: place %d:%d", text, e.From, e.To)
			}
		}
		if !found {
			t.Errorf("%s: got %v, want %q", text, f.Errs, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(verusText)
	f.Add("//@ requires x\nfn f() { while a invariant b { } }")
	f.Add("r#\"a\"# 'a' 'b 1.5e+3 /* /* */ */")
	f.Fuzz(func(t *testing.T, text string) {
		file := Parse(text)
		for _, e := range file.Errs {
			if e.From < 0 || e.To > len(text) || e.From > e.To {
				t.Fatalf("place %d:%d of %d bytes", e.From, e.To, len(text))
			}
		}
		file.Plain()
	})
}

// TestVerusBench reads every task's verified file; the compiler takes what is left
// of it.
func TestVerusBench(t *testing.T) {
	require.Tool(t, "rustc")
	tc, err := toolchain.Find(context.Background(), toolchain.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(require.Shared(t, "data/rust/verusbench.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	// Half of the tasks, by a hash of the name, was looked at while this was written.
	var all, read [2]int
	for line := range strings.Lines(string(text)) {
		var task struct{ Task_id, Ground_truth string }
		if err := json.Unmarshal([]byte(line), &task); err != nil {
			t.Fatal(err)
		}
		if testing.Short() && !require.Sample(task.Task_id, 8) {
			continue
		}
		half := int(sha256.Sum256([]byte(task.Task_id))[0] % 2)
		all[half]++
		f := Parse(task.Ground_truth)
		plain, _, err := tc.MIR(context.Background(), toolchain.Crate{Name: task.Task_id, Source: f.Plain()})
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Errs) == 0 && plain != "" {
			read[half]++
		} else {
			t.Logf("%s is not read", task.Task_id)
		}
	}
	t.Logf("read: %d of %d seen, %d of %d unseen", read[0], all[0], read[1], all[1])
	if n, of := read[0]+read[1], all[0]+all[1]; n == 0 || n*90 < of*85 {
		t.Errorf("%d of %d files are read", n, of)
	}
}
