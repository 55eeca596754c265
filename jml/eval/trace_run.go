package eval

import (
	"cmp"
	"sort"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
)

// tracing is the state of one traced run.
type tracing struct {
	t      *Tracer
	o      TraceOptions
	m      *interp.Machine
	target *types.Method
	stack  []*activation
	held   int // objects and elements that the stack's states in which calls started have copied
	ghosts *Ghosts
	run    *Run
	loops  map[java.Stmt]*LoopTrace
	extra  map[java.Stmt]*LoopTrace
	stmts  map[*jml.Stmt]*StmtTrace
	thrown interp.Ref // what left the call that ended last
	busy   bool       // evaluating: hooks of methods that clauses call are not traced
}

// activation is one call of a method with something to trace inside.
type activation struct {
	m      *types.Method
	pre    *State
	copied int // for pre
	toCur  func(interp.Ref) interp.Ref
	fresh  func(interp.Ref) bool
	ghosts map[*types.Local]interp.Value
	lost   map[*types.Local]string
	loops  map[java.Stmt]*loopState
	at     java.Stmt    // begun last
	ret    *java.Return // begun, and nothing has run since but what finally runs on the way out
}

type loopState struct {
	entry, n int
	env      Env
	locals   []interp.Value
	old      []interp.Value
	prev     map[*jml.Clause][]num // measures at the last head
	begun    *iteration            // what the frame is about; nil between entries
}

// Run runs a method of the tracer's program on a machine of its Program.
func (t *Tracer) Run(m *interp.Machine, method *types.Method, this interp.Ref, args []interp.Value, o TraceOptions) *Run {
	o.MaxVisits = cmp.Or(o.MaxVisits, 10_000)
	o.SnapshotLimit = cmp.Or(o.SnapshotLimit, 100_000)

	r := &tracing{t: t, o: o, m: m, target: method, ghosts: NewGhosts(), run: &Run{},
		loops: map[java.Stmt]*LoopTrace{}, extra: map[java.Stmt]*LoopTrace{}, stmts: map[*jml.Stmt]*StmtTrace{}}

	for _, f := range method.Owner.Fields {
		if f.Flags.Has(java.Static) && method.Name != staticInit {
			m.StaticField(f) // the class is initialised before the call, as by the call
			break
		}
	}

	pre, toCur, fresh, objects, err := r.snapshot(this, args)
	r.run.Objects = objects
	r.run.Pre, r.run.ToCur, r.run.Fresh, r.run.PreErr = pre, toCur, fresh, err

	m.SetHooks(&interp.Hooks{
		LoopHead: r.loopHead,
		Before:   r.before,
		AtEnd:    r.atEnd,
		Enter:    r.enter,
		Exit:     r.exit,
	})
	v, out := r.call(method, this, args)
	m.SetHooks(nil)

	if len(r.stack) > 0 { // a limit ended the run
		r.run.At = r.stack[0].at
	}
	r.run.Result, r.run.Outcome = v, out
	if method.IsConstructor() {
		this = v.R
	}

	r.run.Post = State{This: this, Locals: args, Ghosts: r.ghosts}
	for _, l := range r.loops {
		r.run.Loops = append(r.run.Loops, l)
	}

	// In the order of the source, whatever order they were met in.
	sort.Slice(r.run.Loops, func(i, j int) bool { return r.run.Loops[i].Loop.Pos() < r.run.Loops[j].Loop.Pos() })
	for _, s := range r.stmts {
		r.run.Stmts = append(r.run.Stmts, s)
	}
	sort.Slice(r.run.Stmts, func(i, j int) bool { return r.run.Stmts[i].Stmt.From < r.run.Stmts[j].Stmt.From })
	return r.run
}

// heldStates is how many states of the largest size nested calls may have copied at a
// time; one more ends the run by its limit.
const heldStates = 4

// staticInit names a pseudo-method that initialises its class.
const staticInit = "<clinit>"

