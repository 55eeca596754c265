package harness

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ensures/bench"
)

// prepared is a task made of a class's only method.
func prepared(t *testing.T, src string, o bench.Options) *bench.Prepared {
	t.Helper()
	tasks, errs := bench.MethodsOf("T.java", src)
	if len(tasks) == 0 {
		t.Fatal(errs)
	}
	p, err := bench.NewRuntime().Prepare(context.Background(), tasks[0], o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const absCode = `class T { static int abs(int x) { if (x < 0) return -x; return x; } }`

// spec puts lines in front of the method of a class.
func annotated(code string, lines ...string) string {
	at := strings.Index(code, "static ")
	if at < 0 {
		at = strings.Index(code, "int ")
	}
	return code[:at] + "\n" + strings.Join(lines, "\n") + "\n" + code[at:]
}

func TestMeasure(t *testing.T) {
	p := prepared(t, absCode, bench.Options{Inputs: 300})
	for _, c := range []struct {
		name, code string
		status     Status
		compat     string
		strict     string
	}{
		{"exact", annotated(absCode, "//@ requires x != Integer.MIN_VALUE;", `//@ ensures \result == (x < 0 ? -x : x);`), OK, "1.00 0.99 0.98 –", "1.00 1.00 0.98 –"},
		{"weak", annotated(absCode, `//@ ensures true;`), OK, "1.00 0.00 1.00 –", "1.00 0.00 1.00 –"},
		{"vacuous", annotated(absCode, "//@ requires false;", `//@ ensures \result == 7;`), OK, "1.00 0.00 0.00 –", "– – 0.00 –"},
		{"wrong", annotated(absCode, `//@ ensures \result == x + 1;`), OK, "0.00", "0.00 – 1.00 –"},
		{"no specification", absCode, OK, "1.00 0.00 1.00 –", "1.00 0.00 1.00 –"},
		{"syntax", annotated(absCode, `//@ ensures \reslut == x;`), Malformed, "– – – –", "– – – –"},
		{"type", annotated(absCode, `//@ ensures \result == y;`), Malformed, "– – – –", "– – – –"},
		{"java", strings.Replace(absCode, "return x;", "return x", 1), Malformed, "– – – –", "– – – –"},
		{"other signature", `class T { static int abs(long x) { return 0; } }`, Failed, "– – – –", "– – – –"},
		{"assume", annotated(strings.Replace(absCode, "return x;", "/*@ assume x > 0; @*/ return x;", 1), `//@ ensures \result == (x < 0 ? -x : x);`), OK, "0.98 1.00 1.00 –", "– – – –"},
		{"altered", annotated(strings.Replace(absCode, "return x;", "return x + 0;", 1), `//@ ensures true;`), OK, "1.00 0.00 1.00 –", "– – – –"},
		{"bigint arithmetic", annotated(absCode, `//@ ensures \result == (x < 0 ? -x : x);`), OK, "0.98", "0.98"},
		{"java arithmetic", annotated(absCode, `/*@ ensures \result == (x < 0 ? -x : x); @*/ /*@ spec_java_math @*/`), OK, "1.00", "1.00"},
		{"old variable of type double", annotated(absCode, `/*@ old double d = x / 2.0; ensures \result == 2 * d || \result == -2 * d || x == Integer.MIN_VALUE; @*/`), OK, "1.00 0.9", "1.00 0.9"},
		{"undefined on mutants", annotated(absCode, `//@ ensures 100 / (\result - x) > 0 || \result >= 0 || x == Integer.MIN_VALUE;`), OK, "", ""},
	} {
		r := Measure(context.Background(), p, c.code, Options{})
		if r.Status != c.status {
			t.Errorf("%s: status %s: %v", c.name, r.Status, r.Diagnostics)
		}
		if got := scoreText(r.Compat); !strings.HasPrefix(got, c.compat) {
			t.Errorf("%s: compat %q, want %q", c.name, got, c.compat)
		}
		if got := scoreText(r.Strict); !strings.HasPrefix(got, c.strict) {
			t.Errorf("%s: strict %q, want %q", c.name, got, c.strict)
		}
		if c.status == Malformed && (len(r.Diagnostics) == 0 || r.Diagnostics[0].Line == 0) {
			t.Errorf("%s: no diagnostic with a position: %v", c.name, r.Diagnostics)
		}
		if n := r.Row.Mutants; n.Total != n.Killed+n.Survived+n.Unknown {
			t.Errorf("%s: mutants %v", c.name, n)
		}
		if n := r.Row.Pairs; n.Total != n.Decided+n.Unknown {
			t.Errorf("%s: pairs %v", c.name, n)
		}
	}
}

// A variable of an old clause that names an object names it after the call too; one that has
// no value is none that a clause could be false by.
func TestOldVariables(t *testing.T) {
	const code = `class T { static int put(int[] a, int x) { a[0] = x; return a.length; } }`
	p := prepared(t, code, bench.Options{Inputs: 200})
	for _, c := range []struct {
		name, ensures string
		decided, corr float64
	}{
		{"the array", `/*@ old int[] b = a; requires a.length > 0; ensures b == a && b[0] == x && \result == b.length; @*/`, 1, 1},
		{"no value anywhere", `/*@ old int q = x / 0; requires a.length > 0; ensures q > 0; @*/`, 0, 0},
	} {
		r := Measure(context.Background(), p, annotated(code, c.ensures), Options{})
		n := r.Row.Pairs
		if r.Status != OK || c.decided == 1 && (n.Unknown != 0 || r.Strict.PostCorr == nil || *r.Strict.PostCorr != c.corr) || c.decided == 0 && n.Decided != 0 {
			t.Errorf("%s: %s, pairs %+v, strict %s", c.name, r.Status, n, scoreText(r.Strict))
		}
	}
}

func TestFlags(t *testing.T) {
	p := prepared(t, absCode, bench.Options{Inputs: 50})
	r := Measure(context.Background(), p, strings.Replace(absCode, "return x;", "/*@ assume x > 0; @*/ return x;", 1), Options{})
	if !r.UsesAssume || r.AlteredCode {
		t.Errorf("assume %v altered %v", r.UsesAssume, r.AlteredCode)
	}
	r = Measure(context.Background(), p, strings.Replace(absCode, "-x", "0-x", 1), Options{})
	if r.UsesAssume || !r.AlteredCode {
		t.Errorf("assume %v altered %v", r.UsesAssume, r.AlteredCode)
	}
}

// T⁻ is refused by requires clauses, and exceptional behaviours do not count.
func TestPreconditions(t *testing.T) {
	const code = `class T { static int at(int[] a, int i) { return a[i]; } }`
	p := prepared(t, code, bench.Options{Inputs: 400})
	if len(p.Invalid) == 0 {
		t.Fatal("no input of T⁻")
	}
	for _, c := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"all refused", []string{"//@ requires a != null;", "//@ requires 0 <= i && i < a.length;", `//@ ensures \result == a[i];`}, "1.00 1.00 1.00 1.00"},
		{"none refused", []string{`//@ ensures \result == a[i];`}, "1.00 1.00 1.00 0.12"},
		{"in cases", []string{
			"//@ public normal_behavior", "//@   requires a != null && 0 <= i && i < a.length;", `//@   ensures \result == a[i];`,
			"//@ also public exceptional_behavior", "//@   requires a == null || i < 0 || i >= a.length;", "//@   signals_only RuntimeException;",
		}, "1.00 1.00 1.00 1.00"},
	} {
		r := Measure(context.Background(), p, annotated(code, c.lines...), Options{})
		if got := scoreText(r.Strict); got != c.want {
			t.Errorf("%s: %q, want %q %v", c.name, got, c.want, r.Diagnostics)
		}
	}
}

