package spec

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ensures/bench"
	"ensures/internal/golden"
	"ensures/rust/cargo"
	"ensures/rust/measure"
	rustpropose "ensures/rust/propose"
	"ensures/tools"
	"ensures/verify"
	"ensures/verify/rust/rusttest"
)

// onMachine is how functions of Rust are worked on with the machine's compiler, solvers and
// sandbox.
func onMachine(t *testing.T) Rust {
	t.Helper()
	o := rusttest.Open(t)
	o.Inputs = 200
	return Rust{
		In: func(context.Context, string, string) (rustpropose.Options, *cargo.Flat, error) {
			return o, nil, nil
		},
		Backend: o.Backend, Measure: measure.Options{Seed: 1},
	}
}

// rustTask is a function of a source.
func rustTask(t *testing.T, src, name string) *bench.Task {
	t.Helper()
	tasks, err := rustTasks(src)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(tasks, func(t *bench.Task) bool { return t.Method == name })
	if at < 0 {
		t.Fatalf("no function %s", name)
	}
	tasks[at].Source = src // with the clauses that it has
	return tasks[at]
}

func rustSession(t *testing.T, src, name string, r Rust) *tools.Registry {
	t.Helper()
	reg, err := tools.NewRegistry(New(rustTask(t, src, name), Options{Rust: r, Bar: Bar{PostCorr: 0.9, PostComp: 0.9, PreCorr: 0.5}}).Tools()...)
	if err != nil {
		t.Fatal(err)
	}
	return reg
}

const mostSource = `// The largest of some numbers.
pub fn most(a: &Vec<i32>) -> i32 {
    let mut m = a[0];
    let mut i = 1;
    while i < a.len() {
        if a[i] > m {
            m = a[i];
        }
        i += 1;
    }
    m
}

pub fn half(x: u32) -> u32 { x / 2 }
`

const (
	mostSpec = `requires a.len() > 0
		ensures forall|k: int| 0 <= k < a.len() ==> a[k] <= result
		ensures exists|k: int| 0 <= k < a.len() && a[k] == result`
	mostLoop = `invariant 1 <= i <= a.len()
		invariant forall|k: int| 0 <= k < i ==> a[k] <= m
		invariant exists|k: int| 0 <= k < i && a[k] == m
		decreases a.len() - i`
)

// most is the source with lines before the function and before its loop.
func most(spec, loop string) string {
	s := strings.Replace(mostSource, "pub fn most", rustLines("", spec)+"pub fn most", 1)
	return strings.Replace(s, "    while", rustLines("    ", loop)+"    while", 1)
}

func rustLines(in, lines string) string {
	var b strings.Builder
	for l := range strings.Lines(lines) {
		b.WriteString(in + "//@ " + strings.TrimSpace(l) + "\n")
	}
	return b.String()
}

// From nothing to complete, with the real compiler, verifier and runs: the results have the
// shape of Java's.
func TestRustWayToCompletion(t *testing.T) {
	reg := rustSession(t, mostSource, "most", onMachine(t))

	v := call[verdict](t, reg, "verify_rust", code{most(mostSpec, "invariant 1 <= i <= a.len()")})
	if v.Verdict == "verified" || len(v.Failures) == 0 || v.Failures[0].Class == "" || v.Failures[0].Line == 0 || v.Verifier != "rust" || !v.Unchanged {
		t.Errorf("without invariants: %+v", v)
	}
	a := call[analysis](t, reg, "analyze_errors", code{most(mostSpec, "invariant 1 <= i <= a.len()")})
	if !strings.Contains(a.Text, v.Failures[0].Class) || a.First == "" || len(a.Classes) == 0 {
		t.Errorf("analysis: %+v", a)
	}
	v = call[verdict](t, reg, "verify_rust", code{most("requires a.len() > 0\nensures result == a[0]", mostLoop)})
	if v.Verdict != "refuted" || len(v.Failures) == 0 || !strings.Contains(v.Failures[0].Counterexample, "a = [") {
		t.Errorf("a run breaks it: %+v", v)
	}

	weak := most("requires a.len() > 0\nensures true", "invariant 1 <= i <= a.len()")
	v = call[verdict](t, reg, "verify_rust", code{weak})
	m := call[measured](t, reg, "run_spec_harness", code{weak})
	if v.Verdict != "verified" || *m.Strict.PostCorr != 1 || *m.Strict.PostComp != 0 || len(m.Survivors) == 0 || len(m.Missing) != 1 {
		t.Errorf("weak: %+v %+v", v, m)
	}
	d := call[completion](t, reg, "task_complete", code{weak})
	if d.Accepted || d.Success || len(d.Missing) != 1 || !strings.Contains(d.Missing[0], "PostComp (strict) is 0.00; at least 0.90") {
		t.Errorf("weak is complete: %+v", d)
	}

	// Fenced, and with blank lines around it, as models hand it in.
	d = call[completion](t, reg, "task_complete", code{"```rust\n\n" + most(mostSpec, mostLoop) + "\n```"})
	if !d.Accepted || !d.Success || d.Verdict != "verified" || *d.Strict.PostComp < 0.9 || !d.Unchanged {
		t.Errorf("good: %+v", d)
	}
}