// call runs the method itself, or the initialisation of its class.
func (r *tracing) call(method *types.Method, this interp.Ref, args []interp.Value) (interp.Value, interp.Outcome) {
	if method.Name != staticInit {
		return r.m.CallDirect(method, this, args)
	}
	r.stack = append(r.stack, &activation{m: method, pre: &r.run.Pre, loops: map[java.Stmt]*loopState{}})
	out := r.m.Initialise(method.Owner)
	r.stack = nil
	return interp.Value{}, out
}

// snapshot copies the state that a call starts in.
func (r *tracing) snapshot(this interp.Ref, args []interp.Value) (State, func(interp.Ref) interp.Ref, func(interp.Ref) bool, map[interp.Ref]interp.Ref, error) {
	st := r.m.Statics()
	// The copies of the roots come back in this order.
	roots := append(append([]interp.Value{{R: this}}, args...), st.Roots()...)
	snap, err := r.m.Snapshot(r.o.SnapshotLimit, roots...)
	if err != nil {
		return State{This: this, Locals: args, Ghosts: r.ghosts}, nil, nil, nil, err
	}
	pre := State{This: snap.Roots[0].R, Locals: snap.Roots[1 : 1+len(args) : 1+len(args)], Statics: st.Through(snap.Copy), Ghosts: r.ghosts.Clone(snap.Copy)}
	fresh := func(o interp.Ref) bool {
		// An object is old where the pre-state has a copy of it, where both states share it, and
		// where the machine has it for all code, as it has literals.
		_, old := snap.Of[o]
		return !old && !snap.Kept[o] && !r.m.Shared(o)
	}
	return pre, snap.Original, fresh, snap.From, nil
}

func (r *tracing) enter(m *interp.Machine, t *types.Method, v interp.FrameView) {
	if r.busy {
		return
	}
	a := &activation{m: t, ghosts: map[*types.Local]interp.Value{}, lost: map[*types.Local]string{}, loops: map[java.Stmt]*loopState{}}
	if len(r.stack) == 0 && t == r.target {
		// The state before the run has been copied already.
		pre := r.run.Pre
		a.pre, a.toCur, a.fresh = &pre, r.run.ToCur, r.run.Fresh
	} else if r.t.inner[t] {
		// Each of many nested calls may start in a large state, and all of them are kept.
		if r.held > heldStates*r.o.SnapshotLimit {
			r.m.Exhaust()
		}
		before := r.m.Copied()
		pre, toCur, fresh, _, _ := r.snapshot(v.This(), v.Args())
		a.pre, a.toCur, a.fresh, a.copied = &pre, toCur, fresh, int(r.m.Copied()-before)
		r.held += a.copied
	}
	r.stack = append(r.stack, a)
	if r.o.Called != nil {
		r.busy = true
		r.o.Called(&Call{Method: t, This: v.This(), Args: v.Args(), Ghosts: r.ghosts, Callers: r.stack[:len(r.stack)-1]})
		r.busy = false
	}
}

// Call is a call that a traced run makes, of a method of the program's own.
type Call struct {
	Method  *types.Method
	This    interp.Ref
	Args    []interp.Value
	Ghosts  *Ghosts
	Callers []*activation // the innermost last
}

// Depth is the number of calls that this one is inside of, the traced method's own included.
func (c *Call) Depth() int { return len(c.Callers) }

// Caller is the i-th method around the call, the traced one first, and the statement
// of it that was begun last.
func (c *Call) Caller(i int) (*types.Method, java.Stmt) { return c.Callers[i].m, c.Callers[i].at }

func (r *tracing) exit(m *interp.Machine, t *types.Method, v interp.FrameView, result interp.Value, thrown interp.Ref) {
	if r.busy || len(r.stack) == 0 {
		return
	}
	if len(r.stack) == 1 {
		r.run.At = r.stack[0].at
		if ret := r.stack[0].ret; ret != nil && thrown == nil {
			r.run.At = ret
		}
		// The exception is the one that the call before ended by: the method only let it pass.
		r.run.Passed = thrown != nil && thrown == r.thrown
	}
	r.thrown = thrown
	r.held -= r.stack[len(r.stack)-1].copied
	r.stack = r.stack[:len(r.stack)-1]
}

