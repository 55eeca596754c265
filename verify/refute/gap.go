package refute

import (
	"context"
	"slices"
	"strings"

	"ensures/bench"
	"ensures/java"
	"ensures/java/expr"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
	"ensures/jml/eval"
	"ensures/verify"
)

// The limits of the search for states that invariants allow.
const (
	gapInputs = 12
	gapVars   = 4  // that are given other values
	gapValues = 12 // of each
	gapStates = 20_000
)

// gaps looks, for postconditions behind a loop that are neither proved nor refuted,
// for a state at the loop's end that its invariants allow and that breaks the
// postcondition. No run gets there; that the invariants don't say so is why nothing
// is proved.
func (r *search) gaps(ctx context.Context, out *verify.Outcome, m verify.MethodKey) {
	for i := range out.Diagnostics {
		d := &out.Diagnostics[i]
		if d.Kind == verify.Postcondition && d.Verdict == verify.Unknown && d.Method == m {
			if g := r.newGap(*d); g != nil {
				d.Gap = g.find(ctx)
			}
		}
	}
}

// gap is the question about one postcondition and the loop before it.
type gap struct {
	*search
	loop      java.Stmt
	code      *eval.LoopCode
	conjuncts []part
	cond      *eval.Pred
	result    *eval.Pred  // of a number
	local     int         // slot of a result that is a variable; −1 otherwise
	truth     *eval.Pred  // of a result that is a condition
	changed   []int       // slots of numbers and truth values that the loop changes
	states    int         // judged so far
	found     *verify.Gap //
	pool      []int64     // values of numbers
	state     []interp.Value
}

// part is a conjunct of the postcondition.
type part struct {
	pred *eval.Pred
	text string
}

// newGap finds the loop before the place of a failure, and what is evaluated at its
// end; nil where there is none, or where something happens between the loop's end
// and the method's.
func (r *search) newGap(d verify.Diagnostic) *gap {
	g := &gap{search: r, local: -1}
	var clause *jml.Clause
	for _, c := range r.own.Contract.Cases {
		for _, e := range c.Ensures {
			if e.Expr != nil && (r.line(e.KeyPos) == d.AssociatedLine) {
				clause = e
			}
		}
	}

	loop, ret := r.lastLoop(d.Line)
	if clause == nil || loop == nil {
		return nil
	}
	g.loop, g.code = loop, r.tracer.Loop(loop)
	if g.code == nil || len(g.code.Spec.Of(jml.LoopInvariant)) == 0 {
		return nil
	}

	o := eval.CompileOptions{Slots: g.code.Slots}
	// The loop's condition and the result are Java, with the program's tables.
	code := eval.CompileOptions{Slots: g.code.Slots, Info: r.chk.Unit.Info}
	prog := r.tracer.Program()
	var err *java.Error
	if g.cond, err = eval.Compile(r.chk, prog, condition(loop), code); err != nil {
		return nil
	}
	file := r.chk.Spec.Java
	for _, e := range expr.Conjuncts(clause.Expr) {
		p, err := eval.Compile(r.chk, prog, e, o)
		// One that reads other variables than those at the loop has no value there.
		if err == nil && len(p.Slots) == len(g.code.Slots) {
			g.conjuncts = append(g.conjuncts, part{p, strings.Join(strings.Fields(file.Text(e)), " ")})
		}
	}
	if ret != nil && ret.X != nil && !g.returns(ret.X, code) {
		return nil
	}

	at := map[*types.Local]bool{}
	java.Walk(loop, func(n java.Node) bool {
		if x := java.Written(n); x != nil {
			r.target(x, at)
		}
		return true
	})
	for i, l := range g.code.Slots {
		if k := l.Type.Kind(); at[l] && !l.Spec && k >= types.Boolean && k <= types.Long {
			g.changed = append(g.changed, i)
		}
	}
	// Of more variables there are too many states to judge.
	if len(g.conjuncts) == 0 || len(g.changed) == 0 || len(g.changed) > gapVars {
		return nil
	}
	return g
}

