package harness

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ensures/bench"
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/java/values"
	"ensures/jml"
	"ensures/jml/eval"
	"ensures/metric"
	"ensures/mutate"
)

// Options bound a measurement; zero fields mean their defaults.
type Options struct {
	Pairs   int // most pairs of T⁺ to use; default all
	Mutants int // output mutants per pair; default and most mutate.Limit
	// Nullable says that references may be null unless a specification says otherwise.
	// Else null for a parameter that is not nullable is forbidden without a clause.
	Nullable bool
	Steps    int64 // quantifier steps of one evaluation on a mutant; default 50,000
	Depth    int64 // the same on a pair; default four times Steps
	// Elsewhere lets errors outside the method and its specification pass, for a
	// file in which other methods are broken.
	Elsewhere bool
	Traces    int // runs on which loop clauses are checked; default 50, negative for none
}

func (o Options) withDefaults() Options {
	if o.Mutants <= 0 || o.Mutants > mutate.Limit {
		o.Mutants = mutate.Limit
	}
	o.Steps = cmp.Or(o.Steps, 50_000)
	o.Depth = cmp.Or(o.Depth, 4*o.Steps)
	o.Traces = cmp.Or(o.Traces, 50)
	return o
}

// Fate is what became of a mutant.
type Fate uint8

// The fates of a mutant.
const (
	InvalidFate Fate = iota
	Killed
	Survived
	Undecided
)

var fateNames = [...]string{"invalid", "killed", "survived", "unknown"}

func (f Fate) String() string { return fateNames[f] }

// MutantVerdict is what the specification says about one changed output.
type MutantVerdict struct {
	Name   string // the kind of change
	Fate   Fate
	Clause *ClauseRef // the clause that rejected it, or could not be decided
	Reason string     // of Undecided
	// Further is set of kinds that are not published: the strict column alone counts them.
	Further bool

	undefined bool // undecided because the clause has no value there
	value     interp.Value
	state     *values.StateMutant
}

// ClauseRef names a clause of the specification.
type ClauseRef struct {
	Text string        `json:"text"`
	At   java.Position `json:"at"`
}

// PairVerdict is what the specification says about one pair.
type PairVerdict struct {
	Pair    *bench.Pair
	Pre     eval.Truth // does ψ hold of the input
	Post    eval.Truth // does φ hold of the output; True where ψ does not hold
	Clause  *ClauseRef
	Reason  string
	Mutants []MutantVerdict
}

// Report is a row with everything behind it.
type Report struct {
	Row
	Pairs   []PairVerdict // T⁺
	Invalid []PairVerdict // T⁻
	// LoopClauses is what the visits of loop heads say about each clause.
	LoopClauses map[*jml.Clause]*eval.ClauseTrace
	prep        *bench.Prepared
	spec        *spec
	machine     *interp.Machine
}

// Failure is the row of a specification that could not be measured at all.
func Failure(taskID string, err error) Row {
	status := Failed
	var u *bench.Unsupported
	if errors.As(err, &u) {
		status = Unsupported
	}
	return Row{TaskID: taskID, Status: status, Diagnostics: []Diagnostic{{Severity: "error", Message: err.Error()}}}
}

// Measure evaluates a specification on the pairs of a task.
func Measure(ctx context.Context, prep *bench.Prepared, code string, o Options) *Report {
	start := time.Now()
	r := &Report{Row: Row{TaskID: prep.Task.ID, Status: OK, Diagnostics: []Diagnostic{}}, prep: prep}
	defer func() { r.ElapsedMS = float64(time.Since(start).Microseconds()) / 1000 }()
	o = o.withDefaults()
	s, bad := read(prep, code, o.Elsewhere)
	r.spec = s
	// What is known of a file with errors stands in the row beside them.
	if s.jml != nil {
		r.UsesAssume = len(s.jml.UsesAssume()) > 0
	}
	if s.file != nil {
		r.AlteredCode = altered(prep.Source, s.file, prep.SourceDecl(), s.decl)
	}
	if bad != nil {
		r.Status, r.Diagnostics = bad.status, bad.diags
		return r
	}
	r.Method = s.class.Name.Name + "." + s.decl.Name.Name
	r.Diagnostics = append(r.Diagnostics, s.mute...)
	for _, w := range s.jml.Warnings {
		r.Diagnostics = append(r.Diagnostics, diagnostic("warning", w))
	}
	r.machine = s.run.NewMachine(interp.Options{})

	w := &measuring{Report: r, s: s, m: r.machine, o: o, x: values.New(r.machine)}
	if err := w.run(ctx); err != nil {
		f := Failure(prep.Task.ID, err)
		r.Status, r.Diagnostics = f.Status, append(f.Diagnostics, r.Diagnostics...)
		return r
	}
	w.score()
	return r
}