func (r *tracing) top() *activation {
	if len(r.stack) == 0 {
		return nil
	}
	return r.stack[len(r.stack)-1]
}

// begin notes the statement that is begun. A return is still under way while the finally
// blocks around it run, unless they jump.
func (r *tracing) begin(a *activation, s java.Stmt) {
	a.at = s
	if a.ret != nil && within(r.t.finally[a.ret], s) {
		switch s.(type) {
		case *java.Return, *java.Break, *java.Continue, *java.Throw:
		default:
			return
		}
	}
	a.ret, _ = s.(*java.Return)
}

// within reports whether a statement stands in one of some blocks.
func within(blocks []*java.Block, s java.Stmt) bool {
	for _, b := range blocks {
		if b.Pos() <= s.Pos() && s.End() <= b.End() {
			return true
		}
	}
	return false
}

func (r *tracing) before(m *interp.Machine, s java.Stmt, v interp.FrameView) {
	a := r.top()
	if r.busy || a == nil {
		return
	}
	if m := v.Method(); m == nil || m == a.m || m.Name == a.m.Name && m.Owner == a.m.Owner && m.Name == staticInit {
		r.begin(a, s) // and not where a class is initialised in between
	}
	for _, loop := range r.t.before[s] {
		r.endIteration(a, loop)
	}
	for _, x := range r.t.chk.Spec.Before[s] {
		r.stmt(a, x, s, v)
	}
	loop := jml.LoopOf(s)
	if loop == nil {
		return
	}
	if l := a.loops[loop]; l != nil && l.n >= 0 {
		l.entry++
		l.n = -1
		l.begun = nil // how the last iteration ended nobody saw
		clear(l.prev)
	}
}

func (r *tracing) atEnd(m *interp.Machine, b *java.Block, v interp.FrameView) {
	a := r.top()
	if r.busy || a == nil {
		return
	}
	for _, loop := range r.t.atEnd[b] {
		r.endIteration(a, loop)
	}
	for _, x := range r.t.chk.Spec.AtEnd[b] {
		r.stmt(a, x, b, v)
	}
}

// enterLoop is the state of a loop in an activation at its first visit: what does not
// change from iteration to iteration.
func (r *tracing) enterLoop(a *activation, slots *LoopCode, m *interp.Machine) *loopState {
	l := &loopState{n: -1, prev: map[*jml.Clause][]num{}}
	l.locals = make([]interp.Value, len(slots.Slots))
	l.old = make([]interp.Value, len(slots.Slots))
	for i, p := range a.m.Params {
		for j, s := range slots.Slots {
			if s == p && i < len(a.pre.Locals) {
				l.old[j] = a.pre.Locals[i]
			}
		}
	}
	pre := *a.pre
	pre.Locals = l.old
	l.env = Env{Machine: m, Pre: &pre, ToCur: a.toCur, Fresh: a.fresh, Steps: r.o.Steps}
	return l
}

func (r *tracing) loopHead(m *interp.Machine, loop java.Stmt, v interp.FrameView) {
	a := r.top()
	if r.busy || a == nil {
		return
	}
	r.begin(a, loop)

	code, extra := r.t.loops[loop], r.o.Extra[loop]
	if code == nil && extra == nil {
		return
	}
	slots := code
	if slots == nil {
		slots = extra
	}

	tr := r.loops[loop]
	if tr == nil {
		tr = newLoopTrace(loop, code, extra)
		r.loops[loop] = tr
	}

	l := a.loops[loop]
	if l == nil {
		l = r.enterLoop(a, slots, m)
		a.loops[loop] = l
	}

	// Arriving at the head ends the iteration before.
	r.endIteration(a, loop)
	l.n++
	if l.n == 0 {
		tr.Entries++
	}
	tr.Visits++
	if tr.Visits > r.o.MaxVisits {
		return
	}

	lost := ""
	// No clause is evaluated on the value of a ghost variable that was lost: which of them read
	// it isn't looked at.
	for i, s := range slots.Slots {
		if s.Spec {
			if why, bad := a.lost[s]; bad {
				lost = "ghost variable " + s.Name + " has no value: " + why
			}
			l.locals[i] = a.ghosts[s]
		} else {
			l.locals[i], _ = v.Local(s)
		}
	}
	l.env.Cur = State{This: v.This(), Locals: l.locals, Ghosts: r.ghosts}
	l.env.Count = int64(l.n)

	var results []ClauseResult
	// What a clause calls runs on the same machine: its own loops are not to be traced.
	r.busy = true
	if code != nil {
		results = r.evalClauses(code, l, lost, results)
	}
	if extra != nil {
		results = r.evalClauses(extra, l, lost, results)
	}

	for i, res := range results {
		tr.Clauses[i].note(res.Result, l.entry, l.n)
	}
	if r.o.Visit != nil {
		r.o.Visit(&Visit{Loop: loop, Entry: l.entry, N: l.n, Env: &l.env, Results: results})
	}
	r.busy = false

	if code != nil && code.frame != nil && lost == "" {
		r.beginIteration(l, code, tr)
	}
}