// A method that changes its argument is measured by changed post-states.
func TestPostState(t *testing.T) {
	const code = `class T { static void swap(int[] a) { int t = a[0]; a[0] = a[1]; a[1] = t; } }`
	p := prepared(t, code, bench.Options{Inputs: 400})
	lines := []string{"//@ requires a != null && a.length >= 2;", `//@ ensures a[0] == \old(a[1]) && a[1] == \old(a[0]);`}
	r := Measure(context.Background(), p, annotated(code, lines...), Options{})
	if r.Strict.PostCorr == nil || *r.Strict.PostCorr != 1 {
		t.Fatalf("%s %v", scoreText(r.Strict), r.Diagnostics)
	}
	kinds := map[string]bool{}
	for _, v := range r.Pairs {
		for _, k := range v.Mutants {
			if !k.Further {
				kinds[k.Name] = true
			}
		}
	}
	want := map[string]bool{"a: shift all by one": true, "a: last+1": true, "a: reverse": true, "a: rotate": true, "a: unchanged": true}
	if diff := cmp.Diff(want, kinds); diff != "" {
		t.Error(diff)
	}
	if len(r.Survivors(3)) == 0 {
		t.Error("no survivor: last+1 of a longer array is not noticed by this specification")
	}
}

// Clauses of loops, exceptions and frames have columns of their own.
func TestColumns(t *testing.T) {
	const code = `class T { static int sum(int[] a) {
  int s = 0;
  //@ loop_invariant 0 <= i && i <= a.length;
  //@ loop_invariant s == (\sum int k; 0 <= k && k < i; a[k]) || true;
  //@ decreases a.length - i;
  for (int i = 0; i < a.length; i++) s += a[i];
  return s; } }`
	p := prepared(t, code, bench.Options{Inputs: 200})
	r := Measure(context.Background(), p, annotated(code, "//@ requires a != null;", `//@ assignable \nothing;`), Options{})
	if c := r.Loops; c == nil || c.Clauses != 3 || c.Correct == nil || *c.Correct != 1 || c.Killed == 0 || c.Killed == c.Mutants {
		t.Errorf("loops: %+v", c)
	}
	if c := r.Frames; c == nil || c.Clauses != 1 || c.Correct == nil || *c.Correct != 1 || c.Complete == nil || *c.Complete != 1 {
		t.Errorf("frames: %+v", c)
	}
	bad := strings.Replace(code, "i <= a.length", "i < a.length", 1)
	if c := Measure(context.Background(), p, annotated(bad, "//@ requires a != null;"), Options{}).Loops; c == nil || *c.Correct == 1 || len(c.Violated) != 1 {
		t.Errorf("violated loops: %+v", c)
	}
}

