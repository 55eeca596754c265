package eval

import (
	"sync"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
)

// Pred is a compiled predicate or integer expression of a specification. It may
// be evaluated by several goroutines at a time.
type Pred struct {
	Slots []*types.Local // what the values of State.Locals belong to, in order
	// Old and Ghost tell whether the pre-state and ghost fields are read.
	Old, Ghost bool

	b    boolFn
	n    numFn
	maxq int
	pool sync.Pool
}

// CompileOptions say how an expression is compiled.
type CompileOptions struct {
	Math jml.Math
	// Slots are the variables that State.Locals will hold, in this order. Others
	// that the expression uses are added after them, see Pred.Slots.
	Slots []*types.Local
	// Info replaces the specification's tables, for an expression checked apart.
	Info *types.Info
}

// Compile turns a checked boolean expression into a predicate. The error says
// which part cannot be evaluated; it is not an error of the specification.
func Compile(chk *jml.Checked, prog *interp.Program, x java.Expr, o CompileOptions) (*Pred, *java.Error) {
	return compilePred(chk, prog, o, func(c *compiler, p *Pred) { p.b = c.pred(x) })
}

// CompileMeasure is Compile for an integer expression; see Pred.Int.
func CompileMeasure(chk *jml.Checked, prog *interp.Program, x java.Expr, o CompileOptions) (*Pred, *java.Error) {
	return compilePred(chk, prog, o, func(c *compiler, p *Pred) {
		n := c.unboxed(c.expr(x), x)
		if !n.isInt() {
			c.stop(x, "a measure must be an integer")
		}
		p.n = n.num()
	})
}

func compilePred(chk *jml.Checked, prog *interp.Program, o CompileOptions, build func(*compiler, *Pred)) (p *Pred, err *java.Error) {
	p = &Pred{Slots: append([]*types.Local(nil), o.Slots...)}
	c := newCompiler(chk, prog, o)
	c.grow = func(l *types.Local) int {
		p.Slots = append(p.Slots, l)
		return len(p.Slots) - 1
	}
	defer func() {
		if r := recover(); r != nil {
			// Compilation stops by a panic of this type; any other is a mistake of the compiler's.
			u, ok := r.(unsupported)
			if !ok {
				panic(r)
			}
			p, err = nil, &java.Error{Code: java.NotInSubset, Construct: u.why, Span: java.Span{From: u.at, To: u.at}, Msg: u.why}
			if chk != nil {
				err.At = chk.Spec.Java.Position(u.at)
			}
		}
	}()

	build(c, p)
	p.maxq, p.Old, p.Ghost = c.maxq, c.usesOld, c.usesGhost
	return p, nil
}

func newCompiler(chk *jml.Checked, prog *interp.Program, o CompileOptions) *compiler {
	c := &compiler{chk: chk, prog: prog, math: o.Math, info: o.Info, slots: map[*types.Local]int{}, bound: map[*types.Local]int{}}
	if c.info == nil {
		c.info = chk.Info
	}
	for i, l := range o.Slots {
		c.slots[l] = i
	}
	return c
}

func (p *Pred) begin(in *Env) *env {
	e, _ := p.pool.Get().(*env)
	if e == nil {
		e = &env{q: make([]int64, p.maxq)}
	}
	e.Env = in
	e.cur, e.pre = &in.Cur, in.Pre
	if e.pre == nil {
		e.pre = e.cur
	}
	e.steps = in.Steps
	if e.steps == 0 {
		e.steps = DefaultSteps
	}
	e.bad, e.why, e.at = 0, "", 0
	return e
}

func (p *Pred) end(e *env) {
	e.Env, e.cur, e.pre = nil, nil, nil
	// The pool would keep the heap of the run alive.
	clear(e.qr)
	p.pool.Put(e)
}

// Eval is the predicate's value. It allocates nothing when nothing is unknown.
func (p *Pred) Eval(in *Env) Result {
	e := p.begin(in)
	v := p.b(e)
	r := resultOf(e, v)
	p.end(e)
	return r
}

func resultOf(e *env, v tri) Result {
	switch v {
	case tTrue:
		return Result{Truth: True}
	case tFalse:
		return Result{Truth: False}
	}
	return Result{Truth: Unknown, Undefined: e.bad == tUndefined, Reason: e.why, At: e.at}
}

// Int is the value of an integer expression as decimal digits and, when it fits,
// as an int64. The result is Unknown when there is none, else True.
func (p *Pred) Int(in *Env) (v int64, digits string, r Result) {
	e := p.begin(in)
	n := p.n(e)
	if e.bad != 0 {
		r = resultOf(e, e.bad)
	} else {
		r = Result{Truth: True}
		v, digits = n.n, n.String()
	}
	p.end(e)
	return v, digits, r
}
