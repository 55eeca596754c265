package propose

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"ensures/bench"
	"ensures/candidate"
	"ensures/harness"
	"ensures/internal/effort"
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
	"ensures/jml/eval"
	"ensures/propose/search"
)

// Options say what is proposed and how much work may go into it; zero fields mean
// their defaults.
type Options struct {
	Methods    []string      // "Class.name" or "name"; empty means every method with a body
	MaxClauses int           // ensures clauses of a method; default 6
	Budget     time.Duration // of work on one method, as the time of its steps on an idle machine; default 20 s
	Until      time.Time     // no method is begun later, and none goes on; zero: no end
	Inputs     int           // generated inputs per method; default 1500
	Seed       int64
	Survivors  int // examples of surviving mutants per method; default 5
	// Tests is a task for the file whose tests are runs too, for its method; nil for
	// generated inputs alone.
	Tests *bench.Task
	// Bare leaves out the search: Refine starts from nothing but the runs.
	Bare bool
	// Refine may change what was found for a method before it is measured for the
	// last time: an engine that asks a verifier. May be nil.
	Refine func(context.Context, *Draft) error
	// Record is the step of somebody's record under which each method has one; may be nil.
	Record Step
	// Workers is how many methods of a file are worked on at a time; default 1. What is
	// found does not depend on it.
	Workers int
}

// Step is a step of the work, as it is recorded: it has steps of its own.
type Step interface {
	Start(kind, name string, data any) Step
	End(outcome string, data any)
}

// unrecorded is a step that nobody records.
type unrecorded struct{}

func (unrecorded) Start(string, string, any) Step { return unrecorded{} }
func (unrecorded) End(string, any)                {}

func (o Options) withDefaults() Options {
	o.MaxClauses = cmp.Or(o.MaxClauses, 6)
	o.Budget = cmp.Or(o.Budget, 20*time.Second)
	o.Inputs = cmp.Or(o.Inputs, 1500)
	o.Survivors = cmp.Or(o.Survivors, 5)
	o.Workers = max(o.Workers, 1)
	if o.Record == nil {
		o.Record = unrecorded{}
	}
	return o
}

// Status says what became of a method.
type Status string

// The statuses of a method.
const (
	Proposed    Status = "ok"
	Unsupported Status = "unsupported" // a construct outside the subset, named in Reason
	Failed      Status = "error"
	Skipped     Status = "skipped"   // nothing to propose
	Unreached   Status = "unreached" // Options.Until came before its end
)

// Clause is one proposed clause.
type Clause struct {
	Kind string `json:"kind"` // requires, ensures, assignable, loop_invariant, decreases …
	Text string `json:"text"`
	Line int    `json:"line"` // of the method or loop it belongs to, in the file as it was
}

// MethodResult is what was found for one method.
type MethodResult struct {
	Name      string           `json:"name"` // Class.name
	Signature string           `json:"signature"`
	Line      int              `json:"line"`
	Decl      *java.MethodDecl `json:"-"` // in FileResult.File
	Status    Status           `json:"status"`
	Reason    string           `json:"reason,omitempty"`
	At        java.Position    `json:"-"`
	Kept      bool             `json:"kept"` // it had a specification, which was left alone
	Clauses   []Clause         `json:"clauses"`
	Row       harness.Row      `json:"row"`
	Held      *harness.Row     `json:"held,omitempty"` // of all that held on the runs, where some of it was left out since
	Survivors []string         `json:"survivors"`
	Inputs    int              `json:"inputs"`
	Account   Account          `json:"account"`
	Elapsed   time.Duration    `json:"elapsed"`
}

// FileResult is what was found for a file.
type FileResult struct {
	File    *java.File
	Errors  java.ErrorList // of the front end; methods without errors go on
	Edits   *java.Edits    // all proposed clauses inserted, every other byte kept
	Methods []MethodResult

	spec    *jml.File
	null    *nullness
	classes []*java.ClassDecl // all of File's, nested ones too
	spare   *sparing
}