// hostileSource has what a hostile candidate would hide something in, or behind.
const hostileSource = `const NOTE: &str = "
not code";
/*
pub fn half(x: u32) -> u32 { x }
*/
#[derive(Clone)]
pub struct Coin { cents: u8 }
mod inner { pub fn double(x: u8) -> u8 { x / 2 } }

pub fn id(x: u32) -> u32 { x }

pub fn half(x: u32) -> u32 {
    let y = id(x);
    y / 2
}
`

const honest = "//@ ensures result == x / 2\npub fn half"

// TestRustHostile: whatever a candidate does beside specifying, it is never accepted, and it
// is said why; nothing that it adds to the code is compiled.
func TestRustHostile(t *testing.T) {
	r := onMachine(t)
	src := strings.Replace(hostileSource, "pub fn id", "//@ ensures result == x\npub fn id", 1)
	reg := rustSession(t, src, "half", r)
	put := func(old, now string) string {
		out := strings.Replace(strings.Replace(src, "\npub fn half(x: u32) -> u32 {\n", "\n"+honest+"(x: u32) -> u32 {\n", 1), old, now, 1)
		if out == src {
			t.Fatalf("no %q", old)
		}
		return out
	}
	if d := call[completion](t, reg, "task_complete", code{put("", "")}); !d.Success {
		t.Fatalf("the honest one: %+v", d)
	}
	const changed = "the code was changed"
	for name, c := range map[string]struct{ code, want string }{
		// Other code.
		"a digit":                    {put("y / 2", "y / 3"), changed + ": line 16 is `    y / 3` where the task has `    y / 2`"},
		"a blank":                    {put("y / 2", "y  / 2"), changed},
		"cut off":                    {strings.TrimSuffix(put("", ""), "}\n"), changed + ": it ends before `}`"},
		"a function behind it":       {put("", "") + "fn g() {}\n", changed + ": line 18 has `fn g() {}` after the task's end"},
		"an attribute of the file":   {"#![allow(arithmetic_overflow)]\n" + put("", ""), changed},
		"an attribute of a function": {put("pub fn half", "#[cfg(any())]\npub fn half"), changed},
		"another body by cfg":        {put("pub fn half", "#[cfg(not(any()))]\npub fn half(x: u32) -> u32 { 0 }\n#[cfg(any())]\npub fn half"), changed},
		"external_body":              {put("pub fn half", "#[verifier::external_body]\npub fn half"), changed},
		"a macro":                    {put("pub fn id", "macro_rules! id { ($x:expr) => { 0 } }\npub fn id"), changed},
		"a module from a file":       {put("mod inner", "#[path = \"/etc/passwd\"] mod m;\nmod inner"), changed},
		"a file's text":              {put("not code", "\", include_str!(\"/etc/passwd\"), \""), changed},
		"a verus! block":             {put("pub fn half", "verus! { proof fn lemma() ensures false { admit(); } }\npub fn half"), changed},
		"a crate":                    {"extern crate proc_macro;\n" + put("", ""), changed},
		"a comment behind code":      {put("let y = id(x);", "let y = id(x); //@ assume(y == 0);"), changed},
		"an import":                  {"use std::process::exit as id;\n" + put("", ""), changed},
		"a shebang of blanks":        {" \t\x0b" + put("", ""), changed},

		// What looks like a comment for clauses and is none, or is more.
		"a line of a text":              {put("not code", "//@ ensures true\nnot code"), changed},
		"code taken out of a comment":   {put("/*\npub fn half(x: u32) -> u32 { x }\n*/", "/*\n//@ */\npub fn half(x: u32) -> u32 { x }\n//@ /*\n*/"), changed},
		"code put into a comment":       {put("#[derive(Clone)]", "//@ /*\n#[derive(Clone)]\n//@ */"), "comment without an end"},
		"code put into a text":          {put("#[derive(Clone)]", "//@ \"\n#[derive(Clone)]\n//@ \""), "literal without an end"},
		"code put into brackets":        {put("#[derive(Clone)]", "//@ (\n#[derive(Clone)]\n//@ )"), "( in a comment for specifications"},
		"code put into a macro":         {put("#[derive(Clone)]", "//@ hidden! [\n#[derive(Clone)]\n//@ ]"), "in a comment for specifications"},
		"code put into a proof":         {put("    let y = id(x);", "    //@ proof {\n    let y = id(x);\n    //@ }"), "what begins in a comment must end in it"},
		"code put into a spec fn":       {put("pub fn id", "//@ spec fn id2(x: int) -> int {\npub fn id"), ""},
		"an attribute in a comment":     {put(honest, "//@ #[verifier::external_body]\n"+honest), "attribute in a comment for specifications"},
		"a test":                        {put(honest, "//@ #[test]\n"+honest), "attribute in a comment for specifications"},
		"a type in a comment":           {put("pub struct", "//@ struct Coin { }\npub struct"), "struct in a comment for specifications"},
		"an impl in a comment":          {put("pub struct", "//@ impl Coin { }\npub struct"), ""},
		"a verus! block in a comment":   {put(honest, "//@ verus! { }\n"+honest), "verus in a comment for specifications"},
		"a lemma in a comment":          {put(honest, "//@ proof fn lemma() ensures false { }\n"+honest), "in a comment for specifications"},
		"a clause that goes on in code": {put("    let y", "    //@ assert(x ==\n    let y"), ""},

		// What would be believed.
		"assume":                    {put("    y / 2", "    //@ assume(false);\n    y / 2"), "line 16 assumes: `assume(false);`; use assert"},
		"assume in a proof":         {put("    y / 2", "    //@ proof { assume(false); }\n    y / 2"), "assumes: `proof { assume(false); }`"},
		"admit":                     {put("    y / 2", "    //@ proof { admit(); }\n    y / 2"), "assumes: `proof { admit(); }`"},
		"admit by itself":           {put("    y / 2", "    //@ admit();\n    y / 2"), "admit in a comment for specifications"},
		"a spec fn with a promise":  {put(honest, "//@ spec fn p(x: int) -> bool ensures false { true }\n"+honest), "promises something of spec fn `p`"},
		"a spec fn without a value": {put("result == x / 2", "result == h(x)\n//@ spec fn h(x: u32) -> u32;"), "declares spec fn `h` without a value"},
		"a spec fn by the name of one of the code": {put(honest, "//@ spec fn half(x: u32) -> u32 { x / 2 }\n//@ ensures result == half(x)\npub fn half"), "defines spec fn `half`, a name that something else of the file has"},
		"a spec fn by the name of another's":       {put(honest, "//@ spec fn double(x: int) -> int { x }\n"+honest), "defines spec fn `double`"},
		"a spec fn by the name of a type":          {put(honest, "//@ spec fn Coin(x: int) -> int { x }\n"+honest), "defines spec fn `Coin`"},
		"own old":                                  {put(honest, "//@ spec fn old(x: u32) -> int { 0 }\n//@ ensures old(x) == 0\n"+honest), ""},
		"a spec fn without an end":                 {put(honest, "//@ spec fn f(x: int) -> int { f(x) + 1 }\n//@ ensures f(0) == f(0) + 1\n"+honest), ""},
		"a lie about another function":             {put("ensures result == x\n", "ensures result == x + 1\n"), ""},
		"a demand on another function":             {put("ensures result == x\n", "requires x == 7\n//@ ensures result == x\n"), ""},
		"a precondition nobody fulfils":            {put("result == x / 2", "result == 77\n//@ requires x < 3, x > 5"), ""},
		"no specification":                         {src, "the function half has no specification"},
		"a decreases alone":                        {put("ensures result == x / 2", "decreases x"), ""},
		"narrow":                                   {put(honest, "//@ requires x == 4\n"+honest), "PreCorr (strict) is "},
		"a mistyped word":                          {put("    y / 2", "    //@ asume(false);\n    y / 2"), "asume in a comment for specifications"},
	} {
		t.Run(name, func(t *testing.T) {
			read := strings.Contains(c.want, changed) || strings.Contains(c.want, "comment") || strings.Contains(c.want, "without an end")
			if testing.Short() && !read {
				t.Skip("it is compiled and run")
			}
			d := call[completion](t, reg, "task_complete", code{c.code})
			told := strings.Join(d.Missing, "\n")
			if d.Accepted || d.Success || len(d.Missing) == 0 || !strings.Contains(told, c.want) {
				t.Errorf("want %q in %+v", c.want, d)
			}
			t.Log(d.Verdict, told)

			// No judge takes it for verified either, whatever else is known of it.
			args, _ := json.Marshal(code{c.code})
			raw, _ := json.Marshal(d)
			j := NewJudge(Bar{})
			j.Observe(tools.Call{Name: "task_complete", Args: args, Result: tools.Result{JSON: raw}})
			if name != "narrow" && j.rank(j.best)[0] == 1 {
				t.Errorf("the judge counts it as verified: %+v", j.Best())
			}
		})
	}
}

