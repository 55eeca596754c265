package spec

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ensures/bench"
	"ensures/internal/golden"
	"ensures/tools"
	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
	"ensures/verify/refute"
)

// runtime is shared: reading the class library takes time.
var runtime = sync.OnceValue(bench.NewRuntime)

// solver is the native verifier over z3.
func solver(t *testing.T) verify.Backend {
	t.Helper()
	b := nativetest.Backend(t, native.Options{Library: runtime().Types, Quick: time.Second, Patient: 5 * time.Second, Processes: 1})
	return refute.Wrap(b, refute.Options{Runtime: runtime()})
}

// said is a backend that gives one answer to everything.
type said struct {
	out verify.Outcome
	err error
}

func (said) Name() string                            { return "said" }
func (said) Version(context.Context) (string, error) { return "1", nil }
func (s said) Verify(context.Context, verify.Request) (verify.Outcome, error) {
	return s.out, s.err
}

func taskOf(t *testing.T, src, method string) *bench.Task {
	t.Helper()
	tasks, errs := bench.MethodsOf("Task.java", src)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, task := range tasks {
		if task.Method == method {
			return task
		}
	}
	t.Fatalf("no method %s", method)
	return nil
}

func session(t *testing.T, src, method string, b verify.Backend) *tools.Registry {
	t.Helper()
	s := New(taskOf(t, src, method), Options{Runtime: runtime(), Backend: b, Prepare: bench.Options{Inputs: 150},
		Bar: Bar{PostCorr: 0.9, PostComp: 0.9, PreCorr: 0.5}})
	reg, err := tools.NewRegistry(s.Tools()...)
	if err != nil {
		t.Fatal(err)
	}
	return reg
}

// call calls a tool and decodes what it gives.
func call[Out any](t *testing.T, reg *tools.Registry, name string, args any) Out {
	t.Helper()
	out, err := try[Out](t, reg, name, args)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return out
}

func try[Out any](t *testing.T, reg *tools.Registry, name string, args any) (Out, error) {
	t.Helper()
	var out Out
	raw, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	res, err := reg.Call(t.Context(), name, raw)
	if err == nil {
		if err := json.Unmarshal(res.JSON, &out); err != nil {
			t.Fatal(err)
		}
	}
	return out, err
}

const maxSource = `public class Max {
    static int limit(int n) { return n; }

    public static int max(int[] a) {
        int m = a[0];
        for (int i = 1; i < a.length; i++) {
            if (a[i] > m) {
                m = a[i];
            }
        }
        return m;
    }
}
`

// with puts lines before the method and before its loop.
func with(spec, loop string) string {
	s := strings.Replace(maxSource, "    public static int max", indented("    ", spec)+"    public static int max", 1)
	return strings.Replace(s, "        for (int", indented("        ", loop)+"        for (int", 1)
}

func indented(in, lines string) string {
	var b strings.Builder
	for l := range strings.Lines(lines) {
		b.WriteString(in + "//@ " + strings.TrimSpace(l) + "\n")
	}
	return b.String()
}

const (
	goodSpec = `requires a.length > 0;
		ensures (\forall int k; 0 <= k && k < a.length; a[k] <= \result);
		ensures (\exists int k; 0 <= k && k < a.length; a[k] == \result);
		assignable \nothing;`
	goodLoop = `loop_invariant 1 <= i && i <= a.length;
		loop_invariant (\forall int k; 0 <= k && k < i; a[k] <= m);
		loop_invariant (\exists int k; 0 <= k && k < i; a[k] == m);
		decreases a.length - i;`
)

