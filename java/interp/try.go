package interp

import (
	"runtime"

	"ensures/java"
	"ensures/java/types"
)

// protect runs code and turns a panic into a value: an *Object is a Java
// exception, anything else ends the run and must be panicked with again. The
// caller resets the machine to a mark taken before.
func protect(f *frame, body sfn) (c ctl, thrown any) {
	defer func() {
		if r := recover(); r != nil {
			if e, ok := r.(runtime.Error); ok {
				// The stack is taken down here, where the frames of the mistake are still on it.
				r = crash(e)
			}
			thrown = r
		}
	}()
	return body(f), nil
}

// handler is one catch clause.
type handler struct {
	tests []func(Ref) bool
	slot  slot
	body  sfn
}

func (c *compiler) try(x *java.Try) sfn {
	if len(x.Resources) > 0 {
		body := c.resources(x.Resources, x.Body)
		return c.guarded(body, x.Catches, x.Finally)
	}
	return c.guarded(c.block(x.Body), x.Catches, x.Finally)
}

// guarded is a body with catch clauses and a finally block.
func (c *compiler) guarded(body sfn, catches []*java.Catch, finally *java.Block) sfn {
	if len(catches) > 0 {
		body = c.catching(body, catches)
	}
	if finally == nil {
		return body
	}

	last := c.block(finally)
	saveP, saveR := c.fn.place(false).i, c.fn.place(true).i
	return func(f *frame) ctl {
		m := f.m
		z := m.mark()
		k, thrown := protect(f, body)
		if thrown != nil {
			o, ok := thrown.(*Object)
			// A limit ends the run at once: no finally block runs, which could use as much again.
			if !ok {
				panic(thrown)
			}
			m.reset(z)
			f.r[saveR] = o
			if k := last(f); k != ctlNext {
				return k // completes abruptly: the exception is forgotten
			}
			panic(f.r[saveR].(*Object))
		}
		// The value of a return in the body waits here: the finally block may write the registers.
		f.p[saveP], f.r[saveR] = f.rp, f.rr
		if k := last(f); k != ctlNext {
			return k
		}
		f.rp, f.rr = f.p[saveP], f.r[saveR]
		return k
	}
}

func (c *compiler) catching(body sfn, catches []*java.Catch) sfn {
	var hs []handler
	for _, x := range catches {
		var h handler
		alts := x.Param.Type.Alternatives
		if len(alts) == 0 {
			alts = []*java.TypeExpr{x.Param.Type}
		}
		for _, a := range alts {
			t := c.info.TypeOf[a]
			if t == nil {
				c.unsupported(x, "catch of "+a.Name)
			}
			h.tests = append(h.tests, c.typeTest(t))
		}

		l := c.info.Locals[x.Param]
		if l == nil {
			c.unsupported(x, "catch parameter")
		}
		h.slot = c.fn.declare(l)
		h.body = c.block(x.Body)
		hs = append(hs, h)
	}

	return func(f *frame) ctl {
		m := f.m
		z := m.mark()
		k, thrown := protect(f, body)
		if thrown == nil {
			return k
		}

		o, ok := thrown.(*Object)
		if !ok {
			// A limit that ran out, or an end of the program: nothing in Java can catch
			// it.
			panic(thrown)
		}
		// What the body left on the stacks goes before the handler runs.
		m.reset(z)
		for i := range hs {
			for _, t := range hs[i].tests {
				if t(o) {
					f.r[hs[i].slot.i] = o
					return hs[i].body(f)
				}
			}
		}

		panic(o)
	}
}

// resources is the body of a try-with-resources: each resource is closed after
// what follows it, exceptions of closing are suppressed by earlier ones.
func (c *compiler) resources(list []java.Stmt, body *java.Block) sfn {
	if len(list) == 0 {
		return c.block(body)
	}

	var v val
	var declare sfn
	at := c.fn.place(true)
	switch r := list[0].(type) {
	case *java.LocalVars:
		declare = c.localVars(r)
		l := c.info.Locals[r.Vars[0]]
		v = c.local(l)
		v.t = l.Type
	case *java.ExprStmt:
		v = c.expr(r.X)
	default:
		c.unsupported(list[0], "resource")
	}

	get := v.r
	k, ok := types.Erasure(v.t).(*types.ClassType)
	var closer func(*frame) *frame
	if auto := c.prog.class("java.lang.AutoCloseable"); auto != nil && ok {
		mt := c.prog.methodNamed(auto, "close", 0)
		closer = c.runVirtual(mt, val{t: k, r: inSlot(k, at).r}, nil, nil)
	} else {
		c.unsupported(list[0], "resource")
	}

	rest := c.resources(list[1:], body)
	saveP, saveR := c.fn.place(false).i, c.fn.place(true).i
	closing := func(f *frame) ctl { closer(f); return ctlNext }
	return func(f *frame) ctl {
		m := f.m
		if declare != nil {
			// Outside of the protected part: a resource whose expression
			// throws is not there to be closed.
			declare(f)
		}
		f.r[at.i] = get(f)
		z := m.mark()
		k, thrown := protect(f, rest)
		if thrown != nil {
			// The first exception is the statement's; what closing throws is added to it (JLS
			// 14.20.3.1). What is no exception of Java's, such as the end of the budget, passes.
			first, ok := thrown.(*Object)
			if !ok {
				panic(thrown)
			}
			m.reset(z)
			// A resource that is null is not closed (JLS 14.20.3).
			if f.r[at.i] != nil {
				_, second := protect(f, closing)
				if second != nil {
					o, ok := second.(*Object)
					if !ok {
						panic(second)
					}
					m.reset(z)
					if o != first {
						m.CallMethod(first, "addSuppressed", R(o))
					}
				}
			}
			panic(first)
		}
		// The value of a return inside waits while close runs, which may leave its own there.
		f.p[saveP], f.r[saveR] = f.rp, f.rr
		if f.r[at.i] != nil {
			closer(f)
		}
		f.rp, f.rr = f.p[saveP], f.r[saveR]
		return k
	}
}
