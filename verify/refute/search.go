package refute

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"ensures/bench"
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
	"ensures/jml/eval"
	"ensures/verify"
)

// violation is a run that a specification forbids.
type violation struct {
	kinds   []verify.Kind
	line    int       // of the clause; 0 where any obligation of the kinds is meant
	within  java.Span // of the statement that threw; zero where it is not known
	lines   [2]int    // of within
	certain bool      // it refutes the method, whatever the verifier asked of it
	// hint: it shows that an open obligation fails, but takes no proof back: the rules
	// for what holds at calls, and for terms without a value under a quantifier, ask for less.
	hint    bool
	example verify.Counterexample
}

// search looks for runs of one method that its specification forbids.
type search struct {
	*subject
	m      *types.Method
	own    *eval.Judge    // of the method
	before []*types.Class // initialised before a call
	helper bool
	proved bool // runs only take the proof back
	inputs *bench.Inputs
	mach   *interp.Machine

	found    []violation
	seen     map[string]bool
	doubtful int // violations on inputs that there may not be
	tried    int
	admitted int   // of those, runs that the specification is about
	steps    int64 // of this round

	calls   int       // of this run
	pending []pending // of this run

	stmts   []java.Stmt  // of the method
	reached map[end]bool // by runs that agree with the specification
}

// The limits of one run, and of all runs of one method.
const (
	runSteps  = 300_000
	runHeap   = 64 << 20
	evalSteps = 20_000
	visits    = 60
	// visitSteps is what the evaluation of a loop's clause counts as.
	visitSteps = 200
)

func (s *subject) search(m *types.Method) *search {
	return &search{subject: s, m: m, own: s.judge(m), before: s.readBefore(m), helper: s.isHelper(m), inputs: s.inputs(m), mach: s.machine(),
		seen: map[string]bool{}, stmts: verify.Statements(m.Decl), reached: map[end]bool{}}
}

// violated is a run that the specification forbids, whatever was asked of it; nil where
// none was found.
func (r *search) violated() *violation {
	for i := range r.found {
		if !r.found[i].hint {
			return &r.found[i]
		}
	}
	return nil
}

// budget bounds a round of runs: by inputs and the interpreter's steps, so that the
// same question has the same answer on any machine, and by a time that only evils
// reach.
type budget struct {
	inputs int
	steps  int64
	time   time.Duration
}

// run tries the given inputs and then generated ones, within a budget.
func (r *search) run(ctx context.Context, given []map[string]any, b budget) {
	start := time.Now()
	r.steps = 0
	for _, g := range given {
		r.given(g)
	}
	for i := 0; i < b.inputs && r.steps < b.steps && ctx.Err() == nil && time.Since(start) < b.time; i++ {
		r.mach.Refill(runSteps, runHeap)
		in, ok, err := r.inputs.Next(r.mach)
		if err != nil {
			return
		}
		if ok {
			r.one(in)
		}
	}
}

// given runs the method on an input that a solver gives; what it leaves open is
// generated. A model knows little of objects and static fields: where these keep it from
// being an input at all, its parameters are tried alone.
func (r *search) given(vals map[string]any) {
	before := r.admitted
	for range 2 {
		r.mach.Refill(runSteps, runHeap)
		if in, ok := r.inputs.Given(r.mach, vals); ok {
			r.one(in)
		}
		if r.admitted > before {
			return
		}
		vals = maps.Clone(vals)
		maps.DeleteFunc(vals, func(k string, _ any) bool { return strings.Contains(k, ".") })
	}
}