func TestSignals(t *testing.T) {
	const code = `class T { static int root(int n) { if (n < 0) throw new IllegalArgumentException("n"); return n; } }`
	p := prepared(t, code, bench.Options{Inputs: 200})
	lines := []string{"//@ signals (IllegalArgumentException e) n < 0;", "//@ signals_only IllegalArgumentException;"}
	r := Measure(context.Background(), p, annotated(code, lines...), Options{})
	if c := r.Signals; c == nil || c.Observations == 0 || *c.Correct != 1 || c.Killed == 0 {
		t.Errorf("signals: %+v", c)
	}
	r = Measure(context.Background(), p, annotated(code, "//@ signals (IllegalArgumentException e) n > 0;"), Options{})
	if c := r.Signals; c == nil || *c.Correct != 0 {
		t.Errorf("wrong signals: %+v", c)
	}
}

// A row is one line of JSON with the documented names.
func TestWriteRow(t *testing.T) {
	p := prepared(t, absCode, bench.Options{Inputs: 50})
	var b bytes.Buffer
	if err := WriteRow(&b, Measure(context.Background(), p, absCode, Options{}).Row); err != nil {
		t.Fatal(err)
	}
	if strings.Count(b.String(), "\n") != 1 {
		t.Errorf("not one line: %q", b.String())
	}
	var row map[string]any
	if err := json.Unmarshal(b.Bytes(), &row); err != nil {
		t.Fatal(err)
	}
	for _, k := range []string{"task_id", "status", "compat", "strict", "pairs", "mutants", "altered_code", "uses_assume", "diagnostics", "elapsed_ms"} {
		if _, ok := row[k]; !ok {
			t.Errorf("no %q in %s", k, b.String())
		}
	}
	for _, k := range []string{"post_correctness", "post_completeness", "pre_correctness", "pre_completeness"} {
		if _, ok := row["compat"].(map[string]any)[k]; !ok {
			t.Errorf("no compat.%s", k)
		}
	}
}

func scoreText(s Scores) string {
	f := func(x *float64) string {
		if x == nil {
			return "–"
		}
		return fmt.Sprintf("%.2f", *x)
	}
	return f(s.PostCorr) + " " + f(s.PostComp) + " " + f(s.PreCorr) + " " + f(s.PreComp)
}