// TestRustChangedCodeIsNotRun: of code that a model changed not even the compiler hears.
func TestRustChangedCodeIsNotRun(t *testing.T) {
	asked := 0
	r := Rust{Backend: said{err: errors.New("asked")}, In: func(context.Context, string, string) (rustpropose.Options, *cargo.Flat, error) {
		asked++
		return rustpropose.Options{}, nil, errors.New("asked")
	}}
	reg := rustSession(t, mostSource, "most", r)
	bad := strings.Replace(most(mostSpec, mostLoop), "m\n}", "unsafe { std::arch::asm!(\"hlt\") }\n}", 1)
	for _, tool := range []string{"verify_rust", "run_spec_harness", "task_complete"} {
		if _, err := try[map[string]any](t, reg, tool, code{bad}); err != nil {
			t.Errorf("%s: %v", tool, err)
		}
	}
	for _, tool := range []string{"analyze_errors", "list_surviving_mutants"} {
		_, err := try[map[string]any](t, reg, tool, code{bad})
		if bad := (*tools.BadCall)(nil); !errors.As(err, &bad) || !strings.Contains(err.Error(), "the code was changed") {
			t.Errorf("%s: %v", tool, err)
		}
	}
	if asked > 0 {
		t.Error("the compiler was asked")
	}
	if v := call[verdict](t, reg, "verify_rust", code{most(mostSpec, mostLoop)}); v.Verdict != "unknown" || !strings.Contains(v.Failures[0].What, "asked") {
		t.Errorf("the test shows nothing: %+v", v)
	}
}