// errNoMethod is returned when Options.Methods selects nothing.
var errNoMethod = errors.New("no such method with a body")

// errLate is why a method was left out that Options.Until cut off.
var errLate = errors.New("the run's time was over before it was done")

// File proposes specifications for the methods of a Java file. Of each the file's text holds,
// beside its own, the clauses of the methods that it calls: what is found for it is the same
// whatever else is wanted, and whatever is worked on beside it.
func File(ctx context.Context, rt *bench.Runtime, name, src string, o Options) (*FileResult, error) {
	o = o.withDefaults()
	file, errs := java.Parse(name, src)
	out := &FileResult{File: file, Errors: errs, classes: classesOf(file)}
	out.spare = sparingIn(file, out.classes)

	spec, serrs := jml.Parse(file)
	out.Errors = append(append(out.Errors, serrs...), types.Cycles(rt.Types, file)...)
	out.spec, out.null = spec, nullnessOf(file, spec)
	tasks, _ := bench.BodiesOf(name, src)

	var wanted []*calling
	for _, c := range calleesFirst(file, tasks) {
		if c.task.Wanted(file, o.Methods) {
			wanted = append(wanted, c)
		} else {
			c.done = true // nobody waits for it
		}
	}

	out.work(ctx, rt, wanted, o)

	// The clauses of all methods go in at once, in the order of the callees: what one insertion makes
	// visible or pure, the next need not.
	all := candidate.Into(file)
	out.Edits = all.Edits
	found := published(wanted)
	exposed := exposing(found)
	if len(found) > 0 {
		out.null.declared(out.Edits)
	}
	for _, a := range found {
		a.insert(all, a.spec, exposed)
	}
	for _, c := range wanted {
		if c.found != nil {
			out.Methods = append(out.Methods, *c.found.r)
		}
	}

	inSourceOrder(out.Methods, tasks)
	if len(wanted) == 0 && len(o.Methods) > 0 {
		return out, fmt.Errorf("%s: %w (has %s)", strings.Join(o.Methods, ", "), errNoMethod, names(tasks))
	}
	return out, ctx.Err()
}

// work proposes for methods, several at a time, each when those that it calls are done: a
// worker takes the first one that waits for nothing, so that none stands idle beside a chain
// of calls.
func (f *FileResult) work(ctx context.Context, rt *bench.Runtime, list []*calling, o Options) {
	var mu sync.Mutex
	left, changed := slices.Clone(list), sync.NewCond(&mu)
	next := func() (c *calling, among int) {
		mu.Lock()
		defer mu.Unlock()
		for len(left) > 0 {
			if i := slices.IndexFunc(left, (*calling).ready); i >= 0 {
				c, among = left[i], len(left)
				left = slices.Delete(left, i, i+1)
				return c, among
			}
			changed.Wait() // a callee comes before those that call it, so one is being worked on
		}
		return nil, 0
	}

	var workers sync.WaitGroup
	for range min(o.Workers, len(list)) {
		workers.Go(func() {
			for c, among := next(); c != nil; c, among = next() {
				if ctx.Err() == nil {
					c.found = f.one(ctx, rt, c, o, o.part(among))
				}
				mu.Lock()
				c.done = true
				changed.Broadcast()
				mu.Unlock()
			}
		})
	}
	workers.Wait()
}

// published are those of methods for which something was found.
func published(list []*calling) (out []*annotating) {
	for _, c := range list {
		if c.found != nil && c.found.published {
			out = append(out, c.found)
		}
	}
	return out
}

func names(tasks []*bench.Task) string {
	var out []string
	for _, t := range tasks {
		out = append(out, t.ID)
	}
	if len(out) == 0 {
		return "none"
	}
	return strings.Join(out, ", ")
}

// part is when the search on one of n methods that are left ends: at twice its share of the time
// for all, so that a long file is gone through to its end. It is zero where time is not limited.
func (o Options) part(n int) time.Time {
	if o.Until.IsZero() {
		return o.Until
	}
	return time.Now().Add(2 * time.Until(o.Until) * time.Duration(o.Workers) / time.Duration(n))
}

