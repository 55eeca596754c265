package interp

import (
	"ensures/java"
	"ensures/java/types"
)

// Library calls that programs make in their inner loops are compiled in place.

// intrinsicStatic compiles a static library call in place.
func (c *compiler) intrinsicStatic(mt *method, args []val) (val, bool) {
	if !mt.owner.Library || mt.owner.Package != "java.lang" || len(args) == 0 {
		return val{}, false
	}
	switch mt.owner.Name {
	case "Math":
		if args[0].ref() {
			return val{}, false
		}
		k := args[0].t.Kind()
		// Of floating point these have rules of their own for NaN and the zeros: the natives know
		// them.
		if k != types.Int && k != types.Long {
			return val{}, false
		}
		p := args[0].prim()
		switch mt.t.Name {
		// The arguments have been converted to the parameters' types, so that the first one's tells
		// which overload it is. MIN_VALUE stays itself.
		case "abs":
			return val{t: args[0].t, p: func(f *frame) int64 {
				n := p(f)
				if n < 0 {
					n = -n
					if k == types.Int {
						n = int64(int32(n))
					}
				}
				return n
			}}, true
		case "max":
			q := args[1].prim()
			return val{t: args[0].t, p: func(f *frame) int64 { a := p(f); return max(a, q(f)) }}, true
		case "min":
			q := args[1].prim()
			return val{t: args[0].t, p: func(f *frame) int64 { a := p(f); return min(a, q(f)) }}, true
		}
	case "Integer", "Long", "Character", "Boolean", "Double", "Float", "Short", "Byte":
		if mt.t.Name == "valueOf" && len(args) == 1 && !args[0].ref() {
			if u := types.Unboxed(mt.owner.Raw()); u != nil && args[0].t.Kind() == u.Kind() {
				return c.box(args[0], mt.owner.Raw()), true
			}
		}
	}
	return val{}, false
}

// intrinsic compiles an instance library call in place.
func (c *compiler) intrinsic(mt *method, recv val, args []val, at java.Expr) (val, bool) {
	switch mt.owner.special {
	case stringClass:
		return c.stringIntrinsic(mt, recv, args, at)
	case boxClass:
		u := types.Unboxed(mt.owner.Raw())
		if len(args) == 0 && len(mt.t.Name) > 5 && mt.t.Name[len(mt.t.Name)-5:] == "Value" && u != nil {
			if mt.result < types.Boolean || mt.result > types.Double {
				return val{}, false
			}
			x, from, to := recv.r, u.Kind(), mt.result
			site := c.nullSite(at, invokeAction(mt.t, recv.t))
			return val{t: mt.t.Return, p: func(f *frame) int64 {
				b, ok := x(f).(*Box)
				if !ok {
					site.throw(f.m)
				}
				if from == to {
					return b.N
				}
				return convertNumber(from, to, b.N)
			}}, true
		}
	}
	return val{}, false
}

func (c *compiler) stringIntrinsic(mt *method, recv val, args []val, at java.Expr) (val, bool) {
	site := c.nullSite(at, invokeAction(mt.t, recv.t))
	r := recv.r

	switch {
	case mt.t.Name == "length" && len(args) == 0:
		return val{t: types.TInt, p: func(f *frame) int64 {
			s, ok := r(f).(*String)
			if !ok {
				site.throw(f.m)
			}
			return int64(s.Len())
		}}, true
	case mt.t.Name == "isEmpty" && len(args) == 0:
		return val{t: types.TBoolean, b: func(f *frame) bool {
			s, ok := r(f).(*String)
			if !ok {
				site.throw(f.m)
			}
			return s.Len() == 0
		}}, true
	case mt.t.Name == "charAt" && len(args) == 1:
		p := args[0].prim()
		return val{t: types.TChar, p: func(f *frame) int64 {
			o := r(f)
			i := p(f)
			s, ok := o.(*String)
			if !ok {
				site.throw(f.m)
			}
			// One comparison each: the index is tested against the units that the
			// string has.
			if s.u == nil {
				if uint64(i) < uint64(len(s.b)) {
					return int64(s.b[i])
				}
			} else if uint64(i) < uint64(len(s.u)) {
				return int64(s.u[i])
			}
			f.m.throwCharIndex(i, s)
			return 0
		}}, true
	case mt.t.Name == "equals" && len(args) == 1:
		q := args[0].r
		return val{t: types.TBoolean, b: func(f *frame) bool {
			o := r(f)
			x := q(f)
			s, ok := o.(*String)
			if !ok {
				site.throw(f.m)
			}
			t, ok := x.(*String)
			return ok && f.m.equalStrings(s, t)
		}}, true
	}
	return val{}, false
}

func (m *Machine) throwCharIndex(i int64, s *String) {
	msg := "String index out of range: " + formatInt(i)
	// The JVM has two classes for the two encodings, and each has its own message.
	if s.u != nil {
		msg = "index " + formatInt(i) + ", length " + itoa(s.Len())
	}
	m.Throw("java.lang.StringIndexOutOfBoundsException", msg)
}