const coinSource = `pub struct Purse { pub coins: Vec<u8>, pub open: bool }

impl Purse {
    pub fn put(&mut self, coin: u8) -> usize {
        if !self.open { panic!("closed"); }
        self.coins.push(coin);
        self.coins.len()
    }
}

pub fn first(text: &str) -> Option<char> { text.chars().next() }
pub fn forever(x: u8) -> u8 { loop { if x == 0 { return x; } } }
`

// What a function does on values of one's own, and what a condition is then.
func TestRustRunAndEvaluate(t *testing.T) {
	r := onMachine(t)
	reg := rustSession(t, coinSource, "Purse::put", r)
	in := runIn{Args: []string{"7"}, Receiver: "Purse { coins: vec![1, 2], open: true }"}
	if got := call[runOut](t, reg, "run_method", in); got.Output != "3, self = Purse { coins: [1, 2, 7], open: true }" || got.Threw || got.Input != "self = Purse { coins: [1, 2], open: true }, coin = 7" {
		t.Errorf("%+v", got)
	}
	if got := call[runOut](t, reg, "run_method", runIn{Args: []string{"7"}, Receiver: "Purse { coins: [], open: false }"}); !got.Threw || !strings.Contains(got.Output, "panics: closed") {
		t.Errorf("%+v", got)
	}
	for x, want := range map[string]string{
		"result == old(self).coins.len() + 1": "true",
		"self.coins[0] == coin":               "false",
		"self.coins[9] == coin":               "unknown",
		"forall|i: int| 0 <= i < 2 ==> self.coins[i] == old(self).coins[i];": "true",
	} {
		if got := call[evaluateOut](t, reg, "evaluate_rust", evaluateIn{Expression: x, Args: in.Args, Receiver: in.Receiver}); got.Value != want || (want == "unknown") != (got.Reason != "") {
			t.Errorf("%s: %+v", x, got)
		}
	}
	if got := call[runOut](t, rustSession(t, coinSource, "first", r), "run_method", runIn{Args: []string{`"äb"`}}); got.Output != "Some('ä')" {
		t.Errorf("%+v", got)
	}
	for _, c := range []struct {
		function, name string
		args           any
		want           string
	}{
		{"Purse::put", "run_method", runIn{Args: []string{"7"}}, "`receiver` is missing"},
		{"first", "run_method", runIn{Args: []string{`"a"`}, Receiver: "1"}, "takes no self"},
		{"first", "run_method", runIn{Args: []string{}}, "`args` has 0 values; first takes first(text: &str) -> Option<char>"},
		{"first", "run_method", runIn{Args: []string{`std::fs::read_to_string("/etc/passwd").unwrap()`}}, "is no value for text: column 1: expected a value of str"},
		{"Purse::put", "run_method", runIn{Args: []string{"256"}, Receiver: in.Receiver}, "256 is no value of u8"},
		{"forever", "run_method", runIn{Args: []string{"1"}}, "it did not end within a second"},
		{"first", "evaluate_rust", evaluateIn{Expression: "result ==", Args: []string{`"a"`}}, "is none of the clause language: expected an expression"},
		{"first", "evaluate_rust", evaluateIn{Expression: "result == 1) || (true", Args: []string{`"a"`}}, "the expression ends here"},
		{"first", "evaluate_rust", evaluateIn{Expression: "reslut == 1", Args: []string{`"a"`}}, "unknown name reslut"},
	} {
		_, err := try[map[string]any](t, rustSession(t, coinSource, c.function, r), c.name, c.args)
		var bad *tools.BadCall
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %+v: %v, want %q", c.name, c.args, err, c.want)
		}
	}
}

