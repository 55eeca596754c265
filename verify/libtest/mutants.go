package libtest

import (
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/java/values"
	"ensures/jml/eval"
)

// mutants asks the contract about changed outputs of a call on which it held: another
// result, another state of what the call changed, the other way to end.
func (t *tester) mutants(c *call, d *eval.Judgement) {
	m := t.r.Method.Types
	ask := func(env eval.Env) {
		t.r.Mutants++
		if d.Post(&env).Truth == eval.False {
			t.r.Killed++
		}
	}
	void := m.Return.Kind() == types.Void

	// Changing an output may run code that fails: the mutants before it count all the same.
	t.m.Try(func() interp.Value {
		if c.env.Thrown != nil {
			env := c.env
			env.Thrown = nil
			ask(env)
			return interp.Value{}
		}
		env := c.env
		env.Thrown = t.m.NewObject("Shapes$MyException", interp.Value{})
		ask(env)

		// A result that is the receiver or an argument is changed with it, in a state.
		if !void && !c.held() {
			for _, k := range t.x.Results(c.env.Result, m.Return) {
				env := c.env
				env.Result = k.Value
				ask(env)
			}
		}
		t.states(c, ask)
		return interp.Value{}
	})
}

// held reports whether the result is the receiver or an argument.
func (c *call) held() bool {
	for _, a := range c.env.Cur.Locals {
		if a.R != nil && a.R == c.env.Result.R {
			return true
		}
	}
	return c.env.Cur.This != nil && c.env.Cur.This == c.env.Result.R
}

// states changes what the call left behind of the objects that it changed.
func (t *tester) states(c *call, ask func(eval.Env)) {
	m := t.r.Method.Types
	var roots []values.Root
	for i, l := range m.Params {
		roots = append(roots, values.Root{Name: l.Name, Type: l.Type, Before: c.pre.Locals[i], After: c.env.Cur.Locals[i]})
	}
	roots = append(roots, values.Root{Name: "this", Type: m.Owner.Raw(), Before: interp.R(c.pre.This), After: interp.R(c.env.Cur.This)})
	mask := make([]bool, len(roots))
	some := false
	for i, r := range roots {
		mask[i] = r.After.R != nil && (r.Before.R == nil || t.x.Changed(r))
		some = some || mask[i]
	}
	if !some {
		return
	}

	list, err := t.x.States(roots, mask, 0, c.env.Result)
	if err != nil {
		return
	}
	// The roots come back in their order, with the result behind them.
	n := len(m.Params)
	for _, k := range list {
		env := c.env
		env.Cur.Locals, env.Cur.This, env.Result.R = k.Roots[:n:n], k.Roots[n].R, k.Roots[n+1].R
		env.ToCur = func(r interp.Ref) interp.Ref {
			r = c.env.ToCur(r)
			if q, ok := k.Copy[r]; ok {
				return q
			}
			return r
		}
		// A copy is as fresh as what it was made of.
		origin := map[interp.Ref]interp.Ref{}
		for from, to := range k.Copy {
			origin[to] = from
		}
		env.Fresh = func(r interp.Ref) bool {
			if from, ok := origin[r]; ok {
				r = from
			}
			return c.env.Fresh(r)
		}
		ask(env)
	}
}
