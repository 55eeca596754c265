package soundtest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand"
	"regexp"
	"slices"
	"strings"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
	"ensures/jml/eval"
	"ensures/verify"
)

// Options of a Search.
type Options struct {
	Types *types.Library
	Lib   *interp.Program // the class library, of the same types.Library
	// Arithmetic is the meaning of the code: safe or java. In quiet mode only runs
	// without overflow are looked at.
	Arithmetic verify.Arithmetic
	Inputs     int   // tried for each verified method; 0 is 20
	Rounds     int   // of weakening; 0 is 3
	Seed       int64 // of the inputs
	// Steps bounds a run; 0 is 2,000,000.
	Steps int64
	// Ends is set where every run from small inputs is known to end within Steps, or else
	// never: one that does not is a violation.
	Ends bool
}

// Result is what a search saw.
type Result struct {
	Methods  int // that were verified, all rounds of weakening done
	Clauses  int // that they have
	Asked    int // methods in all
	Checks   int // runs of verified methods from inputs that satisfy their preconditions
	Unknown  int // of them, with a postcondition that the evaluator could not decide
	False    int // clauses asked for that a run had shown to be false before
	Verdicts map[string]int
	// Code and Said are the different methods, and clauses of them, that the
	// checks stand on.
	Code, Said map[string]bool
	// Violations are runs that a verified specification forbids.
	Violations []Violation
}

// Violation is a run that a verified specification forbids.
type Violation struct {
	Method, Input, What string
	Arithmetic          verify.Arithmetic
	Source              string
	Scene               string `json:",omitempty"` // of the catalogue
}

func (v Violation) String() string {
	return fmt.Sprintf("%s arithmetic: %s was verified, but on %s: %s\n%s", v.Arithmetic, v.Method, v.Input, v.What, v.Source)
}

// Add sums results up.
func (r *Result) Add(s Result) {
	r.Methods += s.Methods
	r.Clauses += s.Clauses
	r.Asked += s.Asked
	r.Checks += s.Checks
	r.Unknown += s.Unknown
	r.False += s.False
	r.Violations = append(r.Violations, s.Violations...)
	if r.Verdicts == nil {
		r.Verdicts = map[string]int{}
	}
	for k, n := range s.Verdicts {
		r.Verdicts[k] += n
	}
	if r.Code == nil {
		r.Code, r.Said = map[string]bool{}, map[string]bool{}
	}
	for k := range s.Code {
		r.Code[k] = true
	}
	for k := range s.Said {
		r.Said[k] = true
	}
}

// Search asks b for p, takes out the clauses that it does not prove, asks again,
// and runs every method that comes out verified.
func Search(ctx context.Context, b verify.Backend, p Program, o Options) (Result, error) {
	o.Inputs = cmp.Or(o.Inputs, 20)
	o.Rounds = cmp.Or(o.Rounds, 3)
	res := Result{Verdicts: map[string]int{}, Code: map[string]bool{}, Said: map[string]bool{}}
	if err := p.sift(o, &res); err != nil {
		return res, err
	}
	var out verify.Outcome
	for round := 0; ; round++ {
		var err error
		out, err = b.Verify(ctx, verify.Request{File: "Solution.java", Source: p.Source, Options: verify.Options{Arithmetic: o.Arithmetic, Quick: true}})
		if err != nil {
			return res, err
		}
		if out.Verdict == verify.Malformed {
			return res, fmt.Errorf("malformed: %s at line %d\n%s", out.Diagnostics[0].Message, out.Diagnostics[0].Line, p.Source)
		}
		lines := map[int]bool{}
		for _, d := range out.Diagnostics {
			switch {
			case d.Severity != verify.Error:
			case droppable(p.Source, d.AssociatedLine):
				lines[d.AssociatedLine] = true
			case droppable(p.Source, d.Line):
				lines[d.Line] = true
			}
		}
		if len(lines) == 0 || round >= o.Rounds {
			break
		}
		p.drop(lines)
		if p.spent() {
			return res, nil
		}
	}
	verified := map[string]bool{}
	names := map[string]int{}
	for _, m := range out.Methods {
		res.Asked++
		res.Verdicts[m.Verdict.String()]++
		// Of a method and what overrides it both must be.
		name := m.Method.Short()
		verified[name] = m.Verdict == verify.Verified && (names[name] == 0 || verified[name])
		names[name]++
	}
	for changed := true; changed; {
		changed = false
		for name, calls := range p.Calls {
			for _, c := range calls {
				// What a method proves with the contract of one that breaks it is worth
				// nothing.
				if verified[name] && names[c] > 0 && !verified[c] {
					verified[name], changed = false, true
				}
			}
		}
	}
	run, err := p.runner(o)
	if err != nil {
		return res, err
	}
	for _, m := range out.Methods {
		name := m.Method.Short()
		tm := run.find(m.Method)
		if !verified[name] || tm == nil {
			continue
		}
		run.source = p.Source
		run.known = p.falsified
		run.endless = ""
		for _, w := range out.Warnings {
			if w.Method == m.Method && (w.Kind == verify.UnreachableEnd || w.Kind == verify.VacuousPrecondition) {
				run.endless = string(w.Kind)
			}
		}
		before := res.Checks
		if run.method(tm, &res) && res.Checks > before {
			res.Methods++
			run.count(tm, &res)
		}
	}
	return res, nil
}