// one runs the method on one input and notes what the run violates. The machine holds
// the static fields that go with the input.
func (r *search) one(in bench.State) {
	if r.req.Arithmetic == verify.Quiet && (!finite(r.m, in.Args) || r.proved && extreme(r.m, in.Args)) {
		return // quiet mode does not look at failures of arithmetic, the library's neither
	}
	// Of these the precondition and \old read static fields, so they have values before the call.
	for _, c := range r.before {
		r.mach.Initialise(c)
	}
	if r.m.Name != staticInit {
		r.mach.Initialise(r.m.Owner)
	}
	if !r.allowed(in) {
		return
	}

	r.tried++
	r.calls, r.pending = 0, nil
	heads := map[*jml.Clause]string{}
	r.mach.Refill(runSteps, runHeap)
	run := r.tracer.Run(r.mach, r.m, in.This, in.Args, eval.TraceOptions{Steps: evalSteps, MaxVisits: visits, SnapshotLimit: 20_000,
		Visit: func(v *eval.Visit) { r.head(v, heads) }, Called: r.called})
	r.steps += r.mach.StepsUsed()
	// The evaluation of clauses is work that the machine doesn't count.
	for _, l := range run.Loops {
		r.steps += int64(min(l.Visits, visits)*len(l.Clauses)) * visitSteps
	}
	// What the interpreter cannot run says nothing about the program.
	if run.PreErr != nil || run.Outcome.Kind == interp.Unsupported || run.Outcome.Kind == interp.Internal {
		return
	}

	// Judging has steps of its own, whatever is left of the run's.
	r.mach.Refill(20*runSteps, runHeap)
	d := r.own.Begin(r.mach, run.Pre)
	// A run from outside the precondition refutes nothing, but a precondition that has no
	// value is a finding of its own.
	if d.Pre.Truth != eval.True && r.nonNull(run.Pre.Locals) {
		r.undefined(run, d.Clauses)
	}
	if d.Pre.Truth != eval.True || !r.nonNull(run.Pre.Locals) {
		return
	}
	for _, s := range run.Stmts {
		if s.Stmt.Kind == jml.AssumeStmt && s.Broken+s.Unsure > 0 {
			return // not a run that the specification is about
		}
	}

	r.admitted++
	before, doubtful := len(r.found), r.doubtful
	defer func() { r.trace(run, before) }()
	if run.Outcome.Kind == interp.Overflow {
		if r.req.Arithmetic == verify.Safe {
			kind := verify.ArithmeticOperationRange
			if run.Outcome.Lossy {
				kind = verify.ArithmeticCastRange
			}
			r.note(run, violation{kinds: []verify.Kind{kind}}, "no overflow", run.Outcome.Message)
		}
		return // no run of quiet arithmetic, which computes on
	}
	statics, _ := run.Pre.Statics.(*interp.Statics)
	r.inputs.Keep(bench.State{This: run.Pre.This, Args: run.Pre.Locals}, statics)
	r.inside(run, heads)
	for _, p := range r.pending {
		r.note(run, p.violation, p.expected, p.actual)
	}
	r.end(run, d)
	// A witness violates nothing.
	if ended := run.Outcome.Kind == interp.Returned || run.Outcome.Kind == interp.Thrown; ended && len(r.found) == before && r.doubtful == doubtful {
		r.reached[r.endOf(run)] = true
	}
}

// extreme reports whether an argument is the end of its type's range, on which the
// library's arithmetic may overflow unseen.
func extreme(m *types.Method, args []interp.Value) bool {
	for i, p := range m.Params {
		switch p.Type.Kind() {
		case types.Int:
			if args[i].N == math.MinInt32 || args[i].N == math.MaxInt32 {
				return true
			}
		case types.Long:
			if args[i].N == math.MinInt64 || args[i].N == math.MaxInt64 {
				return true
			}
		}
	}
	return false
}

// undefined notes clauses of the precondition that have no value, as far as all
// before them in their case are true.
func (r *search) undefined(run *eval.Run, cs []eval.ClauseVerdict) {
	usable := map[int]bool{}
	// The clauses of a case are one conjunction: behind one that isn't true none is asked.
	for _, c := range cs {
		if done, seen := usable[c.Case]; seen && !done {
			continue
		}
		usable[c.Case] = c.Result.Truth == eval.True
		if !c.Result.Undefined {
			continue
		}
		var kinds []verify.Kind
		switch why := c.Result.Reason; {
		case strings.Contains(why, "null"):
			kinds = []verify.Kind{verify.UndefinedNullDeReference}
		case strings.Contains(why, "index") || strings.Contains(why, "bounds"):
			kinds = []verify.Kind{verify.UndefinedNegativeIndex, verify.UndefinedTooLargeIndex}
		case strings.Contains(why, "zero"):
			kinds = []verify.Kind{verify.UndefinedDivideByZero}
		default:
			continue
		}
		r.note(run, violation{kinds: kinds, line: r.line(c.Clause.KeyPos), hint: true}, c.Clause.String(), "no value: "+c.Result.Reason)
	}
}