// one proposes for one method; its search ends at a time, if that is not zero.
func (f *FileResult) one(ctx context.Context, rt *bench.Runtime, c *calling, o Options, end time.Time) *annotating {
	t := c.task
	r := Left(t)
	a := &annotating{base: ctx, file: f, callees: c.callees, o: o, r: &r, end: end}
	// r says already that the method was not reached.
	if o.over() {
		return a
	}
	start := time.Now()
	a.step = o.Record.Start("method", t.ID, nil)
	r.Status, r.Reason, r.Row = Proposed, "", harness.Row{}
	defer func() {
		r.Elapsed = time.Since(start)
		a.step.End(string(r.Status), r)
	}()
	if r.Decl = t.Declaration(f.File); r.Decl != nil {
		r.Line = f.File.Position(r.Decl.Pos()).Line
	}

	ctx, meter, cancel := effort.With(ctx, o.Budget)
	defer cancel()
	defer func() {
		if errors.Is(context.Cause(ctx), effort.ErrClock) {
			effort.Clock(ctx, "the search on "+t.ID)
		}
		r.Account.WorkMS, r.Account.Clocks = meter.Spent().Milliseconds(), meter.Clocks()
	}()

	if !o.Until.IsZero() {
		var end context.CancelFunc
		ctx, end = context.WithDeadline(ctx, o.Until)
		defer end()
	}

	a.ctx = ctx
	if err := a.prepare(rt, t); err != nil {
		a.failed(err)
	} else if err := a.run(); err != nil {
		a.failed(err)
	}
	// Its clauses stay, for the texts of others; its runs, megabytes each, would stay with them.
	a.prep, a.pool, a.ensures, a.clauses = nil, Pool{}, nil, nil
	return a
}

// failed notes why nothing was found.
func (a *annotating) failed(err error) {
	r := a.r
	// The time is over, and whatever error that was is taken to come of it; an interrupt ends base.
	if a.base.Err() == nil && a.o.over() {
		r.Status, r.Reason, r.Row = Unreached, errLate.Error(), harness.Failure(r.Name, errLate)
		return
	}
	r.Status, r.Reason = Failed, err.Error()
	var u *bench.Unsupported
	if errors.As(err, &u) {
		r.Status, r.At = Unsupported, u.At
	}
	r.Row = harness.Failure(r.Name, err)
}

// prepare runs the method on generated inputs, and on those of its tests where there are any.
func (a *annotating) prepare(rt *bench.Runtime, t *bench.Task) error {
	task := t
	if a.o.Tests != nil && a.o.Tests.Method == t.Method {
		task = a.o.Tests
	}
	prep, err := rt.Prepare(a.ctx, task, bench.Options{Inputs: a.o.Inputs, Seed: a.o.Seed})
	if prep != nil {
		a.r.Line = a.file.File.Position(prep.Decl.Pos()).Line
		a.r.Signature = prep.Method.Signature()
	}
	if err != nil {
		return err
	}
	a.prep, a.r.Inputs, a.elsewhere = prep, prep.Generated, prep.Types.Elsewhere()
	// The runs parse the file for themselves: the two trees must be of the same declaration.
	if a.decl = a.r.Decl; a.decl == nil || a.decl.Pos() != prep.Decl.Pos() {
		return errors.New("the method's declaration was not understood")
	}
	// What somebody wrote is measured and left alone.
	if ms := a.file.spec.Method(a.decl); ms != nil && len(ms.Cases) > 0 {
		a.kept = ms
	}
	return nil
}

// over reports whether no other method is begun.
func (o Options) over() bool { return !o.Until.IsZero() && time.Now().After(o.Until) }

// Left returns the result of a method that was not begun because the time was over.
func Left(t *bench.Task) MethodResult {
	return MethodResult{Name: t.ID, Line: t.Line, Status: Unreached, Reason: errLate.Error(), Row: harness.Failure(t.ID, errLate),
		Clauses: []Clause{}, Survivors: []string{}, Account: Account{Findings: []Finding{}}}
}