func (p *Program) runner(o Options) (*runner, error) {
	src := p.Source
	if o.Arithmetic != verify.Java && p.Exact != "" {
		src = p.Exact
	}
	r, err := newRunner(src, o)
	if err == nil {
		r.exact = o.Arithmetic != verify.Java && p.Exact != ""
		if o.Arithmetic != verify.Java && p.Exact == "" { // of a program without such a form
			exact := interp.ExactConversions
			if o.Arithmetic == verify.Quiet {
				exact = interp.ExactOperations
			}
			r.tracer = eval.NewExactTracer(r.chk, o.Lib, exact)
		}
	}
	return r, err
}

// sift takes out most of the clauses that a few runs show to be false, which a
// verifier would only lose time on. Some stay, to tempt it.
func (p *Program) sift(o Options, res *Result) error {
	run, err := p.runner(o)
	if err != nil {
		return err
	}
	lines := map[int]bool{}
	for _, d := range run.declared() {
		m := run.chk.Unit.Info.Methods[d]
		if d.Body != nil && p.of(d.Name.Name) {
			run.falsified(m, lines)
		}
	}
	var found []int64
	for n := range lines {
		found = append(found, int64(n))
	}
	sortInts(found)
	for _, n := range found {
		switch {
		case !droppable(p.Source, int(n)):
			delete(lines, int(n))
		case p.Mutated != nil || run.r.Intn(8) == 0:
			delete(lines, int(n))
			res.False++
			p.falsified = append(p.falsified, int(n))
		}
	}
	p.drop(lines)
	return nil
}

// of reports whether a method is of the program and not a helper of its exact form.
func (p *Program) of(name string) bool { return strings.Contains(p.Source, " "+name+"(") }

// falsified adds the lines of clauses that some runs of a method find false.
func (r *runner) falsified(m *types.Method, lines map[int]bool) {
	if !r.runnable(m) {
		return
	}
	at := func(c *jml.Clause) { lines[r.chk.Spec.Java.Position(c.KeyPos).Line] = true }
	judge := eval.NewJudge(r.chk, r.tracer.Program(), m, eval.JudgeOptions{NonNull: true, Invariants: !m.IsConstructor()})
	mach := r.machine()
	for try := range 12 {
		this, args, ok := r.inputs(mach, m, judge, 3*try)
		if !ok {
			continue
		}
		run := r.tracer.Run(mach, m, this, args, eval.TraceOptions{})
		if run.PreErr != nil {
			continue
		}
		d := judge.Begin(mach, run.Pre)
		if d.Pre.Truth != eval.True {
			continue
		}
		for _, l := range run.Loops {
			for _, c := range l.Clauses {
				if c.Broken > 0 {
					at(c.Clause)
				}
			}
		}
		for _, s := range run.Stmts {
			if s.Broken > 0 {
				lines[r.chk.Spec.Java.Position(s.Stmt.From).Line] = true
			}
		}
		if run.Outcome.Kind != interp.Returned {
			mach = r.machine()
			continue
		}
		d.Post(run.Env(mach))
		for _, c := range d.Clauses {
			if c.Result.Truth == eval.False {
				at(c.Clause)
			}
		}
	}
}

