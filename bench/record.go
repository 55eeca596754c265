package bench

import (
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
)

// recorder watches calls of the method from outside itself and makes pairs of them.
type recorder struct {
	p       *Program
	statics []*types.Field
	depth   int
	open    *call
	pairs   []*Pair
	max     int // pairs to keep
}

// call is a call that has begun.
type call struct {
	this interp.Ref
	args []interp.Value
	snap *interp.Snapshot
	pre  State
}

func (p *Program) recorder(max int) *recorder {
	return &recorder{p: p, statics: p.statics(), max: max}
}

func (r *recorder) hooks() *interp.Hooks {
	return &interp.Hooks{Enter: r.enter, Exit: r.exit}
}

func (r *recorder) enter(m *interp.Machine, t *types.Method, v interp.FrameView) {
	// Calls from within the method, of itself, are a part of the one outside.
	if r.depth++; r.depth > 1 || len(r.pairs) >= r.max {
		return
	}
	c := &call{this: v.This(), args: v.Args()}
	var err error
	if c.pre, _, c.snap, err = capture(m, c.this, c.args, r.readStatics(m)); err == nil {
		r.open = c
	}
}

func (r *recorder) exit(m *interp.Machine, t *types.Method, v interp.FrameView, result interp.Value, thrown interp.Ref) {
	if r.depth--; r.depth > 0 || r.open == nil {
		return
	}
	c := r.open
	r.open = nil
	// The receiver and arguments are those of the beginning: what parameters were assigned since is
	// no caller's.
	post, more, snap, err := capture(m, c.this, c.args, r.readStatics(m), result, interp.R(thrown))
	if err != nil {
		return
	}
	p := &Pair{End: Returned, Pre: c.pre, Post: post, Result: interp.Value{N: result.N, R: more[0].R}}
	if thrown != nil {
		p.End, p.Thrown = Threw, more[1].R
		p.Class = m.ClassName(thrown)
	}
	p.ToPost = between(c.snap, snap)
	r.pairs = append(r.pairs, p)
}

func (r *recorder) readStatics(m *interp.Machine) []static {
	var out []static
	for _, f := range r.statics {
		if v, end := m.StaticField(f); end.Kind == interp.Returned {
			out = append(out, static{f, v})
		}
	}
	return out
}

// coverage is the branches of the code under test that were taken each way.
type coverage map[branch]bool

type branch struct {
	at    java.Node
	taken int
}

// watch adds the branches to a run's hooks; fresh is told of new ones.
func (c coverage) watch(h *interp.Hooks, fresh *int) {
	h.Branch = func(_ *interp.Machine, at java.Node, taken int) {
		b := branch{at, taken}
		if !c[b] {
			c[b] = true
			*fresh++
		}
	}
}

// open counts the decisions of the method of which one side was never taken.
func (c coverage) open(d *java.MethodDecl) (open, total int) {
	sides := map[java.Node][2]bool{}
	for b := range c {
		if b.taken == 0 || b.taken == 1 {
			s := sides[b.at]
			s[b.taken] = true
			sides[b.at] = s
		}
	}
	for at, s := range sides {
		if at.Pos() < d.Pos() || at.End() > d.End() {
			continue
		}
		total++
		if !s[0] || !s[1] {
			open++
		}
	}
	return open, total
}