// annotating is the work on one method.
type annotating struct {
	ctx  context.Context // ends with the budget
	base context.Context
	end  time.Time // when the search ends in any case; zero: never
	file *FileResult
	step Step
	prep *bench.Prepared

	elsewhere []*java.File // the files that the runs have led to

	callees []*calling // their clauses stand in the text beside its own
	decl    *java.MethodDecl
	kept    *jml.MethodSpec
	o       Options
	r       *MethodResult

	site candidate.Site
	spec candidate.Spec
	pool Pool
	skip string // why there is nothing to propose

	nullable  bool          // a run has returned null
	taken     []*java.Param // of which null is told: runs with it have returned
	published bool          // there are clauses that go into the file

	ensures []*search.Clause // of the pool
	clauses map[*search.Clause]*candidate.Clause
}

// clauseOf returns the postcondition that says k: always the same one.
func (a *annotating) clauseOf(k *search.Clause) *candidate.Clause {
	if a.clauses == nil {
		a.clauses = map[*search.Clause]*candidate.Clause{}
	}
	if a.clauses[k] == nil {
		a.clauses[k] = candidate.New(jml.Ensures, k.String())
	}
	return a.clauses[k]
}

func (a *annotating) run() error {
	w := newMethod(a.prep)
	a.site = candidate.NewSite(a.file.File, a.decl)
	a.spec = candidate.Light(nil, len(a.site.Loops))
	a.pool.Loops = make([]LoopPool, len(a.site.Loops))
	if a.kept == nil {
		a.nullResult()
	}

	if a.kept == nil && !a.o.Bare {
		search, _, stop := effort.With(a.ctx, a.o.Budget/2) // the other half is for the proof
		w.late = func() bool { return search.Err() != nil || !a.end.IsZero() && time.Now().After(a.end) }
		w.spend = func(d time.Duration) { effort.Spend(search, d) }
		err := a.contract(w)
		stop()
		if err != nil {
			return err
		}
		// The invariants may go on into the other half: without them there is nothing to prove.
		w.late = func() bool { return a.ctx.Err() != nil }
		w.spend = func(d time.Duration) { effort.Spend(a.ctx, d) }
		a.invariants(w)
	} else {
		a.r.Kept = a.kept != nil
	}

	if a.kept == nil {
		if a.spec.Size() > 0 {
			if err := a.validate(); err != nil {
				return err
			}
		}
		if err := a.refine(); err != nil {
			return err
		}
	}

	if a.skip != "" {
		a.r.Status, a.r.Reason = Skipped, a.skip
		a.r.Row = harness.Failure(a.prep.Task.ID, errors.New(a.skip))
		return nil
	}

	rep, err := a.measure(a.prep)
	if err != nil {
		return err
	}
	a.r.Row = rep.Row
	a.r.Survivors = append(a.r.Survivors, rep.Survivors(a.o.Survivors)...)
	a.publish()
	return nil
}

// nullResult notes that a run has returned null.
func (a *annotating) nullResult() {
	if t := a.prep.Method.Return; t != nil && isRef(t) && slices.ContainsFunc(a.prep.Pairs, func(p *bench.Pair) bool { return p.End == bench.Returned && p.Result.R == nil }) {
		a.nullable = true
	}
}

// nullTaken notes the parameters that are nullable as runs with null have returned: those of
// which a postcondition says what null does, where it would say nothing without the modifier,
// and those that come back or go on to a nullable parameter, where no run failed for want of an
// object.
func (a *annotating) nullTaken(ensures []*candidate.Clause) {
	for i, p := range a.decl.Params {
		if !a.file.null.mayTake(p) {
			continue
		}
		told := slices.ContainsFunc(ensures, func(c *candidate.Clause) bool { return tellsNull(java.Tokens(c.Body), p.Name.Name) })
		returned, failed := false, false
		for _, r := range a.prep.Pairs {
			if i < len(r.Pre.Args) && r.Pre.Args[i].R == nil {
				returned = returned || r.End == bench.Returned
				o, _ := r.Thrown.(*interp.Object)
				failed = failed || o != nil && o.Class.Class.QualifiedName() == "java.lang.NullPointerException"
			}
		}
		if returned && (told || !failed && (a.passesOn(p) || a.returns(func(q *java.Param) bool { return q == p }))) {
			a.taken = append(a.taken, p)
		}
	}
}

