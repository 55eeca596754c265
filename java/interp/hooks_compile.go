package interp

import (
	"ensures/java"
)

// hook compiles a call of a run's hooks; without hooks it does nothing. The
// activation's result registers are kept.
func (c *compiler) hook(call func(*Hooks, *Machine, FrameView)) sfn {
	locals, mt := c.fn.locals, c.fn.mt
	// The function's own code does not exist yet while it is compiled; the
	// table of its locals does, and fills up.
	k := &code{locals: locals, mt: mt}
	return func(f *frame) ctl {
		h := f.m.opts.Hooks
		if h == nil {
			return ctlNext
		}
		p, r := f.rp, f.rr
		call(h, f.m, FrameView{f, k})
		f.rp, f.rr = p, r
		return ctlNext
	}
}

// branch reports a decision to the hooks. With a nil condition the decision is in
// f.rp, and the result is nil when decisions are not hooked.
func (c *compiler) branch(at java.Node, cond bfn) bfn {
	if !c.prog.hooks.Branches || c.prog.lib == nil {
		return cond
	}
	return func(f *frame) bool {
		var b bool
		if cond == nil {
			b = f.rp != 0
		} else {
			b = cond(f)
		}
		if h := f.m.opts.Hooks; h != nil && h.Branch != nil {
			h.Branch(f.m, at, int(boolToInt(b)))
		}
		return b
	}
}

// hookBranch is a condition that is itself a decision (&&, || and ?: operands are
// reported through their operators); nil when decisions are not hooked.
func (c *compiler) hookBranch(e java.Expr) bfn {
	if !c.prog.hooks.Branches || c.prog.lib == nil {
		return nil
	}
	x, ok := java.Unparen(e).(*java.Binary)
	if !ok || x.Op != java.AndAnd && x.Op != java.OrOr || c.info.Consts[x] != nil {
		return nil
	}
	a, b := c.branch(x.X, c.cond(x.X)), c.branch(x.Y, c.cond(x.Y))
	if x.Op == java.AndAnd {
		return func(f *frame) bool { return a(f) && b(f) }
	}
	return func(f *frame) bool { return a(f) || b(f) }
}
