package libtest

import (
	"context"
	"fmt"
	"os"
	"strings"

	"ensures/java/interp"
	"ensures/java/values"
	"ensures/jml"
	"ensures/jml/eval"
)

// Options say how much is done.
type Options struct {
	Seed   int64
	Inputs int // calls of each method
	// Mutated is the number of calls of each method whose outputs are changed too.
	Mutated int
}

// Test calls the methods on the JVM and evaluates their contracts: a report each.
func (l *Library) Test(ctx context.Context, jvm *JVM, methods []Method, o Options) ([]Report, error) {
	name, err := jvm.Run(ctx, methods, o.Seed, o.Inputs)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()

	reports := make([]Report, len(methods))
	for i, m := range methods {
		reports[i].Method = m
	}
	var t *tester
	err = records(f, func(rec *record) error {
		if rec.method < 0 || rec.method >= len(methods) {
			return fmt.Errorf("no method %d", rec.method)
		}
		r := &reports[rec.method]
		switch rec.kind {
		case "absent":
			r.Absent = true
		case "none":
			r.Lacks = rec.text
		case "large":
			r.Large++
		case "error":
			r.Errors++
		default:
			// The calls of a method follow one another.
			if t == nil || t.r != r {
				t = l.tester(r, o)
			}
			t.call(rec)
		}
		return ctx.Err()
	})
	return reports, err
}

// tester judges the calls of one method.
type tester struct {
	r     *Report
	o     Options
	m     *interp.Machine
	judge *eval.Judge
	x     *values.Mutator
	index map[*jml.Clause]int
}

func (l *Library) tester(r *Report, o Options) *tester {
	m := l.run.NewMachine(interp.Options{})
	return &tester{
		r: r, o: o, m: m, x: values.New(m), index: map[*jml.Clause]int{},
		judge: eval.NewJudge(r.Method.checked, l.run, r.Method.Types, eval.JudgeOptions{NonNull: true}),
	}
}

// What one call may cost the interpreter.
const (
	callSteps = 5_000_000
	callHeap  = 128 << 20
)

// call judges one call.
func (t *tester) call(rec *record) {
	t.r.Calls++
	t.m.Refill(callSteps, callHeap)
	c, why := t.read(rec)
	// What holds itself can't be built, so the call is left out like a large one.
	if c != nil && c.b.cyclic {
		t.r.Calls--
		t.r.Large++
		return
	}
	if why != "" {
		t.undecided(rec, why)
		return
	}
	if c.opaque == "" {
		t.compare(rec, c)
	}

	d := t.judge.Begin(t.m, c.pre)
	if d.Pre.Truth == eval.False {
		if c.null(t.r.Method) {
			t.r.Null++
		} else {
			t.r.Outside++
			t.r.Open = keep(t.r.Open, rec.text, "outside of every case")
		}
		return
	}
	v := d.Post(&c.env)
	if v.Truth != eval.False {
		if f := d.Frame(&c.env, c.changes(rec)); f.Truth != eval.True {
			v = f
			v.Reason = "frame: " + f.Reason
		}
	}
	t.count(d)
	switch why := t.because(v); {
	case v.Truth == eval.False && c.opaque != "":
		// The clause may have looked at an object for which a bare one stands.
		t.undecided(rec, "an object of "+c.opaque)
	case v.Truth == eval.False:
		t.r.Failed++
		t.r.Failures = keep(t.r.Failures, rec.text, why+"; the call "+c.ended(rec))
	case v.Truth == eval.Unknown:
		t.undecided(rec, why)
	default:
		t.r.Passed++
		if rec.end == "throws" {
			t.r.Threw++
		}
		if t.r.Passed <= t.o.Mutated && c.opaque == "" {
			t.mutants(c, d)
		}
	}
}

// null reports whether an argument is null that may not be.
func (c *call) null(m Method) bool {
	for i := range m.Types.Params {
		if !m.Nullable(i) && c.pre.Locals[i].R == nil {
			return true
		}
	}
	return false
}