func TestRustSurvivorsAndProposals(t *testing.T) {
	reg := rustSession(t, mostSource, "half", onMachine(t))
	weak := strings.Replace(mostSource, "pub fn half", "//@ ensures result <= x\npub fn half", 1)
	s := call[survivorsOut](t, reg, "list_surviving_mutants", map[string]any{"code": weak, "limit": 3})
	if len(s.Survivors) != 3 || s.Survived < 3 || !strings.Contains(s.Survivors[0], "your spec also accepts") {
		t.Errorf("%+v", s)
	}
	_, err := try[survivorsOut](t, reg, "list_surviving_mutants", map[string]any{"code": strings.Replace(weak, "result <= x", "result <= y", 1)})
	if err == nil || !strings.Contains(err.Error(), "line 14") {
		t.Errorf("a name that there is not: %v", err)
	}
	p := call[proposeOut](t, reg, "propose_clauses", map[string]any{"seconds": 5})
	if len(p.Clauses) == 0 || !strings.Contains(p.Code, "//@ ensures result == x / 2") || *p.Strict.PostCorr != 1 {
		t.Errorf("%+v", p)
	}
	if d := call[completion](t, reg, "task_complete", code{p.Code}); !d.Success {
		t.Errorf("what the engine proposes: %+v", d)
	}
}

// Without a task the language is told from the file, or said; each tool is for the language
// whose name it has.
func TestRustOpen(t *testing.T) {
	o := Options{Runtime: runtime(), Prepare: bench.Options{Inputs: 50}, Rust: Rust{In: func(context.Context, string, string) (rustpropose.Options, *cargo.Flat, error) {
		return rustpropose.Options{}, nil, errors.New("asked")
	}, Backend: said{out: verify.Outcome{Verdict: verify.Refuted, Backend: "said"}}}}
	reg, err := tools.NewRegistry(Open(o).Tools()...)
	if err != nil {
		t.Fatal(err)
	}
	_, err = try[verdict](t, reg, "verify_rust", code{mostSource})
	if err == nil || !strings.Contains(err.Error(), "which function? call open_task with method set to one of [most half]") {
		t.Errorf("two functions: %v", err)
	}
	if o := call[openOut](t, reg, "open_task", openIn{Code: most("ensures false", ""), Method: "most"}); o.Task != "most" || o.Language != "rust" || len(o.Methods) != 2 {
		t.Errorf("%+v", o)
	}
	if v := call[verdict](t, reg, "verify_rust", code{most(mostSpec, mostLoop)}); v.Verdict != "refuted" || !v.Unchanged {
		t.Errorf("%+v", v)
	}
	if _, err := try[verdict](t, reg, "verify_with_openjml", code{mostSource}); err == nil || !strings.Contains(err.Error(), "the task most is a function of Rust: call verify_rust or evaluate_rust") {
		t.Errorf("Java's tool: %v", err)
	}
	if o := call[openOut](t, reg, "open_task", openIn{Code: maxSource, Method: "max"}); o.Task != "Max.max" || o.Language != "java" {
		t.Errorf("%+v", o)
	}
	if _, err := try[verdict](t, reg, "verify_rust", code{mostSource}); err == nil || !strings.Contains(err.Error(), "is a method of Java: call verify_with_openjml") {
		t.Errorf("Rust's tool: %v", err)
	}
	if _, err := try[openOut](t, reg, "open_task", openIn{Code: maxSource, Language: "rust"}); err == nil || !strings.Contains(err.Error(), "function") {
		t.Errorf("Java as Rust: %v", err)
	}
	if _, err := try[openOut](t, reg, "open_task", openIn{Code: "fn f( {"}); err == nil || !strings.Contains(err.Error(), "mistakes") {
		t.Errorf("neither: %v", err)
	}
}