func (r *runner) machine() *interp.Machine {
	steps := r.o.Steps
	if steps == 0 {
		steps = 2_000_000
	}
	return r.tracer.Program().NewMachine(interp.Options{Limits: interp.Limits{Steps: steps}})
}

// runnable reports whether a method's inputs can be made.
func (r *runner) runnable(m *types.Method) bool {
	if m == nil || m.Decl == nil || m.Decl.Body == nil || m.Name == "inv" {
		return false
	}
	if !m.Flags.Has(java.Static) && !m.IsConstructor() && !r.can(m.Owner.Type()) {
		return false
	}
	for _, p := range m.Params {
		if !r.can(p.Type) {
			return false
		}
	}
	return true
}

// runner runs the methods of one program.
type runner struct {
	o      Options
	r      *rand.Rand
	chk    *jml.Checked
	tracer *eval.Tracer
	consts []int64
	source string
	exact  bool
	inv    map[*types.Method]*eval.Judge // by the method inv of a class
	known  []int                         // lines of clauses that a run had shown to be false
	// endless is the warning that no run of the method comes to its end.
	endless string
	made    []interp.Ref // arrays and objects among the inputs of one run
}

// WellFormed reports whether a program and its specification have no mistakes.
func WellFormed(src string, lib *types.Library) bool {
	_, errs := jml.Load(lib, "Solution.java", src)
	return len(errs) == 0
}

func newRunner(src string, o Options) (*runner, error) {
	chk, errs := jml.Load(o.Types, "Solution.java", src)
	if len(errs) > 0 {
		return nil, fmt.Errorf("%w\n%s", errs[0], src)
	}
	r := &runner{o: o, r: rand.New(rand.NewSource(o.Seed)), chk: chk, tracer: eval.NewTracer(chk, o.Lib)}
	for _, c := range chk.Unit.Info.Consts {
		if types.IsIntegral(c.Type) {
			r.consts = append(r.consts, c.N)
		}
	}
	// Map order is not a seed's.
	sortInts(r.consts)
	return r, nil
}

// declared are the methods in the order of the source: a map's order is not a seed's.
func (r *runner) declared() []*java.MethodDecl {
	return slices.SortedFunc(maps.Keys(r.chk.Unit.Info.Methods), func(a, b *java.MethodDecl) int { return cmp.Compare(a.Pos(), b.Pos()) })
}

// find is the method of a key, nil for none.
func (r *runner) find(key verify.MethodKey) *types.Method {
	for _, d := range r.declared() {
		if m := r.chk.Unit.Info.Methods[d]; m.Owner.Outer == nil && verify.KeyOf(m) == key {
			return m
		}
	}
	return nil
}

// method runs one method; false when it cannot be run.
func (r *runner) method(m *types.Method, res *Result) bool {
	name := m.Name
	if !r.runnable(m) {
		return false
	}
	judge := eval.NewJudge(r.chk, r.tracer.Program(), m, eval.JudgeOptions{NonNull: true, Invariants: !m.IsConstructor()})
	for _, c := range judge.Contract.Cases {
		res.Clauses += len(c.Ensures) + len(c.Signals)
	}
	mach := r.machine()
	ran := 0
	for try := 0; ran < r.o.Inputs && try < 6*r.o.Inputs; try++ {
		if r.o.Ends {
			mach = r.machine() // a machine's steps are those of all of its runs
		}
		this, args, ok := r.inputs(mach, m, judge, try)
		if !ok {
			continue
		}
		run := r.tracer.Run(mach, m, this, args, eval.TraceOptions{})
		if run.PreErr != nil {
			mach = r.machine()
			continue
		}
		d := judge.Begin(mach, run.Pre)
		if d.Pre.Truth != eval.True {
			continue
		}
		overflow := run.Outcome.Kind == interp.Overflow || r.exact && run.Outcome.Kind == interp.Thrown && lost(run.Outcome)
		limited := !overflow && run.Outcome.Kind != interp.Returned && run.Outcome.Kind != interp.Thrown || outOfMemory(run.Outcome)
		endless := limited && r.o.Ends && try%3 == 0 && !diverges(judge) && r.ends(m, run.Outcome)
		if limited && !endless {
			mach = r.machine()
			continue
		}
		if overflow && r.o.Arithmetic == verify.Quiet {
			continue
		}
		ran++
		res.Checks++
		what := ""
		switch {
		case endless:
			what = "does not end"
		case overflow:
			what = "overflow"
		case r.endless != "":
			// The facts that the proof stands on contradict each other.
			what = "a run comes to its end, but the verifier warns: " + r.endless
		default:
			what = r.judge(mach, run, d, judge, res)
			if what == "" && !judge.Contract.Mods.Has(jml.Helper) {
				what = r.broken(mach, run)
			}
		}
		if what != "" {
			var in []string
			if run.Pre.This != nil {
				in = append(in, "this = "+mach.FormatValue(interp.R(run.Pre.This), m.Owner.Type()))
			}
			for i, p := range m.Params {
				in = append(in, p.Name+" = "+mach.FormatValue(run.Pre.Locals[i], p.Type))
			}
			if run.Outcome.Kind == interp.Returned && m.Return.Kind() != types.Void {
				what += ", result " + mach.FormatValue(run.Result, m.Return)
			}
			res.Violations = append(res.Violations, Violation{Method: name, Input: strings.Join(in, ", "), What: what, Arithmetic: r.o.Arithmetic, Source: r.source})
			return true
		}
	}
	return true
}