// returnsTaken reports whether the method returns a parameter as it is that is nullable.
func (a *annotating) returnsTaken() bool {
	return a.returns(func(p *java.Param) bool { return a.file.null.params[p] || slices.Contains(a.taken, p) })
}

// returns reports whether the method returns a wanted parameter as it is.
func (a *annotating) returns(want func(*java.Param) bool) (found bool) {
	var gives func(e java.Expr) bool
	gives = func(e java.Expr) bool {
		switch e := java.Unparen(e).(type) {
		case *java.Cond:
			return gives(e.X) || gives(e.Y)
		case *java.Cast:
			return gives(e.X)
		case *java.Name:
			p := paramOf(a.decl, e)
			return p != nil && want(p)
		}
		return false
	}
	java.Walk(a.decl.Body, func(n java.Node) bool {
		if r, ok := n.(*java.Return); ok && r.X != nil {
			found = found || gives(r.X)
		}
		// A return inside of a lambda or a local class isn't the method's.
		_, class := n.(*java.ClassDecl)
		_, lambda := n.(*java.Lambda)
		return !found && !class && !lambda
	})
	return found
}

// passesOn reports whether the method gives a parameter as it is to a nullable one of a method
// of the file, or to code of other files that takes a value of any type.
func (a *annotating) passesOn(p *java.Param) (found bool) {
	java.Walk(a.decl.Body, func(n java.Node) bool {
		c, ok := n.(*java.Call)
		if !ok {
			return !found
		}
		for i, arg := range c.Args {
			if paramOf(a.decl, arg) != p {
				continue
			}
			for _, k := range a.callees {
				if d := k.declared(); d != nil && d.Name.Name == c.Name.Name && len(d.Params) == len(c.Args) {
					found = found || a.file.null.params[d.Params[i]] || slices.Contains(k.found.taken, d.Params[i])
				}
			}
		}
		return !found
	})

	// Types and callees are known of the tree that was run, not of the one that is edited.
	java.Walk(a.prep.Decl.Body, func(n java.Node) bool {
		c, ok := n.(*java.Call)
		k := a.prep.Info.Calls[n]
		if !ok || k == nil || k.Method == nil || !k.Method.Owner.Elsewhere {
			return !found
		}
		for i, arg := range c.Args {
			x, isName := java.Unparen(arg).(*java.Name)
			found = found || isName && x.Name == p.Name.Name && i < len(k.Method.Params) && k.Method.Params[i].Type.Kind() == types.Var
		}
		return !found
	})
	return found
}

// tellsNull reports whether a clause compares a variable with null.
func tellsNull(clause []java.Token, name string) bool {
	for i := range max(len(clause)-2, 0) {
		if clause[i].Text == name && (i == 0 || clause[i-1].Text != ".") && (clause[i+1].Text == "==" || clause[i+1].Text == "!=") && clause[i+2].Text == "null" {
			return true
		}
	}
	return false
}