// Carry writes a candidate's comments into the file, and every other byte is the file's.
func TestRustCarry(t *testing.T) {
	file := "//@ spec fn used() -> int { 1 }\n//@ ensures result == used()\nfn g() -> u8 { 1 }\r\n\n/// Doc.\n//@ ensures old\n#[inline]\nfn f(n: u8) {\n    //@ invariant old\n    while false { }\n}"
	task := &bench.Task{Language: bench.Rust, Source: file, Method: "f"}
	for _, c := range []struct{ name, cand, want, wrong string }{
		{name: "other clauses", cand: "\n\n//@ ensures result == 1\nfn g() -> u8 { 1 }\n\n//@ ensures new\n/// Doc.\n#[inline]\nfn f(n: u8) {\n    //@ invariant new\n    //@ decreases n\n    while false { }\n}\n//@ ensures behind\n",
			want: "//@ spec fn used() -> int { 1 }\n//@ ensures result == used()\nfn g() -> u8 { 1 }\r\n\n//@ ensures new\r\n/// Doc.\n#[inline]\nfn f(n: u8) {\n    //@ invariant new\r\n    //@ decreases n\r\n    while false { }\n}"},
		{name: "changed", cand: strings.Replace(file, "u8 { 1 }", "u8 { 2 }", 1), wrong: "the code was changed: line 3"},
	} {
		got, err := Carry(task, file, c.cand)
		if c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)) || c.wrong == "" && (err != nil || got != c.want) {
			t.Errorf("%s: %v\n%q\nwant\n%q", c.name, err, got, c.want)
		}
	}
	bare := &bench.Task{Language: bench.Rust, Source: mostSource, Method: "most"}
	if got, err := Carry(bare, mostSource, most(mostSpec, mostLoop)); err != nil || got != most(mostSpec, mostLoop) {
		t.Errorf("%v\n%s", err, got)
	}
}

// What a model reads about the tools for Rust: nothing of Java is left in it.
func TestRustDescriptions(t *testing.T) {
	var b strings.Builder
	for _, tool := range New(rustTask(t, mostSource, "most"), Options{}).Tools() {
		b.WriteString(tool.Markdown() + "\n")
		for _, e := range tool.Examples {
			if e.Text != "" {
				continue
			}
			raw, err := json.Marshal(e.Args)
			if err != nil {
				t.Fatal(err)
			}
			if problems := tool.Check(raw); len(problems) > 0 {
				t.Errorf("example of %s: %v", tool.Name, problems)
			}
		}
	}
	for _, word := range []string{"Java", "JML", "openjml", "\\result", "throws", "exception"} {
		if strings.Contains(b.String(), word) {
			t.Errorf("%s in it", word)
		}
	}
	golden.Text(t, filepath.Join("testdata", "tools_rust.md"), b.String())
	b.Reset()
	for _, tool := range Open(Options{}).Tools() {
		b.WriteString(tool.Markdown() + "\n")
	}
	golden.Text(t, filepath.Join("testdata", "tools_open.md"), b.String())
}

// A choice of tools is of those of the task's language, whichever language's name is given.
func TestRustOffer(t *testing.T) {
	task := rustTask(t, mostSource, "most")
	reg, err := Offer(task, Options{}, []string{"evaluate_jml", " run_method"})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range reg.Tools() {
		names = append(names, tool.Name)
	}
	if got := strings.Join(names, " "); got != "verify_rust analyze_errors run_spec_harness task_complete run_method evaluate_rust" {
		t.Error(got)
	}
	var unknown *UnknownToolError
	if _, err := Offer(task, Options{}, []string{"evaluate"}); !errors.As(err, &unknown) || !slices.Contains(unknown.Known, "evaluate_rust") || slices.Contains(unknown.Known, "evaluate_jml") {
		t.Errorf("%v", err)
	}
}