// measuring is a measurement going on.
type measuring struct {
	*Report
	s     *spec
	m     *interp.Machine
	x     *values.Mutator
	o     Options
	plain bool // no value needs a transfer
	mask  []bool
	void  bool

	spent    int64 // steps of reruns
	slow     int   // pairs that took too long to decide
	stateful bool  // the specification's code has fields that the task's has not

	tally metric.Tally
}

// maxSlow is the number of pairs that may be too long to decide before less is
// spent on the others.
const maxSlow = 5

// budget is what one pair may cost the machine.
const (
	pairSteps = 20_000_000
	pairHeap  = 256 << 20
)

func (w *measuring) run(ctx context.Context) error {
	t := w.prep.Method.Return
	w.void = t.Kind() == types.Void
	w.plain = w.prep.Method.Flags.Has(java.Static) && w.s.method.Flags.Has(java.Static) && (bench.Native(t) || w.void)
	for _, l := range w.prep.Method.Params {
		w.plain = w.plain && bench.Native(l.Type)
	}

	pairs := w.prep.Pairs
	if w.o.Pairs > 0 && len(pairs) > w.o.Pairs {
		pairs = pairs[:w.o.Pairs]
	}
	// Static fields belong to a class of the task, so they have to be found in the specification's.
	if len(pairs) > 0 && len(pairs[0].Pre.Statics) > 0 {
		w.plain = false
	}

	w.mask = changed(w.prep, w.m, pairs)
	w.x.Field = w.touched(pairs)
	own, err := w.receiver()
	if err != nil {
		return err
	}
	w.stateful = w.s.stateful(w.prep)
	w.Pairs = make([]PairVerdict, 0, len(pairs))
	for _, p := range pairs {
		if err := ctx.Err(); err != nil {
			return err
		}
		// Every pair has the same budget: what it costs does not depend on the pairs before it.
		w.m.Refill(pairSteps, pairHeap)
		if err := w.pair(p, own); err != nil {
			return err
		}
	}

	for _, p := range w.prep.Invalid {
		w.m.Refill(pairSteps, pairHeap)
		if err := w.invalid(p, own); err != nil {
			return err
		}
	}
	return w.columns(ctx, pairs, own)
}

// receiver is an object for a specification whose method has a receiver where the
// task's has none; nil when that is not so.
func (w *measuring) receiver() (interp.Ref, error) {
	if w.s.method.Flags.Has(java.Static) || !w.prep.Method.Flags.Has(java.Static) {
		return nil, nil
	}
	for _, c := range w.s.method.Owner.Methods {
		if c.Name == "<init>" && len(c.Params) == 0 {
			v, end := w.m.Call(c, nil, nil)
			if end.Kind == interp.Returned {
				return v.R, nil
			}
		}
	}
	// Such an object has the default values in its fields: the task's method, which is static,
	// reads none.
	c := w.s.run.Class(w.s.method.Owner)
	if c == nil {
		return nil, errors.New("no object of the specification's class can be made")
	}
	return w.m.NewInstance(c), nil
}