// target notes the variable that an assignment changes.
func (r *search) target(e java.Expr, into map[*types.Local]bool) {
	if n, ok := e.(*java.Name); ok {
		if u := r.chk.Unit.Info.Uses[n]; u != nil && u.Local != nil {
			into[u.Local] = true
		}
	}
}

// returns prepares the value of the result.
func (g *gap) returns(e java.Expr, o eval.CompileOptions) bool {
	prog := g.tracer.Program()
	var err *java.Error
	switch k := g.m.Return.Kind(); {
	case k == types.Boolean:
		g.truth, err = eval.Compile(g.chk, prog, e, o)
	case k >= types.Boolean && k <= types.Long:
		g.result, err = eval.CompileMeasure(g.chk, prog, e, o)
	default:
		n, ok := e.(*java.Name)
		if !ok {
			return false
		}
		if u := g.chk.Unit.Info.Uses[n]; u != nil && u.Local != nil {
			g.local = slices.Index(g.code.Slots, u.Local)
		}
		return g.local >= 0
	}
	return err == nil
}

// lastLoop is the loop that ends straight before the place: the statement after it,
// if any, is the return on that line.
func (r *search) lastLoop(line int) (loop java.Stmt, ret *java.Return) {
	if r.m.Decl == nil || r.m.Decl.Body == nil {
		return nil, nil
	}
	stmts := r.m.Decl.Body.Stmts
	n := len(stmts)
	if n > 0 {
		if x, ok := stmts[n-1].(*java.Return); ok {
			ret = x
			n--
		}
	}
	if n == 0 || ret != nil && r.line(ret.From) != line {
		return nil, nil
	}
	if condition(stmts[n-1]) == nil {
		return nil, nil
	}
	// A loop that is left in another way may end with its condition true.
	leaves := false
	java.Walk(stmts[n-1], func(x java.Node) bool {
		switch x.(type) {
		case *java.Break, *java.Return, *java.Throw:
			leaves = true
		}
		return true
	})
	if leaves {
		return nil, nil
	}
	return stmts[n-1], ret
}

func condition(s java.Stmt) java.Expr {
	switch s := s.(type) {
	case *java.While:
		return s.Cond
	case *java.For:
		return s.Cond
	}
	return nil
}

// find runs the method and tries other values of what the loop changes at its heads.
func (g *gap) find(ctx context.Context) *verify.Gap {
	inputs := g.subject.inputs(g.m)
	for range gapInputs {
		if ctx.Err() != nil || g.over() {
			break
		}
		g.mach.Refill(runSteps, runHeap)
		in, ok, err := inputs.Next(g.mach)
		if err != nil {
			break
		}
		if !ok || !g.admits(in) {
			continue
		}
		g.mach.Refill(20*runSteps, runHeap)
		g.tracer.Run(g.mach, g.m, in.This, in.Args, eval.TraceOptions{Steps: evalSteps, MaxVisits: visits, SnapshotLimit: 20_000, Visit: func(v *eval.Visit) {
			if v.Loop == g.loop && !g.over() {
				g.head(v)
			}
		}})
	}
	return g.found
}

func (g *gap) over() bool { return g.found != nil || g.states >= gapStates }

// admits reports whether an input satisfies the precondition and what classes demand.
func (g *gap) admits(in bench.State) bool {
	if !g.allowed(in) {
		return false
	}
	d := g.own.Begin(g.mach, eval.State{This: in.This, Locals: in.Args})
	return d.Pre.Truth == eval.True && g.nonNull(in.Args)
}

// head tries other values at the loop head where a run leaves the loop: of one
// variable, then of two, and so on.
func (g *gap) head(v *eval.Visit) {
	v.Env.Steps = evalSteps
	// What counts is the state in which the loop is left.
	if g.cond.Eval(v.Env).Truth != eval.False {
		return
	}
	locals := v.Env.Cur.Locals
	g.state = slices.Clone(locals)
	defer func() { v.Env.Cur.Locals = locals }()
	g.pool = g.values(locals)
	v.Env.Cur.Locals = slices.Clone(locals)
	for others := 1; others <= len(g.changed); others++ {
		g.vary(v.Env, 0, others)
	}
}