// inside notes what is violated in the body: loop clauses and assertions.
func (r *search) inside(run *eval.Run, heads map[*jml.Clause]string) {
	for _, l := range run.Loops {
		for _, c := range l.Clauses {
			if c.Broken == 0 {
				continue
			}
			k := verify.LoopInvariant
			switch {
			case c.Clause.Kind == jml.Decreases && strings.Contains(c.First.Reason, "negative"):
				k = verify.LoopDecreasesNonNegative
			case c.Clause.Kind == jml.Decreases:
				k = verify.LoopDecreases
			case c.Clause.Kind == jml.LoopAssigns:
				k = verify.Assignable
			case c.FirstVisit == 0:
				k = verify.LoopInvariantBeforeLoop
			}
			actual := heads[c.Clause]
			switch c.Clause.Kind {
			case jml.Decreases:
				actual += ": " + c.First.Reason
			case jml.LoopAssigns:
				actual = "in the iteration after " + times(c.FirstVisit) + ": " + c.First.Reason
			}
			r.note(run, violation{kinds: []verify.Kind{k}, line: r.line(c.Clause.KeyPos)}, c.Clause.String(), actual)
		}
	}
	for _, s := range run.Stmts {
		if s.Broken > 0 && s.Stmt.Kind != jml.AssumeStmt {
			r.note(run, violation{kinds: []verify.Kind{verify.Assert, verify.Unreachable}, line: r.line(s.Stmt.KeyPos)}, s.Stmt.String(), "false there")
		}
	}
}

// end notes what is violated where the method ends.
func (r *search) end(run *eval.Run, d *eval.Judgement) {
	if run.Outcome.Kind != interp.Returned && run.Outcome.Kind != interp.Thrown {
		return
	}
	// What Begin judged stands in front of what Post adds.
	before := len(d.Clauses)
	env := run.Env(r.mach)
	env.Steps = 4 * evalSteps
	post := d.Post(env)
	threw := run.Outcome.Kind == interp.Thrown
	for _, c := range d.Clauses[before:] {
		// A case that may not apply demands nothing for certain.
		if c.Result.Truth != eval.False || c.Case >= 0 && d.Applies[c.Case] != eval.True {
			continue
		}
		k := verify.Postcondition
		switch c.Clause.Kind {
		case jml.Signals:
			k = verify.ExceptionalPostcondition
		case jml.SignalsOnly:
			k = verify.ExceptionList
		}
		r.note(run, violation{kinds: []verify.Kind{k}, line: r.line(c.Clause.KeyPos), certain: true}, c.Clause.String(), r.output(run))
	}
	// What stands in no clause: that a behaviour ends so, that a reference isn't null.
	if post.Truth == eval.False && post.Clause == nil {
		kinds := []verify.Kind{verify.Postcondition, verify.PossiblyNullReturn}
		if threw {
			kinds = []verify.Kind{verify.ExceptionalPostcondition}
		}
		r.note(run, violation{kinds: kinds, certain: true}, post.Reason, r.output(run))
	}

	r.objectsAtEnd(run)
	if threw {
		if kinds := thrown(r.mach, run.Outcome); len(kinds) > 0 && !r.asked(run, post) {
			// An exception that a callee let out is the callee's failure first.
			v := violation{kinds: kinds, certain: !run.Passed}
			if run.At != nil {
				v.within = header(run.At)
				v.lines = [2]int{r.line(v.within.From), r.line(v.within.To)}
			}
			r.note(run, v, "no exception", r.output(run))
		}
		return
	}

	changes := eval.Changes(r.chk, r.mach, &run.Pre, &run.Post, run.Objects)
	if f := d.Frame(env, changes); f.Truth == eval.False {
		what := "the frame"
		if f.Clause != nil {
			what = f.Clause.String()
		}
		r.note(run, violation{kinds: []verify.Kind{verify.Assignable}}, what, f.Reason)
	}
}