// From nothing to complete, with the real verifier.
func TestWayToCompletion(t *testing.T) {
	reg := session(t, maxSource, "max", solver(t))

	v := call[verdict](t, reg, "verify_with_openjml", code{with(goodSpec, "")})
	if v.Verdict == "verified" || len(v.Failures) == 0 || v.Failures[0].Class == "" || v.Failures[0].Line == 0 || v.Verifier != "native" {
		t.Errorf("without invariants: %+v", v)
	}
	a := call[analysis](t, reg, "analyze_errors", code{with(goodSpec, "")})
	if !strings.Contains(a.Text, v.Failures[0].Class) || a.First == "" || len(a.Classes) == 0 {
		t.Errorf("analysis: %+v", a)
	}

	weak := with("requires a.length > 0;\nensures true;", "loop_invariant 1 <= i && i <= a.length;")
	v = call[verdict](t, reg, "verify_with_openjml", code{weak})
	m := call[measured](t, reg, "run_spec_harness", code{weak})
	if v.Verdict != "verified" || *m.Strict.PostCorr != 1 || *m.Strict.PostComp != 0 || len(m.Survivors) == 0 || len(m.Missing) != 1 {
		t.Errorf("weak: %+v %+v", v, m)
	}
	d := call[completion](t, reg, "task_complete", code{weak})
	if d.Accepted || d.Success || len(d.Missing) != 1 || !strings.Contains(d.Missing[0], "PostComp (strict) is 0.00; at least 0.90") {
		t.Errorf("weak is complete: %+v", d)
	}

	d = call[completion](t, reg, "task_complete", code{"```java\n" + with(goodSpec, goodLoop) + "```"})
	if !d.Accepted || !d.Success || d.Verdict != "verified" || *d.Strict.PostComp < 0.9 {
		t.Errorf("good: %+v", d)
	}
}

// What makes a verdict worthless is said, whatever the verifier says, and never
// accepted.
func TestCheating(t *testing.T) {
	yes := said{out: verify.Outcome{Verdict: verify.Verified, Backend: "said", Methods: []verify.MethodOutcome{{Method: verify.MethodKey{Class: "Max", Name: "max"}, Verdict: verify.Verified}}}}
	reg := session(t, maxSource, "max", yes)
	if d := call[completion](t, reg, "task_complete", code{with(goodSpec, goodLoop)}); !d.Success {
		t.Fatalf("the honest one: %+v", d)
	}
	for name, c := range map[string]struct{ code, want string }{
		"changed":     {strings.Replace(with(goodSpec, goodLoop), "int m = a[0]", "int m = a[1]", 1), "the code was changed: line 9 has `1` where the task has `0`"},
		"cut off":     {strings.TrimSuffix(with(goodSpec, goodLoop), "}\n"), "the code was changed: it ends before `}`"},
		"assume":      {with(goodSpec, "assume false;\n"+goodLoop), "line 10 assumes: `assume false;`"},
		"axiom":       {strings.Replace(with(goodSpec, goodLoop), "static int limit", "//@ axiom false;\n    static int limit", 1), "has an axiom: `axiom false;`"},
		"vacuous":     {with("requires a.length > 3 && a.length < 2;\n"+goodSpec, goodLoop), "vacuous: the precondition admits none of the "},
		"skipped":     {with("skipesc\n"+goodSpec, goodLoop), "excludes `max` from the proof"},
		"model":       {strings.Replace(with(goodSpec, goodLoop), "    static int limit", "    //@ ensures false;\n    //@ model static pure int magic(int x);\n    static int limit", 1), "declares the model method `magic` without a body"},
		"no spec":     {maxSource, "has no specification"},
		"narrow":      {with("requires a.length == 1;\n"+goodSpec, goodLoop), "PreCorr (strict) is "},
		"not refuted": {with("requires a.length > 0;\nensures \\result == a[0];", goodLoop), "PostCorr (strict) is "},
	} {
		d := call[completion](t, reg, "task_complete", code{c.code})
		if d.Accepted || d.Success || !strings.Contains(strings.Join(d.Missing, "\n"), c.want) {
			t.Errorf("%s: want %q in %+v", name, c.want, d)
		}
	}
}

// Where everything is accepted, what is below the bar ends the task and is no success.
func TestAccept(t *testing.T) {
	s := New(taskOf(t, maxSource, "max"), Options{Runtime: runtime(), Backend: said{out: verify.Outcome{Verdict: verify.Refuted, Backend: "said"}},
		Prepare: bench.Options{Inputs: 50}, Bar: Bar{PostCorr: 0.9, PostComp: 0.9}, Accept: true})
	reg, err := tools.NewRegistry(s.Tools()...)
	if err != nil {
		t.Fatal(err)
	}
	if d := call[completion](t, reg, "task_complete", code{with("ensures true;", "")}); !d.Accepted || d.Success || len(d.Missing) != 2 || !d.Unchanged {
		t.Errorf("%+v", d)
	}
}