// changed says which parameters, and last the receiver, some run changes.
func changed(prep *bench.Prepared, m *interp.Machine, pairs []*bench.Pair) []bool {
	x := values.New(m)
	n := len(prep.Method.Params)
	out := make([]bool, n+1)
	left := n + 1
	for i, l := range prep.Method.Params {
		// Whatever becomes of the parameter, the caller's variable keeps its value.
		if k := l.Type.Kind(); k >= types.Boolean && k <= types.Double {
			left--
			out[i] = false
		}
	}

	m.Try(func() interp.Value {
		for _, p := range pairs {
			for i, l := range prep.Method.Params {
				if k := l.Type.Kind(); !out[i] && (k < types.Boolean || k > types.Double) && !x.Equal(p.Pre.Args[i], p.Post.Args[i], l.Type) {
					out[i] = true
				}
			}
			// Before the constructor there was no object, so all of it is a change.
			if !out[n] && p.Pre.This != nil && prep.Method.IsConstructor() {
				out[n] = true
			}
			if !out[n] && p.Pre.This != nil && !x.Equal(interp.R(p.Pre.This), interp.R(p.Post.This), nil) {
				out[n] = true
			}
		}
		return interp.Value{}
	})
	return out
}

// touched tells the fields that some run changes, by class and name, so that it
// works for the classes of the specification as for the task's.
func (w *measuring) touched(pairs []*bench.Pair) func(*types.Field) bool {
	names := map[string]bool{}
	x := values.New(w.m)
	var visit func(a, b interp.Ref, depth int)
	visit = func(a, b interp.Ref, depth int) {
		o, ok := a.(*interp.Object)
		p, ok2 := b.(*interp.Object)
		if !ok || !ok2 || depth > 2 || o.Class.Library || o.Class != p.Class {
			return
		}
		for _, f := range o.Class.InstanceFields() {
			u, _ := o.Field(f)
			v, _ := p.Field(f)
			if !names[f.Name] && !x.Equal(u, v, f.Type) {
				names[f.Name] = true
			}
			visit(u.R, v.R, depth+1)
		}
	}
	w.m.Refill(pairSteps, pairHeap)
	w.m.Try(func() interp.Value {
		for _, p := range pairs {
			visit(p.Pre.This, p.Post.This, 0)
			for i := range p.Pre.Args {
				visit(p.Pre.Args[i].R, p.Post.Args[i].R, 0)
			}
		}
		return interp.Value{}
	})

	if w.prep.Method.IsConstructor() { // there was no object before: all that it has is new
		for _, f := range w.prep.Method.Owner.Fields {
			names[f.Name] = names[f.Name] || !f.Spec && !f.Flags.Has(java.Static)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return func(f *types.Field) bool { return names[f.Name] }
}

// pair measures a pair of T⁺.
func (w *measuring) pair(p *bench.Pair, own interp.Ref) error {
	mv, err := w.s.move(w.prep, w.m, p, w.plain)
	if err != nil {
		return err
	}
	w.own(mv, own)
	if w.stateful {
		w.rerun(mv)
	}

	depth := w.o.Depth
	if w.slow >= maxSlow {
		depth = w.o.Steps
	}
	b := w.s.begin(w.m, mv.pre, depth)
	b.env.Fresh = mv.fresh
	pre := b.accepts(false)

	v := PairVerdict{Pair: p, Pre: pre.truth, Post: eval.True}
	post := verdict{truth: eval.True}
	if pre.truth == eval.False {
		v.decided(w.s, pre)
	} else {
		post = w.after(b, mv, pre)
		if v.Post = post.truth; post.truth != eval.True {
			v.decided(w.s, post)
		}
	}

	// Outside the precondition the mutants are only counted, so that both columns have
	// the same ones.
	b.env.Steps = w.o.Steps
	if mv.lost == "" || pre.truth == eval.False {
		if err := w.mutants(&v, mv, b, pre.truth != eval.False); err != nil {
			return err
		}
	}

	fates := make([]metric.Mutant, len(v.Mutants))
	for i, k := range v.Mutants {
		fates[i] = metric.Mutant{Verdict: k.metric(), Further: k.Further}
	}
	w.tally.Pair(pre.metric(), post.metric(), fates)
	w.Report.Pairs = append(w.Report.Pairs, v)
	return nil
}

// after is what the postcondition says of a pair's own output.
func (w *measuring) after(b *before, mv *moved, pre verdict) verdict {
	post := verdict{truth: eval.Unknown, reason: mv.lost}
	if mv.lost == "" {
		post = b.returned(mv.post, mv.result, mv.mapping())
	}
	// Where the precondition is not known to hold, a postcondition that holds says no more than
	// that.
	if metric.Post(pre.metric(), post.metric()) != post.metric() {
		post = pre
	}
	// A clause without a value was no work: what took too long is slow.
	if post.truth == eval.Unknown && !post.undefined {
		w.slow++
	}
	return post
}

func (v verdict) metric() metric.Verdict {
	return metric.Verdict{Truth: v.truth, Undefined: v.undefined}
}

// metric is what the mutant's fate says of the postcondition.
func (k *MutantVerdict) metric() metric.Verdict {
	switch k.Fate {
	case Killed:
		return metric.Verdict{Truth: eval.False}
	case Survived:
		return metric.Verdict{Truth: eval.True}
	}
	return metric.Verdict{Truth: eval.Unknown, Undefined: k.undefined}
}

// own puts the receiver of the specification's own making into a pair.
func (w *measuring) own(mv *moved, own interp.Ref) {
	if own != nil {
		mv.pre.This, mv.post.This = own, own
	}
}

func (v *PairVerdict) decided(s *spec, d verdict) {
	v.Reason = d.reason
	if d.clause != nil {
		v.Clause = s.ref(d.clause)
	}
}

func (mv *moved) mapping() func(interp.Ref) interp.Ref {
	if mv.toCur != nil {
		return mv.toCur
	}
	if len(mv.toPost) == 0 {
		return nil
	}
	return func(r interp.Ref) interp.Ref {
		if q, ok := mv.toPost[r]; ok {
			return q
		}
		return r
	}
}

// mutants changes the output of a pair and, if judge is set, asks the
// specification about each change.
func (w *measuring) mutants(v *PairVerdict, mv *moved, b *before, judge bool) error {
	t := w.s.method.Return
	if t.Kind() == types.Void {
		t = w.prep.Method.Return
	}
	_, end := w.m.Try(func() interp.Value {
		any := false
		for _, c := range w.mask {
			any = any || c
		}
		aliased := mv.result.R != nil && !w.void && mv.held()
		for _, k := range w.results(v.Pair, mv, t, aliased) {
			mu := MutantVerdict{Name: k.Name, Fate: Survived, Further: k.Further, value: k.Value}
			if judge {
				mu.judged(w.s, b.returnedOf(mv.post, k.Value, mv.mapping(), v.Post == eval.True))
			}
			v.Mutants = append(v.Mutants, mu)
		}
		// States change where some run changes one, where the result is an argument, and where
		// nothing else is there to change.
		if any || w.void || aliased {
			for _, k := range w.states(mv) {
				mu := MutantVerdict{Name: k.Name, Fate: Survived, Further: k.Further, state: &k}
				if judge {
					post, result := mv.under(&k)
					mu.judged(w.s, b.returned(post, result, mv.through(&k)))
				}
				v.Mutants = append(v.Mutants, mu)
			}
		}
		return interp.Value{}
	})

	switch end.Kind {
	case interp.Returned:
	case interp.Thrown, interp.StepLimit, interp.HeapLimit:
		// A change asks objects for their hash codes, say, which is code of the program and may
		// throw or not end: the mutants that were made before are those of this pair.
	default:
		return fmt.Errorf("mutants of %s: %s", v.Pair.Name, end)
	}
	return nil
}

// results are the changed results of a call. One that is the receiver or an argument changes
// with that, in the states; what is left to change of the result itself is that it is one.
func (w *measuring) results(p *bench.Pair, mv *moved, t types.Type, aliased bool) []values.Mutant {
	switch {
	case w.void:
		return nil
	case aliased && w.further() == 0:
		return nil
	case aliased:
		return []values.Mutant{{Name: "null", Further: true}}
	}
	out := w.x.Results(mv.result, t)
	out = out[:min(len(out), w.o.Mutants)]
	if w.further() > 0 {
		out = append(out, w.x.Further(mv.result, t)...)
		out = append(out, w.elsewhere(p, mv, t, out)...)
	}
	return out
}

// elsewhere is up to four results that are values of the input or results of other
// pairs, where results are primitive: what a method returns that takes another branch or
// looks at the wrong place. Those that are a mutant already are left out.
func (w *measuring) elsewhere(p *bench.Pair, mv *moved, t types.Type, already []values.Mutant) []values.Mutant {
	if !primitive(t) || len(already) == 0 { // not a number has no neighbours
		return nil
	}
	var out []values.Mutant
	add := func(name string, v interp.Value, most int) {
		taken := func(k values.Mutant) bool { return w.x.Equal(v, k.Value, t) }
		if len(out) < most && !w.x.Equal(v, p.Result, t) && !slices.ContainsFunc(already, taken) && !slices.ContainsFunc(out, taken) {
			out = append(out, values.Mutant{Name: name, Value: v, Further: true})
		}
	}

	for i, l := range w.prep.Method.Params {
		v := mv.pre.Locals[i]
		if l.Type.Kind() == t.Kind() {
			add(l.Name, v, 2)
		}
		if a, ok := v.R.(interp.Array); ok && a.Len() > 0 && elementsOf(l.Type, t) {
			add(l.Name+"[0]", a.At(0), 2)
			add(l.Name+"[last]", a.At(a.Len()-1), 2)
		}
	}

	pairs := w.prep.Pairs
	at := slices.Index(pairs, p)
	// From the next pair on, so that not all are held against the same values.
	for i := 1; i < min(len(pairs), 50); i++ {
		add("of another input", pairs[(at+i)%len(pairs)].Result, 4)
	}
	return out
}

// elementsOf reports whether arrays of type a have elements of primitive type t.
func elementsOf(a, t types.Type) bool {
	array, ok := a.(*types.ArrayType)
	return ok && array.Elem.Kind() == t.Kind()
}

func primitive(t types.Type) bool { return t.Kind() >= types.Boolean && t.Kind() <= types.Double }

func (k *MutantVerdict) judged(s *spec, d verdict) {
	switch d.truth {
	case eval.False:
		k.Fate = Killed
	case eval.True:
		k.Fate = Survived
	default:
		k.Fate, k.Reason, k.undefined = Undecided, d.reason, d.undefined
	}
	if d.clause != nil {
		k.Clause = s.ref(d.clause)
	}
}

// held reports whether the result is an object that the arguments lead to at once, and that
// can change: a text or a boxed number is a value.
func (mv *moved) held() bool {
	switch mv.result.R.(type) {
	case *interp.String, *interp.Box:
		return false
	}
	for _, a := range mv.post.Locals {
		if a.R == mv.result.R {
			return true
		}
	}
	return mv.post.This != nil && mv.post.This == mv.result.R
}

// states are changed states after the call. In a void method of which no run
// changed anything, every argument that could be changed is.
func (w *measuring) states(mv *moved) []values.StateMutant {
	var roots []values.Root
	mask := make([]bool, 0, len(w.mask))
	none := true
	for _, c := range w.mask {
		none = none && !c
	}
	for i, l := range w.prep.Method.Params {
		roots = append(roots, values.Root{Name: l.Name, Type: l.Type, Before: mv.pre.Locals[i], After: mv.post.Locals[i]})
		mask = append(mask, w.mask[i] || none)
	}
	roots = append(roots, values.Root{Name: "this", Before: interp.R(mv.pre.This), After: interp.R(mv.post.This)})
	mask = append(mask, (w.mask[len(w.mask)-1] || none) && !w.prep.Method.Flags.Has(java.Static))
	out, _ := w.x.States(roots, mask, w.further(), mv.result)
	if w.further() == 0 && len(out) > w.o.Mutants {
		out = out[:w.o.Mutants]
	}
	return out
}

// further is the number of mutants of an output beyond the published kinds: none where
// fewer than all of those are asked for.
func (w *measuring) further() int {
	if w.o.Mutants < mutate.Limit {
		return 0
	}
	return mutate.FurtherLimit
}

// under is the state and result of a mutant.
func (mv *moved) under(k *values.StateMutant) (eval.State, interp.Value) {
	// The roots are the parameters, the receiver and the result, in this order.
	n := len(mv.post.Locals)
	post := mv.post
	post.Locals = k.Roots[:n:n]
	// Ghost fields may refer to objects that the mutant has copies of.
	if post.Ghosts != nil {
		post.Ghosts = post.Ghosts.Clone(func(r interp.Ref) interp.Ref {
			if q, ok := k.Copy[r]; ok {
				return q
			}
			return r
		})
	}
	post.This = k.Roots[n].R
	return post, interp.Value{N: mv.result.N, R: k.Roots[n+1].R}
}

// through maps the state before the call to a mutant's state.
func (mv *moved) through(k *values.StateMutant) func(interp.Ref) interp.Ref {
	first := mv.mapping()
	return func(r interp.Ref) interp.Ref {
		if first != nil {
			r = first(r)
		}
		if q, ok := k.Copy[r]; ok {
			return q
		}
		return r
	}
}

// invalid measures an input of T⁻.
func (w *measuring) invalid(p *bench.Pair, own interp.Ref) error {
	mv, err := w.s.move(w.prep, w.m, p, w.plain)
	if err != nil {
		return err
	}
	w.own(mv, own)
	b := w.s.begin(w.m, mv.pre, w.o.Steps)
	pre := b.accepts(true)
	// The default is part of the precondition, though no clause says it.
	if n := eval.NullForbidden(w.s.checked, w.s.method, mv.pre.Locals); n != nil && !w.o.Nullable && pre.truth != eval.False {
		pre = verdict{truth: eval.False, reason: n.Name + " is null, which the default forbids"}
	}
	v := PairVerdict{Pair: p, Pre: pre.truth}
	v.decided(w.s, pre)
	w.tally.Invalid(pre.metric())
	w.Report.Invalid = append(w.Report.Invalid, v)
	return nil
}

// score turns the counts into the row.
func (w *measuring) score() {
	w.Row.Pairs, w.Row.Mutants = w.tally.Pairs, w.tally.Mutants
	w.Compat = w.tally.Compat()
	if !w.AlteredCode && !w.UsesAssume {
		w.Strict = w.tally.Strict()
	}
	w.Undefined = w.undefined()
}

// undefined are the reasons why strict scores are null, by the scores' names.
func (w *measuring) undefined() map[string]string {
	p := w.Row.Pairs
	out := map[string]string{}
	say := func(score *float64, name string, reasons ...string) {
		if score != nil {
			return
		}
		out[name] = reasons[len(reasons)-1]
		for _, r := range reasons[:len(reasons)-1] {
			if r != "" {
				out[name] = r
				return
			}
		}
	}
	when := func(is bool, reason string) string {
		if is {
			return reason
		}
		return ""
	}

	cheat := when(w.AlteredCode, "the code was changed") + when(!w.AlteredCode && w.UsesAssume, "the specification assumes something")
	none := when(p.Total == 0, "no run of the method returned")
	outside := when(p.Total > 0 && p.Vacuous == p.Total, "the precondition admits none of the inputs")
	say(w.Strict.PostCorr, "post_correctness", cheat, none, outside, "no postcondition could be decided")
	say(w.Strict.PostComp, "post_completeness", cheat, none, outside, when(w.Row.Mutants.Total == 0, "no output that the postcondition accepts could be changed"), "no changed output could be decided")
	say(w.Strict.PreCorr, "pre_correctness", cheat, none, "no precondition could be decided")
	say(w.Strict.PreComp, "pre_completeness", cheat, when(p.Invalid == 0, "the method threw on no input"), "no precondition could be decided")
	if len(out) == 0 {
		return nil
	}
	return out
}

// ref names a clause; texts are made once.
func (s *spec) ref(c *jml.Clause) *ClauseRef {
	if r := s.refs[c]; r != nil {
		return r
	}
	if s.refs == nil {
		s.refs = map[*jml.Clause]*ClauseRef{}
	}
	r := &ClauseRef{Text: s.text(c), At: s.position(c.Pos())}
	s.refs[c] = r
	return r
}

// Line is the line of a clause in the specification's code.
func (r *Report) Line(c *jml.Clause) int { return r.spec.file.Position(c.Pos()).Line }