// asked reports whether an exception of a class that the JVM throws too is what the
// code throws itself, or what the specification asks for, rather than a check that
// failed.
func (r *search) asked(run *eval.Run, post eval.Verdict) bool {
	if _, explicit := run.At.(*java.Throw); explicit {
		return true // what the specification says of it has been judged
	}
	return post.Truth == eval.True && r.own.Names(r.mach, run.Outcome.Exception)
}

// note keeps the first violation of a kind and place.
func (r *search) note(run *eval.Run, v violation, expected, actual string) {
	if r.mach.Opaque() { // the input may be one that there can't be
		r.doubtful++
		return
	}
	key := fmt.Sprint(v.kinds, v.line, v.lines)
	if r.seen[key] {
		return
	}
	r.seen[key] = true
	v.example = verify.Counterexample{Inputs: r.input(run), Expected: expected, Actual: actual, Replayed: true}
	r.found = append(r.found, v)
}

// The most lines of a trace are those of the first heads and the last one.
const (
	tracedHeads = 3
	tracedLoops = 3
)

// trace gives the violations from the n-th on the way of their run through loops, by
// a run of the same input that notes it.
func (r *search) trace(run *eval.Run, n int) {
	if len(r.found) == n {
		return
	}
	statics, _ := run.Pre.Statics.(*interp.Statics)
	// A copy again, for this run changes its input too.
	in, ok := bench.Again(r.mach, bench.State{This: run.Pre.This, Args: run.Pre.Locals}, statics)
	if !ok {
		return
	}

	var loops []java.Stmt
	first, last := map[java.Stmt][]string{}, map[java.Stmt]string{}
	r.mach.Refill(runSteps, runHeap)
	r.tracer.Run(r.mach, r.m, in.This, in.Args, eval.TraceOptions{Steps: evalSteps, MaxVisits: visits, SnapshotLimit: 20_000, Visit: func(v *eval.Visit) {
		if !slices.Contains(loops, v.Loop) {
			loops = append(loops, v.Loop)
		}
		line := fmt.Sprintf("loop at line %d after %s: %s", r.line(v.Loop.Pos()), times(v.N), r.locals(v))
		if len(first[v.Loop]) < tracedHeads {
			first[v.Loop] = append(first[v.Loop], line)
		} else {
			last[v.Loop] = line
		}
	}})
	var lines []string
	for _, l := range loops[:min(len(loops), tracedLoops)] {
		lines = append(lines, first[l]...)
		if last[l] != "" {
			lines = append(lines, "…", last[l])
		}
	}
	for i := n; i < len(r.found); i++ {
		r.found[i].example.Trace = lines
	}
}

func times(n int) string {
	if n == 1 {
		return "1 iteration"
	}
	return fmt.Sprint(n, " iterations")
}

// locals is the values of the variables at a loop head.
func (r *search) locals(v *eval.Visit) string {
	var parts []string
	if code := r.tracer.Loop(v.Loop); code != nil {
		for i, l := range code.Slots {
			if i < len(v.Env.Cur.Locals) && !l.Spec {
				parts = append(parts, l.Name+"="+r.mach.FormatValue(v.Env.Cur.Locals[i], l.Type))
			}
		}
	}
	return strings.Join(parts, ", ")
}

// head remembers the variables at the first head of a loop where a clause is false.
func (r *search) head(v *eval.Visit, heads map[*jml.Clause]string) {
	for _, c := range v.Results {
		if c.Result.Truth != eval.False || heads[c.Clause] != "" {
			continue
		}
		heads[c.Clause] = "after " + times(v.N) + ": " + r.locals(v)
	}
}