// outOfMemory reports whether a run was ended by an Error that a proof takes not to happen:
// the stack or the heap was too small.
func outOfMemory(end interp.Outcome) bool {
	return end.Class == "java.lang.StackOverflowError" || end.Class == "java.lang.OutOfMemoryError"
}

// ends reports whether a method's specification says that a run like the one that was
// stopped ends: all its loops have variants, or it has a measure. Without one nothing is
// claimed about that.
func (r *runner) ends(m *types.Method, stopped interp.Outcome) bool {
	from, to := r.span(m.Decl)
	text := strings.Join(strings.Split(r.chk.Spec.Java.Src, "\n")[from-1:to], "\n")
	if stopped.Kind == interp.StepLimit {
		loops := strings.Count(text, "for (") + strings.Count(text, "while (")
		return loops > 0 && strings.Count(text, "decreases ") >= loops
	}
	return stopped.Class == "java.lang.StackOverflowError" && strings.Contains(text, "measured_by ")
}

// diverges reports whether a contract lets the method run for ever.
func diverges(j *eval.Judge) bool {
	for _, c := range j.Contract.Cases {
		if len(c.Diverges) > 0 {
			return true
		}
	}
	return false
}

// count notes a method that was verified and run, and what it is verified to do.
func (r *runner) count(m *types.Method, res *Result) {
	name := m.Name
	ls := strings.Split(r.source, "\n")
	for _, d := range r.declared() {
		if d != m.Decl {
			continue
		}
		from := r.chk.Spec.Java.Position(d.Pos()).Line
		if ms := r.chk.Spec.Methods[d]; ms != nil {
			for _, c := range ms.Comments {
				from = min(from, r.chk.Spec.Java.Position(c.From).Line)
			}
		}
		var code, said []string
		for n := from; n <= r.chk.Spec.Java.Position(d.End()).Line && n <= len(ls); n++ {
			for _, k := range r.known {
				if k == n && strings.TrimSpace(ls[n-1]) != "" {
					res.Violations = append(res.Violations, Violation{Method: name, Input: "a run before the question", What: "false: " + strings.TrimSpace(ls[n-1]), Arithmetic: r.o.Arithmetic, Source: r.source})
				}
			}
			if droppable(r.source, n) && !strings.Contains(ls[n-1], "//@ assignable ") {
				said = append(said, strings.TrimSpace(ls[n-1]))
			} else {
				code = append(code, ls[n-1])
			}
		}
		key := copyNameRE.ReplaceAllString(strings.Join(code, "\n"), "$1")
		res.Code[key] = true
		for _, s := range said {
			res.Said[s+"\n"+key] = true
		}
	}
}

// copyNameRE finds the names of copies, which make no other method of them.
var copyNameRE = regexp.MustCompile(`\bq\d+_(\w)`)