// A specification elsewhere is relied on, so it is verified too.
func TestElsewhere(t *testing.T) {
	reg := session(t, maxSource, "max", solver(t))
	lie := strings.Replace(with(goodSpec, goodLoop), "    static int limit", "    //@ ensures \\result == n + 1;\n    static int limit", 1)
	if v := call[verdict](t, reg, "verify_with_openjml", code{lie}); v.Verdict == "verified" {
		t.Errorf("a false specification of another method: %+v", v)
	}
	helped := strings.Replace(with(goodSpec, goodLoop), "    static int limit", "    //@ ensures \\result == n;\n    static int limit", 1)
	if v := call[verdict](t, reg, "verify_with_openjml", code{helped}); v.Verdict != "verified" {
		t.Errorf("a true one: %+v", v)
	}
}

func TestVerifierTrouble(t *testing.T) {
	broken := session(t, maxSource, "max", said{err: errors.New("segmentation fault")})
	v := call[verdict](t, broken, "verify_with_openjml", code{with(goodSpec, goodLoop)})
	if v.Verdict != "unknown" || len(v.Failures) != 1 || !strings.Contains(v.Failures[0].What, "segmentation fault") {
		t.Errorf("a crash: %+v", v)
	}
	var missing *verify.MissingError
	if _, err := try[verdict](t, session(t, maxSource, "max", nil), "verify_with_openjml", code{maxSource}); !errors.As(err, &missing) {
		t.Errorf("no verifier: %v", err)
	}
	silent := session(t, maxSource, "max", said{out: verify.Outcome{Verdict: verify.Verified}})
	if v := call[verdict](t, silent, "verify_with_openjml", code{with(goodSpec, goodLoop)}); v.Verdict == "verified" {
		t.Error("verified without a method")
	}
}

func TestRunAndEvaluate(t *testing.T) {
	reg := session(t, maxSource, "max", nil)
	r := call[runOut](t, reg, "run_method", runIn{Args: []string{"new int[]{3, 9, 2}"}})
	if r.Output != "9" || r.Threw || r.Input != "a=[3, 9, 2]" {
		t.Errorf("%+v", r)
	}
	if r := call[runOut](t, reg, "run_method", runIn{Args: []string{"new int[0]"}}); !r.Threw || !strings.Contains(r.Output, "ArrayIndexOutOfBoundsException") {
		t.Errorf("%+v", r)
	}
	for x, want := range map[string]string{
		`(\forall int i; 0 <= i && i < a.length; a[i] <= \result)`: "true",
		`\result == a[0];`:     "false",
		`\result == a[7]`:      "unknown",
		`\old(a.length) == 3 `: "true",
	} {
		if e := call[evaluateOut](t, reg, "evaluate_jml", evaluateIn{Expression: x, Args: []string{"new int[]{3, 9, 2}"}}); e.Value != want {
			t.Errorf("%s: %+v", x, e)
		}
	}
	for _, c := range []struct {
		name string
		args any
		want string
	}{
		{"evaluate_jml", evaluateIn{Expression: `\reslut > 0`, Args: []string{"null"}}, "is not JML: column 1: unknown word '\\reslut' (did you mean \\result?)"},
		{"evaluate_jml", evaluateIn{Expression: `\result`, Args: []string{"new int[]{1}"}}, "can't be evaluated"},
		{"run_method", runIn{Args: []string{}}, "`args` has 0 expressions; max takes 1: (int[] a)"},
		{"run_method", runIn{Args: []string{"["}}, "`[` is no Java expression"},
		{"run_method", runIn{Args: []string{`"x"`}}, "the call can't be compiled"},
	} {
		_, err := try[map[string]any](t, reg, c.name, c.args)
		var bad *tools.BadCall
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %+v: %v, want %q", c.name, c.args, err, c.want)
		}
	}
}