// contract proposes the clauses in front of the method.
func (a *annotating) contract(w *method) error {
	end := a.step.Start("search", "contract", nil)
	w.delegated = a.delegated()
	b := w.cases()
	var ensures []*candidate.Clause
	if len(a.prep.Pairs) > 0 {
		c := w.postconditions(a.o.MaxClauses)
		// With exceptional cases beside it, the condition belongs to the normal case alone: the others
		// have preconditions of their own.
		if len(b.throws) > 0 {
			b.normal = append(b.normal, c.requires...)
		} else {
			b.requires = append(b.requires, c.requires...)
		}
		for _, k := range c.ensures {
			ensures = append(ensures, a.clauseOf(k))
		}
		for _, k := range search.Pooled(c.list, c.ensures) {
			a.ensures = append(a.ensures, k)
			a.pool.Ensures = append(a.pool.Ensures, a.clauseOf(k))
		}
		for _, k := range c.nearly {
			a.ensures = append(a.ensures, k)
			a.pool.Almost = append(a.pool.Almost, a.clauseOf(k))
		}
		a.r.Account.Tried, a.r.Account.Held = c.tried, c.held
	}
	a.nullTaken(ensures)
	a.spec.Cases = b.cases(ensures, w.frame())
	end.End("ok", map[string]any{"tried": a.r.Account.Tried, "held": a.r.Account.Held, "lines": a.lines()})
	return nil
}

// invariants proposes the clauses of the method's loops.
func (a *annotating) invariants(w *method) {
	if len(a.prep.Pairs) == 0 {
		return
	}
	end := a.step.Start("search", "loops", nil)
	shaped := w.shaped()
	for i, t := range w.traceLoops() {
		if a.ctx.Err() != nil {
			break
		}
		proposed, pool := w.loopClauses(t, a.o.MaxClauses)
		a.spec.Loops[i] = proposed
		a.pool.Loops[i] = LoopPool{Clauses: pool, Shaped: shaped[t.loop]}
	}
	end.End("ok", nil)
}

// text is the file with a specification of this method in it, as far as it bears on that.
func (a *annotating) text(spec candidate.Spec) (*candidate.Text, error) {
	in := candidate.Into(a.file.File)
	a.file.null.declared(in.Edits)

	callees, specs := published(a.callees), []candidate.Spec{spec}
	exposed := exposing(callees)
	exposed.specs[a.decl] = spec
	for _, k := range callees {
		k.insert(in, k.spec, exposed)
		specs = append(specs, k.spec)
	}
	a.insert(in, spec, exposed)
	// Last, since the bodies that are left out depend on what all the clauses name.
	a.file.spare.leave(in, a.decl, specs, a.elsewhere)
	return in.Text()
}

// insert puts a specification of the method, and what the file has to say of null for it, into
// a text in which the fields say it already.
func (a *annotating) insert(in *candidate.Insertion, spec candidate.Spec, exposed exposed) {
	in.Add(a.site, a.visible(spec))
	if !a.decl.IsConstructor { // which is declared with the fields
		a.file.null.method(in.Edits, a.decl, a.nullable, a.taken)
	}
	a.expose(in.Edits, spec, exposed)
}

// visible returns the specification as visible as it can be: its clauses may name
// components of a record, whose fields are private and have no declaration that
// spec_public could stand at.
func (a *annotating) visible(spec candidate.Spec) candidate.Spec {
	// A private method's clauses are read where private names are known.
	if a.decl.Mods.Flags.Has(java.Private) {
		return spec
	}
	own, all := map[string]bool{}, map[string]bool{} // components that x, and o.x, may be
	for _, c := range a.file.classes {
		for _, p := range c.Components {
			all[p.Name.Name] = true
			own[p.Name.Name] = own[p.Name.Name] || slices.Contains(c.Members, java.Member(a.decl))
		}
	}
	if len(all) == 0 {
		return spec
	}
	if a.decl.Compact {
		clear(own) // its parameters have these names
	}
	for _, p := range a.decl.Params {
		delete(own, p.Name.Name)
	}

	for _, c := range spec.Contract() {
		tokens := java.Tokens(c.String())
		for i, t := range tokens {
			// A dot before it: the component of whatever object.
			of := own
			if i > 0 && tokens[i-1].Text == "." {
				of = all
			}
			called := i+1 < len(tokens) && tokens[i+1].Text == "("
			spec.Private = spec.Private || of[t.Text] && !called
		}
	}
	return spec
}

// classesOf are a file's class declarations.
func classesOf(f *java.File) (out []*java.ClassDecl) {
	java.Walk(f, func(n java.Node) bool {
		if c, ok := n.(*java.ClassDecl); ok {
			out = append(out, c)
		}
		return true
	})
	return out
}