// judge says what a run violates; "" is nothing.
func (r *runner) judge(mach *interp.Machine, run *eval.Run, d *eval.Judgement, j *eval.Judge, res *Result) string {
	for _, l := range run.Loops {
		for _, c := range l.Clauses {
			if c.Broken > 0 {
				return c.Clause.String() + " " + c.First.Reason
			}
		}
	}
	for _, s := range run.Stmts {
		if s.Broken > 0 {
			return s.Stmt.String()
		}
	}
	env := run.Env(mach)
	post := d.Post(env)
	switch post.Truth {
	case eval.False:
		if post.Clause != nil {
			return post.Clause.String() + " " + post.Reason
		}
		return post.Reason
	case eval.Unknown:
		res.Unknown++
	}
	if run.Outcome.Kind == interp.Thrown && !allowed(j, run.Outcome) {
		return "throws " + run.Outcome.Class + " " + run.Outcome.Message
	}
	if f := d.Frame(env, eval.Changes(r.chk, mach, &run.Pre, &run.Post, run.Objects)); f.Truth == eval.False {
		return "frame: " + f.Reason
	}
	return ""
}

// allowed reports whether the contract lets the exception out. Signals clauses speak
// of their own types only; what a throw statement throws and no signals_only
// excludes is allowed, what the machine throws is not.
func allowed(j *eval.Judge, end interp.Outcome) bool {
	simple := end.Class[strings.LastIndexByte(end.Class, '.')+1:]
	for _, c := range j.Contract.Cases {
		if c.MustThrow {
			return true
		}
		for _, s := range append(append([]*jml.Clause{}, c.Signals...), c.SignalsOnly...) {
			if t := s.String(); strings.Contains(t, simple) || strings.Contains(t, "Exception ") && strings.Contains(t, "(Exception") || strings.Contains(t, "Throwable") {
				return true
			}
		}
	}
	if !strings.HasPrefix(end.Class, "java.") {
		return true // of the file: a throw statement's
	}
	switch simple {
	case "IllegalStateException", "IllegalArgumentException", "ArithmeticException":
		return end.Message == ""
	}
	return false
}

// lost recognises the end of a run whose exact arithmetic left the range of its type.
func lost(end interp.Outcome) bool {
	return end.Class == "java.lang.Error" || end.Class == "java.lang.ArithmeticException" && strings.Contains(end.Message, "overflow")
}

// broken says which object that a run leaves within reach breaks its invariant.
func (r *runner) broken(mach *interp.Machine, run *eval.Run) string {
	roots := []interp.Ref{run.Post.This, run.Result.R, run.Outcome.Exception}
	if run.Outcome.Kind != interp.Returned {
		roots[0], roots[1] = nil, nil // of a constructor that threw there is nothing to ask
	}
	for _, a := range run.Post.Locals {
		roots = append(roots, a.R)
	}
	seen := map[interp.Ref]bool{}
	for len(roots) > 0 {
		o, ok := roots[0].(*interp.Object)
		roots = roots[1:]
		if !ok || o == nil || seen[o] {
			continue
		}
		seen[o] = true
		roots = append(roots, o.R...)
		if j := r.invariants(mach, o); j != nil && j.Begin(mach, eval.State{This: o}).Pre.Truth == eval.False {
			return "an object breaks its invariant: " + mach.FormatValue(interp.R(o), mach.TypeOf(o))
		}
	}
	return ""
}

// invariants is the judge of the invariants of an object's class, by its method inv or
// that of the nearest class above which has one.
func (r *runner) invariants(mach *interp.Machine, o *interp.Object) *eval.Judge {
	var near *types.Method
	for _, d := range r.declared() {
		m := r.chk.Unit.Info.Methods[d]
		if m.Name == "inv" && m.Owner.Outer == nil && mach.InstanceOf(o, mach.Class(m.Owner.Binary)) && (near == nil || types.IsSubclass(m.Owner, near.Owner)) {
			near = m
		}
	}
	if near == nil {
		return nil
	}
	if r.inv == nil {
		r.inv = map[*types.Method]*eval.Judge{}
	}
	if r.inv[near] == nil {
		r.inv[near] = eval.NewJudge(r.chk, r.tracer.Program(), near, eval.JudgeOptions{Invariants: true})
	}
	return r.inv[near]
}