func (t *tester) undecided(rec *record, why string) {
	t.r.Undecided++
	t.r.Open = keep(t.r.Open, rec.text, why)
}

// because says which clause decided, and why.
func (t *tester) because(v eval.Verdict) string {
	var parts []string
	if v.Clause != nil {
		parts = append(parts, t.text(v.Clause))
	}
	if v.Reason != "" {
		parts = append(parts, v.Reason)
	}
	return strings.Join(parts, ": ")
}

func (t *tester) text(c *jml.Clause) string {
	src := t.r.Method.checked.Spec.Java.Src
	return strings.Join(strings.Fields(src[c.Pos().Offset():c.End().Offset()]), " ")
}

// count notes the values of the clauses in the cases that apply.
func (t *tester) count(d *eval.Judgement) {
	for _, c := range d.Clauses {
		r := t.r.clause(t.index, c.Clause, t.text)
		switch c.Result.Truth {
		case eval.True:
			r.True++
		case eval.False:
			r.False++
		default:
			r.Unknown++
		}
	}
}

// call is one call as values of the interpreter.
type call struct {
	b      *builder
	before *heap
	after  *heap
	pre    eval.State
	env    eval.Env // after the call
	opaque string
}

// read builds the heaps of a call; why says what could not be built.
func (t *tester) read(rec *record) (c *call, why string) {
	b := newBuilder(t.m)
	c = &call{b: b}
	var before, now []interp.Value
	var value interp.Value
	_, end := t.m.Try(func() interp.Value {
		c.before = b.build(rec.pre)
		before = c.before.values(rec.pre.roots)
		c.after = b.build(rec.post)
		now = c.after.values(rec.post.roots)
		value = c.after.value(rec.value)
		return interp.Value{}
	})
	if end.Kind != interp.Returned {
		return c, "the heap cannot be built: " + end.String()
	}

	c.opaque = b.opaque
	old := map[interp.Ref]bool{}         // what is not fresh
	pairs := map[interp.Ref]interp.Ref{} // object before → the same after
	for id, r := range c.before.refs {
		if q, ok := c.after.refs[id]; ok {
			pairs[r] = q
			old[q] = true
		}
	}
	// Of objects without state those are old that the call could find: interned texts, cached
	// boxes, and constants.
	for id, r := range b.fixed {
		_, was := rec.pre.objects[id]
		if d := rec.post.objects[id]; was || d.kind == "s" && d.class == "1" || d.kind == "b" && d.parts[1] == "1" || d.kind != "s" && d.kind != "b" && d.kind != "n" {
			old[r] = true
		}
	}
	// The driver has seen the result in the heap before.
	if rec.end == "shares" {
		old[value.R] = true
	}

	c.pre = eval.State{This: before[0].R, Locals: before[1:]}
	c.env = eval.Env{
		Machine: t.m, Cur: eval.State{This: now[0].R, Locals: now[1:]}, Pre: &c.pre, Count: -1,
		ToCur: func(r interp.Ref) interp.Ref {
			if q, ok := pairs[r]; ok {
				return q
			}
			return r
		},
		Fresh: func(r interp.Ref) bool { return !old[r] },
	}
	switch {
	case rec.end == "throws":
		c.env.Thrown = value.R
	case t.r.Method.Types.IsConstructor():
		c.env.Cur.This = value.R
	default:
		c.env.Result = value
	}
	return c, ""
}

func (c *call) ended(rec *record) string {
	if rec.end == "throws" {
		return "threw " + c.env.Machine.ClassName(c.env.Thrown)
	}
	if strings.HasPrefix(rec.value, "@") {
		r := c.env.Result.R
		if r == nil {
			r = c.env.Cur.This
		}
		text, end := c.env.Machine.Try(func() interp.Value { return interp.R(c.env.Machine.ToJavaString(r)) })
		if end.Kind == interp.Returned {
			return "gave " + text.R.(*interp.String).UTF8()
		}
	}
	return "gave " + rec.value
}