// values are the numbers worth trying: small ones, those of the state, their
// neighbours, lengths.
func (g *gap) values(locals []interp.Value) []int64 {
	seen := map[int64]bool{}
	var near, far []int64
	add := func(list *[]int64, n int64) {
		if !seen[n] && n >= -1<<31 && n < 1<<31 {
			seen[n] = true
			*list = append(*list, n)
		}
	}
	for i, l := range g.code.Slots {
		if i >= len(locals) {
			break
		}
		switch k := l.Type.Kind(); {
		case k > types.Boolean && k <= types.Long:
			add(&near, locals[i].N)
			add(&far, locals[i].N+1)
			add(&far, locals[i].N-1)
		default:
			if n := interp.ArrayLen(locals[i].R); n >= 0 {
				add(&near, int64(n))
				add(&far, int64(n)+1)
			}
		}
	}
	for _, n := range []int64{0, 1, -1, 2, 7} {
		add(&near, n)
	}
	all := append(near, far...)
	return all[:min(len(all), gapValues)]
}

// vary gives so many of the changed variables from the k-th on other values.
func (g *gap) vary(env *eval.Env, k, others int) {
	if g.over() || others > len(g.changed)-k {
		return
	}
	if others == 0 {
		g.judgeState(env)
		return
	}
	i := g.changed[k]
	g.vary(env, k+1, others)
	defer func() { env.Cur.Locals[i] = g.state[i] }()
	if g.code.Slots[i].Type.Kind() == types.Boolean {
		for _, b := range []bool{false, true} {
			env.Cur.Locals[i] = interp.Bool(b)
			g.vary(env, k+1, others-1)
		}
		return
	}
	for _, n := range g.pool {
		if fits(g.code.Slots[i].Type.Kind(), n) {
			env.Cur.Locals[i] = interp.Long(n)
			g.vary(env, k+1, others-1)
		}
	}
}

// fits reports whether a number is of a type.
func fits(k types.Kind, n int64) bool {
	switch k {
	case types.Byte:
		return n >= -128 && n < 128
	case types.Short:
		return n >= -32768 && n < 32768
	case types.Char:
		return n >= 0 && n < 65536
	}
	return true
}

// judgeState looks whether the invariants allow a state at the loop's end that
// breaks the postcondition.
func (g *gap) judgeState(env *eval.Env) {
	g.states++
	truth := func(p *eval.Pred) eval.Truth {
		env.Steps = evalSteps
		return p.Eval(env).Truth
	}
	if truth(g.cond) != eval.False {
		return
	}
	// A state counts where every invariant is known to allow it.
	for _, c := range g.code.Clauses {
		if c.Clause.Kind == jml.LoopInvariant && (c.Pred == nil || truth(c.Pred) != eval.True) {
			return
		}
	}

	saved := env.Result
	defer func() { env.Result = saved }()
	switch {
	case g.truth != nil:
		t := truth(g.truth)
		if t != eval.True && t != eval.False {
			return
		}
		env.Result = interp.Bool(t == eval.True)
	case g.result != nil:
		n, _, res := g.result.Int(env)
		if res.Truth != eval.True || !fits(g.m.Return.Kind(), n) || g.m.Return.Kind() == types.Int && (n < -1<<31 || n >= 1<<31) {
			return
		}
		env.Result = interp.Long(n)
	case g.local >= 0:
		env.Result = env.Cur.Locals[g.local]
	}
	for _, p := range g.conjuncts {
		if truth(p.pred) == eval.False {
			g.found = g.describe(env, p.text)
			return
		}
	}
}

func (g *gap) describe(env *eval.Env, conjunct string) *verify.Gap {
	out := &verify.Gap{Line: g.line(g.loop.Pos()), Part: conjunct}
	var parts []string
	for i, l := range g.code.Slots {
		if l.Spec || i >= len(env.Cur.Locals) {
			continue
		}
		parts = append(parts, l.Name+"="+g.mach.FormatValue(env.Cur.Locals[i], l.Type))
		if slices.Contains(g.changed, i) && env.Cur.Locals[i].N != g.state[i].N {
			out.Free = append(out.Free, l.Name)
		}
	}
	out.State = strings.Join(parts, ", ")
	return out
}
