package native

import (
	"ensures/java"
	"ensures/java/types"
	"ensures/verify"
	"ensures/verify/smt"
)

// mayThrow is an implicit check of the JVM: cond holds or an exception of class
// cls is thrown. Where code around it catches that class, or the specification
// speaks of it, the exception is a path of its own; elsewhere cond is an obligation.
func (x *exec) mayThrow(s *state, cond *smt.Term, cls string, k verify.Kind, at java.Pos, detail string) {
	if cond == smt.True || s.pc == smt.False {
		return
	}
	if !x.expected(cls) {
		x.prove(s, cond, obligation{kind: k, at: at, detail: detail})
		return
	}
	ok, bad := x.fork(s, cond)
	// The JVM makes the exception: it is new, and of this class exactly.
	ex := x.allocate(bad, "exc", x.classType(cls))
	x.leave(bad, jump{kind: throwJump, value: ex, thrown: cls, at: at})
	*s = *ok
}

// expected reports whether an exception of class cls is caught around the current
// point or mentioned by the method's specification.
func (x *exec) expected(cls string) bool {
	t := x.classType(cls)
	for _, h := range x.handlers {
		for _, c := range h {
			if x.subtype(t, c) {
				return true
			}
		}
	}
	// At the ends of the method nothing is thrown any more that its specification speaks of.
	if x.silent > 0 {
		return false
	}
	for _, c := range x.signalled {
		if x.subtype(t, c) {
			return true
		}
	}
	return false
}

func (x *exec) throwStmt(s *state, st *java.Throw) *state {
	v := x.expr(s, st.X)
	if s = x.live(s); s == nil {
		return nil
	}
	// throw null throws a NullPointerException (JLS 14.18).
	if _, isNew := st.X.(*java.New); !isNew {
		x.mayThrow(s, smt.Not(smt.Eq(v, null)), "java.lang.NullPointerException", verify.PossiblyNullValue, st.X.Pos(), "")
	}
	cls := "java.lang.Throwable"
	if ct, ok := x.typeOf(st.X).(*types.ClassType); ok {
		cls = ct.Class.Binary
	}
	x.leave(s, jump{kind: throwJump, value: v, thrown: cls, at: st.X.Pos()})
	return nil
}

// try runs try/catch/finally. A finally block is run once for each way out.
func (x *exec) try(s *state, st *java.Try) *state {
	if len(st.Resources) > 0 {
		x.unsupported(st.Resources[0], "try with resources")
	}
	var catching []types.Type
	for _, c := range st.Catches {
		catching = append(catching, x.catchTypes(c)...)
	}
	var end *state
	body := func() {
		thrown := x.catchJumps(func(j jump) bool { return j.kind == throwJump }, func() {
			x.handlers = append(x.handlers, catching)
			end = x.stmt(s, st.Body)
			// Catch clauses do not catch what one of them throws.
			x.handlers = x.handlers[:len(x.handlers)-1]
		})
		ends := []*state{end}
		for _, j := range thrown {
			ends = append(ends, x.catches(j, st.Catches))
		}
		end = x.join(ends...)
	}
	if st.Finally == nil {
		body()
		return end
	}

	out := x.catchJumps(func(jump) bool { return true }, body)
	if end != nil {
		end = x.stmt(end, st.Finally)
	}
	for _, j := range out {
		// A finally that ends by itself, by return or throw, replaces the jump (JLS 14.20.2).
		if f := x.stmt(j.s, st.Finally); f != nil {
			x.leave(f, j)
		}
	}
	return end
}

func (x *exec) catchTypes(c *java.Catch) []types.Type {
	if alts := c.Param.Type.Alternatives; len(alts) > 0 {
		var ts []types.Type
		for _, a := range alts {
			ts = append(ts, x.written(a))
		}
		return ts
	}
	return []types.Type{x.written(c.Param.Type)}
}

// catches offers a thrown exception to the catch clauses in order; what none
// takes is thrown on.
func (x *exec) catches(j jump, cs []*java.Catch) *state {
	s := j.s
	var ends []*state
	for _, c := range cs {
		match := smt.False
		for _, t := range x.catchTypes(c) {
			if x.subtype(x.classType(j.thrown), t) {
				match = smt.True
				break
			}
			// The clause is for a subclass of what is known: the run-time class decides.
			if x.subtype(t, x.classType(j.thrown)) {
				match = smt.Or(match, x.instance(j.value, t))
			}
		}
		if match == smt.False {
			continue
		}
		var yes *state
		if match == smt.True {
			yes, s = s, nil
		} else {
			yes, s = x.fork(s, match)
		}
		x.set(yes, x.localOf(c.Param), j.value)
		ends = append(ends, x.stmt(yes, c.Body))
		if s == nil {
			break
		}
	}
	if s != nil {
		x.leave(s, j)
	}
	return x.join(ends...)
}