// validate measures the proposal on inputs that the search has not seen, so that
// what holds by coincidence is dropped: twice as many, or as many where time is limited.
func (a *annotating) validate() error {
	inputs := 2 * a.o.Inputs
	if !a.end.IsZero() {
		inputs = a.o.Inputs
	}
	// Another seed, and fewer steps a run: an input on which the code goes on for long isn't needed.
	fresh, err := a.prep.Program.Prepare(a.ctx, bench.Options{Inputs: inputs, Seed: a.o.Seed + 1000, RunSteps: 50_000})
	if err != nil {
		return nil // nothing more could be run: the first inputs have to do
	}
	a.r.Inputs += fresh.Generated
	_, err = a.measure(fresh)
	return err
}

// maxRounds bounds how often clauses that turn out wrong are dropped.
const maxRounds = 8

// measure measures the proposed specification, dropping clauses that package
// harness, which has the last word, does not find true of every run.
func (a *annotating) measure(prep *bench.Prepared) (*harness.Report, error) {
	var rep *harness.Report
	// One clause is dropped a round: whether others fail may depend on it.
	for range maxRounds {
		text, err := a.text(a.spec)
		if err != nil {
			return nil, err
		}
		end := a.step.Start("measure", a.r.Name, nil)
		rep = harness.Measure(a.ctx, prep, text.Code, harness.Options{Elsewhere: true})
		end.End(string(rep.Status), rep.Row)
		if err := a.ctx.Err(); err != nil {
			return nil, fmt.Errorf("no time left: %w", err)
		}
		if a.kept != nil || !a.drop(rep, text) {
			return rep, nil
		}
	}
	return rep, nil
}

// drop removes a clause that is malformed or violated; false when there is none.
func (a *annotating) drop(rep *harness.Report, text *candidate.Text) bool {
	at := func(line int, fate Fate, why string) bool {
		c, ok := text.At(line)
		if !ok || !a.spec.Has(c.Clause) { // of another method
			return false
		}
		a.spec = a.spec.Minus(c.Clause)
		a.r.Account.Note(Finding{Clause: c.String(), Fate: fate, Why: why})
		return true
	}

	// Nothing was evaluated: the mistake's line says which clause it is.
	if rep.Status == harness.Malformed || rep.Status == harness.Unsupported {
		for _, d := range rep.Diagnostics {
			if at(d.Line, Senseless, d.Message) {
				return true
			}
		}
		return false
	}

	for _, v := range rep.Pairs {
		if v.Pre == eval.True && v.Post != eval.True && v.Clause != nil && at(v.Clause.At.Line, Refuted, rep.Input(v.Pair)) {
			return true
		}
	}
	for _, c := range []struct {
		*harness.Column
		why string
	}{{rep.Loops, "a run of a loop"}, {rep.Frames, "a run assigns more"}} {
		if c.Column == nil {
			continue
		}
		for _, v := range c.Violated {
			if at(v.At.Line, Refuted, c.why+" ("+v.Pair+")") {
				return true
			}
		}
	}
	return false
}

// publish enters the clauses into the result.
func (a *annotating) publish() {
	add := func(text string, at int) {
		text = strings.TrimSpace(text)
		kind, _, _ := strings.Cut(text, " ")
		a.r.Clauses = append(a.r.Clauses, Clause{Kind: kind, Text: text, Line: at})
	}
	spec := a.visible(a.spec)
	for _, l := range spec.Lines(a.decl) {
		add(l.Text, a.r.Line)
	}
	for i, list := range a.spec.Loops {
		for _, c := range list {
			add(c.String(), a.file.File.Position(a.site.Loops[i].Pos()).Line)
		}
	}
	if len(a.r.Clauses) == 0 && a.kept == nil {
		a.r.Status, a.r.Reason = Skipped, "nothing was found that the runs bear out"
		return
	}
	a.published = true
}