const accountSource = `package bank;

public final class Account {
    private int balance;

    public Account(int balance) { this.balance = balance; }

    private int add(int amount) {
        if (amount < 0) throw new IllegalArgumentException("negative");
        balance += amount;
        return balance;
    }
}
`

// A private method of an object, in a package.
func TestRunReceiver(t *testing.T) {
	reg := session(t, accountSource, "add", nil)
	r := call[runOut](t, reg, "run_method", runIn{Args: []string{"5"}, Receiver: "new Account(10)"})
	if !strings.Contains(r.Output, "15") {
		t.Errorf("%+v", r)
	}
	e := call[evaluateOut](t, reg, "evaluate_jml", evaluateIn{Expression: `balance == \old(balance) + amount && \result == balance`, Args: []string{"5"}, Receiver: "new Account(10)"})
	if e.Value != "true" {
		t.Errorf("%+v", e)
	}
	if e := call[evaluateOut](t, reg, "evaluate_jml", evaluateIn{Expression: `true`, Args: []string{"-5"}, Receiver: "new Account(10)"}); e.Value != "unknown" || e.Reason == "" {
		t.Errorf("%+v", e)
	}
	if _, err := try[runOut](t, reg, "run_method", runIn{Args: []string{"5"}}); err == nil || !strings.Contains(err.Error(), "can't be compiled") {
		t.Errorf("without a receiver: %v", err)
	}
}

func TestSurvivorsAndProposals(t *testing.T) {
	reg := session(t, maxSource, "max", nil)
	s := call[survivorsOut](t, reg, "list_surviving_mutants", map[string]any{"code": with("ensures \\result >= a[0];", ""), "limit": 3})
	if len(s.Survivors) != 3 || s.Survived < 3 || !strings.Contains(s.Survivors[0], "your spec also accepts") {
		t.Errorf("%+v", s)
	}
	_, err := try[survivorsOut](t, reg, "list_surviving_mutants", map[string]any{"code": with("ensures \\result >= b;", "")})
	if err == nil || !strings.Contains(err.Error(), "line 4") {
		t.Errorf("a malformed candidate: %v", err)
	}
	p := call[proposeOut](t, reg, "propose_clauses", map[string]any{"seconds": 5})
	if len(p.Clauses) < 3 || !strings.Contains(p.Code, "//@ ensures") || *p.Strict.PostCorr != 1 {
		t.Errorf("%+v", p)
	}
}

// Without a task the first call's code is one, if that is clear.
func TestOpen(t *testing.T) {
	reg, err := tools.NewRegistry(Open(Options{Runtime: runtime(), Prepare: bench.Options{Inputs: 100}}).Tools()...)
	if err != nil {
		t.Fatal(err)
	}
	_, err = try[measured](t, reg, "run_spec_harness", code{with(goodSpec, goodLoop)})
	if err == nil || !strings.Contains(err.Error(), "which method?") || !strings.Contains(err.Error(), "Max.limit Max.max") {
		t.Errorf("two methods: %v", err)
	}
	if _, err := try[runOut](t, reg, "run_method", runIn{Args: []string{}}); err == nil || !strings.Contains(err.Error(), "open_task") {
		t.Errorf("no task: %v", err)
	}
	if _, err := try[openOut](t, reg, "open_task", openIn{Code: with("", ""), Method: "most"}); err == nil || !strings.Contains(err.Error(), "no method most; call open_task with method set to one of [Max.limit Max.max]") {
		t.Errorf("a method that is not there: %v", err)
	}
	if o := call[openOut](t, reg, "open_task", openIn{Code: with("ensures false;", ""), Method: "max"}); o.Task != "Max.max" || len(o.Methods) != 2 {
		t.Errorf("%+v", o)
	}
	if m := call[measured](t, reg, "run_spec_harness", code{with(goodSpec, goodLoop)}); m.Status != "ok" || len(m.Problems) > 0 {
		t.Errorf("%+v", m)
	}
}

// What a model reads about the tools.
func TestDescriptions(t *testing.T) {
	s := New(taskOf(t, maxSource, "max"), Options{Runtime: runtime()})
	var b strings.Builder
	for _, tool := range s.Tools() {
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
	golden.Text(t, filepath.Join("testdata", "tools.md"), b.String())
}