// input is a run's input for people.
func (r *search) input(run *eval.Run) string {
	p := &bench.Pair{Pre: bench.State{This: run.Pre.This, Args: run.Pre.Locals}}
	return p.Input(r.mach, r.m)
}

// output is what came out of a run, for people.
func (r *search) output(run *eval.Run) string {
	p := &bench.Pair{End: bench.Returned, Post: bench.State{This: run.Post.This, Args: run.Post.Locals}, Result: run.Result}
	if run.Outcome.Kind == interp.Thrown {
		p.End, p.Class, p.Text = bench.Threw, run.Outcome.Class, run.Outcome.Message
	}
	return p.Output(r.mach, r.m)
}

// nonNull reports whether arguments are there where they are declared to be.
func (r *search) nonNull(args []interp.Value) bool { return nonNull(r.subject, r.m, args) }

// finite reports whether floating-point arguments are numbers.
func finite(m *types.Method, args []interp.Value) bool {
	ok := func(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }
	for i, p := range m.Params {
		switch p.Type.Kind() {
		case types.Double:
			if !ok(args[i].Float64()) {
				return false
			}
		case types.Float:
			if !ok(float64(args[i].Float32())) {
				return false
			}
		}
		switch a := args[i].R.(type) {
		case *interp.DoubleArray:
			for _, f := range a.A {
				if !ok(f) {
					return false
				}
			}
		case *interp.FloatArray:
			for _, f := range a.A {
				if !ok(float64(f)) {
					return false
				}
			}
		}
	}
	return true
}

// header is the part of a statement that runs before the statements in it.
func header(s java.Stmt) java.Span {
	out := java.Span{From: s.Pos(), To: s.End()}
	switch s := s.(type) {
	case *java.If:
		out.To = s.Then.Pos()
	case *java.While:
		out.To = s.Body.Pos()
	case *java.For:
		out.To = s.Body.Pos()
	case *java.ForEach:
		out.To = s.Body.Pos()
	case *java.DoWhile:
		out.From = s.Body.End()
	}
	return out
}

// thrown is the obligations whose failure an exception of the JVM shows, be it wrapped
// by the initialisation of a class.
func thrown(m *interp.Machine, o interp.Outcome) []verify.Kind {
	class := o.Class
	if class == "java.lang.ExceptionInInitializerError" {
		cause, end := m.Try(func() interp.Value { return m.CallMethod(o.Exception, "getCause") })
		if end.Kind == interp.Returned && cause.R != nil {
			class = m.ClassName(cause.R)
		}
	}
	switch class {
	case "java.lang.ArithmeticException":
		return []verify.Kind{verify.PossiblyDivideByZero}
	case "java.lang.ArrayIndexOutOfBoundsException", "java.lang.StringIndexOutOfBoundsException", "java.lang.IndexOutOfBoundsException":
		// The message names the index, and its sign says which bound it broke.
		if i := strings.IndexAny(o.Message, "-0123456789"); i >= 0 && o.Message[i] != '-' && !strings.Contains(o.Message, "-") {
			return []verify.Kind{verify.PossiblyTooLargeIndex}
		} else if i >= 0 && o.Message[i] == '-' {
			return []verify.Kind{verify.PossiblyNegativeIndex}
		}
		return []verify.Kind{verify.PossiblyNegativeIndex, verify.PossiblyTooLargeIndex}
	case "java.lang.NullPointerException":
		return []verify.Kind{verify.PossiblyNullDeReference, verify.PossiblyNullUnbox, verify.PossiblyNullValue}
	case "java.lang.NegativeArraySizeException":
		return []verify.Kind{verify.PossiblyNegativeSize}
	case "java.lang.ClassCastException":
		return []verify.Kind{verify.PossiblyBadCast}
	case "java.lang.ArrayStoreException":
		return []verify.Kind{verify.PossiblyBadArrayAssign}
	}
	return nil
}
