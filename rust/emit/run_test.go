package emit

import (
	"crypto/sha256"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"ensures/internal/require"
	"ensures/rust/eval"
	"ensures/rust/observe"
	"ensures/rust/spec"
	"ensures/rust/toolchain/toolchaintest"
	"ensures/rust/values"
	"ensures/value"
)

// task is a verified program.
type task struct{ ID, Text string }

// verusBench are the tasks of Verus-Bench that have code. With -short they are every sixteenth,
// by a hash of the name.
func verusBench(t *testing.T) (out []task) {
	t.Helper()
	text, err := os.ReadFile(require.Shared(t, "data/rust/verusbench.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var row struct{ Task_id, Ground_truth string }
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		if testing.Short() && sha256.Sum256([]byte(row.Task_id))[1]%16 != 0 {
			continue
		}
		if f := spec.Parse(row.Ground_truth); len(f.Errs) == 0 {
			out = append(out, task{row.Task_id, row.Ground_truth})
		}
	}
	return out
}

// admitted reports whether a function's preconditions are true of arguments.
func admitted(e *eval.Evaluator, fn *spec.Func, args []*values.Value) bool {
	s := eval.State{Before: map[string]*values.Value{}}
	for i, p := range fn.Params {
		s.Before[p.Name] = args[i]
	}
	for _, c := range spec.Of(fn.Clauses, spec.Requires) {
		if v, err := e.Clause(fn, c.Expr, s); err != nil || v.Truth != value.True {
			return false
		}
	}
	return true
}

func all(*spec.Func) bool { return true }

// inputs are inputs that a function's preconditions admit.
func inputs(e *eval.Evaluator, f *spec.File, fn *spec.Func, g *observe.Func) (out [][]*values.Value) {
	ok := func(in []*values.Value) bool { return admitted(e, fn, in) }
	for _, in := range observe.Inputs(g, f, 60, 7, ok) {
		if ok(in) {
			out = append(out, in)
		}
	}
	return out
}

// TestRight: the checks of verified programs compile, and are broken by no run that keeps the
// preconditions.
func TestRight(t *testing.T) {
	tc := toolchaintest.Runner(t)
	written, omitted, ran := 0, map[string]int{}, 0
	for _, task := range verusBench(t) {
		f := spec.Parse(task.Text)
		r, err := File(f, DebugAssert)
		if err != nil {
			t.Fatal(err)
		}
		written += r.Written
		for _, o := range r.Omitted {
			omitted[o.Reason]++
		}
		p, err := observe.Build(t.Context(), tc, task.ID, spec.Parse(r.Text), all)
		if err != nil {
			t.Errorf("%s: %v\n%s", task.ID, err, r.Text)
			continue
		}
		e := eval.New(f)
		for _, g := range p.Funcs {
			for _, fn := range f.Funcs {
				if fn.Name != g.Spec.Name || fn.Module != g.Spec.Module || !fn.Asked {
					continue
				}
				calls, err := p.Run(t.Context(), g, inputs(e, f, fn, g), observe.Options{})
				if err != nil {
					t.Fatal(err)
				}
				for _, c := range calls {
					if c.End == observe.Returned {
						ran++
					}
					if c.End == observe.Panicked || c.End == observe.Died {
						t.Errorf("%s: %s%v: %s", task.ID, fn.Name, c.Args, c.Panic)
						break
					}
				}
			}
		}
		p.Close()
	}
	t.Logf("%d clauses are checked, %d calls returned", written, ran)
	for reason, n := range omitted {
		t.Logf("%d are left out: %s", n, reason)
	}
}

// mutants are changes of the code of verified programs.
var mutants = [][2]string{{" < ", " <= "}, {" <= ", " < "}, {" > ", " >= "}, {" == ", " != "}, {" + 1", " + 2"}, {" = 0;", " = 1;"}, {"true", "false"}, {"false", "true"}, {" && ", " || "}, {" += ", " -= "}}

// mutated are a program with one place of its code changed: up to three, by a hash.
func mutated(text string) (out []string) {
	f := spec.Parse(text)
	ghost, _ := f.Ghost()
	inCode := func(at int) bool {
		for _, s := range ghost {
			if s.From <= at && at < s.To {
				return false
			}
		}
		for _, fn := range f.Funcs {
			if fn.Asked && fn.Mode == spec.Exec && fn.Body.From <= at && at < fn.Body.To {
				return true
			}
		}
		return false
	}
	for _, m := range mutants {
		for at := 0; ; at += len(m[0]) {
			i := strings.Index(text[at:], m[0])
			if i < 0 {
				break
			}
			if at += i; inCode(at) && sha256.Sum256([]byte(text[:at]))[0] < 100 && len(out) < 3 {
				out = append(out, text[:at]+m[1]+text[at+len(m[0]):])
			}
		}
	}
	return out
}

// TestWrong: where a changed program breaks a postcondition that is checked, the check says so;
// and it says so of no run that keeps the postcondition.
func TestWrong(t *testing.T) {
	tc := toolchaintest.Runner(t)
	caught, programs := 0, 0
	for _, task := range verusBench(t) {
		for _, text := range mutated(task.Text) {
			programs++
			f := spec.Parse(text)
			r, err := File(f, DebugAssert)
			if err != nil {
				t.Fatal(err)
			}
			plain, err := observe.Build(t.Context(), tc, task.ID, f, all)
			if err != nil {
				continue // no program
			}
			checked, err := observe.Build(t.Context(), tc, task.ID, spec.Parse(r.Text), all)
			if err != nil {
				plain.Close()
				t.Errorf("%s: %v\n%s", task.ID, err, r.Text)
				continue
			}
			for _, g := range plain.Funcs {
				for _, h := range checked.Funcs {
					if g.Spec.Asked && g.Spec.Name == h.Spec.Name && g.Spec.Module == h.Spec.Module {
						caught += hold(t, task.ID, f, r, g.Spec, run(t, plain, f, g.Spec, g), run(t, checked, f, g.Spec, h))
					}
				}
			}
			plain.Close()
			checked.Close()
		}
	}
	t.Logf("%d calls of %d changed programs break a postcondition that is checked", caught, programs)
	if caught == 0 {
		t.Error("no check was broken")
	}
}

func run(t *testing.T, p *observe.Program, f *spec.File, fn *spec.Func, g *observe.Func) []observe.Call {
	calls, err := p.Run(t.Context(), g, inputs(eval.New(f), f, fn, g), observe.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return calls
}

// hold compares what the clauses say of calls with what the checks say, and counts those
// where both say that a postcondition is broken.
func hold(t *testing.T, id string, f *spec.File, r Result, fn *spec.Func, plain, checked []observe.Call) (caught int) {
	e := eval.New(f)
	for i, c := range plain[:min(len(plain), len(checked))] {
		if c.End != observe.Returned {
			continue
		}
		s := eval.State{Before: map[string]*values.Value{}, After: map[string]*values.Value{}, Result: c.Result}
		for k, p := range fn.Params {
			s.Before[p.Name], s.After[p.Name] = c.Args[k], c.After[k]
		}
		for _, clause := range spec.Of(fn.Clauses, spec.Ensures) {
			v, err := e.Clause(fn, clause.Expr, s)
			left := slices.ContainsFunc(r.Omitted, func(o Omitted) bool { return o.Span == clause.Span })
			says := checked[i].End == observe.Panicked && strings.Contains(checked[i].Panic, fn.Name+": ensures "+oneLine(clause.Text))
			switch {
			case err != nil || left:
			case v.Truth == value.True && says:
				t.Errorf("%s: %s%v: false alarm: %s", id, fn.Name, c.Args, checked[i].Panic)
			case v.Truth == value.False && checked[i].End == observe.Returned:
				t.Errorf("%s: %s%v = %v: nothing said of %s", id, fn.Name, c.Args, c.Result, clause.Text)
			case v.Truth == value.False && checked[i].End == observe.Panicked:
				caught++
			}
		}
	}
	return caught
}