func newLoopTrace(loop java.Stmt, codes ...*LoopCode) *LoopTrace {
	tr := &LoopTrace{Loop: loop}
	for _, code := range codes {
		if code == nil {
			continue
		}
		for _, c := range code.Clauses {
			tr.Clauses = append(tr.Clauses, ClauseTrace{Clause: c.Clause})
		}
	}
	return tr
}

func (c *ClauseTrace) note(r Result, entry, n int) {
	switch r.Truth {
	case True:
		c.Held++
		return
	case False:
		c.Broken++
	default:
		c.Unsure++
	}
	if c.First.Truth == InvalidTruth || c.First.Truth == Unknown && r.Truth == False {
		c.First, c.FirstVisit, c.FirstEntry = r, n, entry
	}
}

func (r *tracing) evalClauses(code *LoopCode, l *loopState, lost string, out []ClauseResult) []ClauseResult {
	for i := range code.Clauses {
		c := &code.Clauses[i]
		res := ClauseResult{Clause: c.Clause}
		switch {
		case c.Err != nil:
			res.Result = Result{Truth: Unknown, Reason: c.Err.Msg, At: c.Err.Span.From}
		case lost != "":
			res.Result = Result{Truth: Unknown, Reason: lost, At: c.Clause.From}
		case c.Pred != nil:
			res.Result = c.Pred.Eval(&l.env)
		default:
			res.Result, res.Measure = r.measure(c, l)
		}
		out = append(out, res)
	}
	return out
}

// measure evaluates a decreases clause: since the last head of this entry it must
// have been non-negative there and be smaller now.
func (r *tracing) measure(c *LoopClause, l *loopState) (Result, string) {
	now := make([]num, len(c.Values))
	text := ""
	for i, p := range c.Values {
		e := p.begin(&l.env)
		now[i] = p.n(e)
		if e.bad != 0 {
			res := resultOf(e, e.bad)
			p.end(e)
			// With nothing to compare with the next head begins anew.
			delete(l.prev, c.Clause)
			return res, ""
		}
		p.end(e)
		if i > 0 {
			text += ","
		}
		text += now[i].String()
	}
	prev := l.prev[c.Clause]
	l.prev[c.Clause] = now
	if prev == nil {
		return Result{Truth: True}, text
	}
	// In lexicographic order the first component that differs decides: it has to be smaller, and to
	// have been non-negative, for below zero there is no end of getting smaller.
	for i := range now {
		switch d := cmpNum(now[i], prev[i]); {
		case d < 0 && prev[i].sign() >= 0:
			return Result{Truth: True}, text
		case d == 0 && i < len(now)-1:
			continue
		case d < 0:
			return Result{Truth: False, Reason: "the measure was negative, " + prev[i].String() + ", and the loop went on"}, text
		default:
			return Result{Truth: False, Reason: "the measure did not get smaller: " + prev[i].String() + ", then " + now[i].String()}, text
		}
	}
	return Result{Truth: False, Reason: "the measure did not change"}, text
}
