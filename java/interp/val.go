package interp

import (
	"math"

	"ensures/java"
	"ensures/java/types"
)

// val is a compiled expression. Exactly one of p, r and b is set by its maker:
// the lane of its type, b for conditions.
type val struct {
	t     types.Type
	p     pfn
	r     rfn
	b     bfn
	shape shape
	slot  int    // of a shapeLocal
	k     int64  // of a shapeConst in the primitive lane
	s     string // of a constant string
	weak  bool   // a reference whose run-time class need not match t: t came from type arguments, or is Dynamic
	e     java.Expr
}

type shape uint8

const (
	shapeOther shape = iota
	shapeConst       // a primitive constant
	shapeLocal       // a local in slot
	shapeText        // a constant string
	shapeNull
)

// prim is the value in the primitive lane.
func (v val) prim() pfn {
	if v.p != nil {
		return v.p
	}
	if b := v.b; b != nil {
		return func(f *frame) int64 {
			if b(f) {
				return 1
			}
			return 0
		}
	}
	return nil
}

// cond is a boolean value as a condition.
func (v val) cond() bfn {
	if v.b != nil {
		return v.b
	}
	if v.shape == shapeConst {
		k := v.k != 0
		return func(*frame) bool { return k }
	}
	p := v.p
	if v.shape == shapeLocal {
		s := v.slot
		return func(f *frame) bool { return f.p[s] != 0 }
	}
	return func(f *frame) bool { return p(f) != 0 }
}

// ref reports the lane.
func (v val) ref() bool { return v.r != nil }

func constant(t types.Type, k int64) val {
	return val{t: t, shape: shapeConst, k: k, p: func(*frame) int64 { return k }}
}

func null() val {
	return val{t: types.TNull, shape: shapeNull, r: func(*frame) Ref { return nil }}
}

func (c *compiler) text(s string) val {
	lit := c.prog.literal(s, true)
	return val{t: c.prog.std().str.Raw(), shape: shapeText, s: s, r: func(*frame) Ref { return lit }}
}

func (c *compiler) constVal(k *types.Const) val {
	if isRef(k.Type) {
		return c.text(k.S)
	}
	return constant(k.Type, k.N)
}

func inSlot(t types.Type, s slot) val {
	i := s.i
	if s.ref {
		return val{t: t, shape: shapeLocal, slot: i, r: func(f *frame) Ref { return f.r[i] }}
	}
	return val{t: t, shape: shapeLocal, slot: i, p: func(f *frame) int64 { return f.p[i] }}
}

// convert is v as a value of type t: the conversions of assignment, invocation,
// casting and numeric promotion between primitives, boxing, unboxing, and the
// check that javac's erasure casts make.
func (c *compiler) convert(v val, t types.Type) val {
	if t == nil || v.t == nil {
		return v
	}
	tk, vk := t.Kind(), v.t.Kind()
	if tk == types.Void || vk == types.Void {
		return v
	}
	switch {
	case !isRef(t) && !v.ref():
		return c.widen(v, tk, t)
	case !isRef(t):
		return c.unbox(v, t)
	case !v.ref():
		return c.box(v, t)
	}
	// A null or a constant text needs no check: the checker has seen what it is.
	if v.shape == shapeNull || v.shape == shapeText {
		return v
	}
	// Here javac would have put a cast: the static type comes from type
	// arguments, which erasure takes away.
	if v.weak || vk == types.Dyn {
		return c.narrow(v, t)
	}
	return v
}

// narrow checks that a reference is null or of t's erasure.
func (c *compiler) narrow(v val, t types.Type) val {
	e := types.Erasure(t)
	switch e.Kind() {
	case types.Ref, types.ArrayOf:
	default:
		// A type that nobody knows: there is nothing to check.
		return v
	}
	if types.IsObject(e) {
		return v
	}

	x, p := v.r, c.prog
	out := val{t: t, e: v.e}
	if ct, ok := e.(*types.ClassType); ok {
		switch ct.Class.Binary {
		case "java.lang.String":
			out.r = func(f *frame) Ref {
				r := x(f)
				if _, ok := r.(*String); !ok && r != nil {
					f.m.throwCast(r, e)
				}
				return r
			}
			return out
		case "java.lang.Integer", "java.lang.Long", "java.lang.Double", "java.lang.Character", "java.lang.Boolean", "java.lang.Byte", "java.lang.Short", "java.lang.Float":
			k := types.Unboxed(ct).Kind()
			out.r = func(f *frame) Ref {
				r := x(f)
				if b, ok := r.(*Box); r != nil && (!ok || b.Kind != k) {
					f.m.throwCast(r, e)
				}
				return r
			}
			return out
		}
		k := p.load(ct.Class)
		out.r = func(f *frame) Ref {
			r := x(f)
			// The usual case, before the table of supertypes is asked.
			if o, ok := r.(*Object); ok && o.Class == k {
				return r
			}
			if r != nil && !p.instanceOf(r, k) {
				f.m.throwCast(r, e)
			}
			return r
		}
		return out
	}

	out.r = func(f *frame) Ref {
		r := x(f)
		if r != nil && !p.isInstance(r, e) {
			f.m.throwCast(r, e)
		}
		return r
	}
	return out
}

// box converts a primitive to a reference type.
func (c *compiler) box(v val, t types.Type) val {
	k := v.t.Kind()
	if u := types.Unboxed(t); u != nil && t.Kind() == types.Ref {
		// A constant int can be assigned to a Byte, Short or Character (JLS 5.2).
		v = c.widen(v, u.Kind(), u)
		k = u.Kind()
	}
	x := v.prim()
	if v.shape == shapeConst && k != types.Float && k != types.Double && (k == types.Boolean || v.k >= -128 && v.k < 128) && !(k == types.Char && v.k < 0) {
		b := cachedBox(k, v.k)
		return val{t: t, r: func(*frame) Ref { return b }}
	}
	if k == types.Int {
		return val{t: t, r: func(f *frame) Ref {
			n := x(f)
			if -128 <= n && n < 128 {
				return &boxCache.ints[n+128]
			}
			f.m.Alloc(16)
			return &Box{types.Int, n}
		}}
	}
	return val{t: t, r: func(f *frame) Ref { return f.m.Box(k, x(f)) }}
}

func cachedBox(k types.Kind, n int64) Ref {
	var m Machine
	// A precaution only: what is asked for is in the cache, so that nothing is charged.
	m.heap = 64
	return m.Box(k, n)
}

// unbox converts a reference to the primitive type t.
func (c *compiler) unbox(v val, t types.Type) val {
	x, k := v.r, t.Kind()
	site := c.nullSite(v.e, unboxAction(types.Unboxed(v.t), k))
	u := types.Unboxed(v.t)
	if u == nil {
		// Dynamic, or a cast from Object and the like.
		dyn := v.t.Kind() == types.Dyn
		box := c.prog.std().boxes[k]
		if box == nil {
			c.unsupported(v.e, "conversion to "+t.String())
		}
		target := box.Raw()
		return val{t: t, p: func(f *frame) int64 {
			r := x(f)
			b, ok := r.(*Box)
			if !ok {
				if r == nil {
					site.throw(f.m)
				}
				f.m.throwCast(r, target)
			}
			if b.Kind == k {
				return b.N
			}
			// A cast from Object to int takes an Integer and nothing else; a value of unknown type
			// may be an int on its way to a long, and is widened.
			if !dyn || !widens(b.Kind, k) {
				f.m.throwCast(r, target)
			}
			return convertNumber(b.Kind, k, b.N)
		}}
	}

	uk := u.Kind()
	target := c.prog.std().boxes[uk].Raw()
	out := val{t: u, p: func(f *frame) int64 {
		r := x(f)
		b, ok := r.(*Box)
		if !ok || b.Kind != uk {
			if r == nil {
				site.throw(f.m)
			}
			f.m.throwCast(r, target)
		}
		return b.N
	}}
	return c.widen(out, k, t)
}

// widen converts between primitive kinds, narrowing included.
func (c *compiler) widen(v val, k types.Kind, t types.Type) val {
	from := v.t.Kind()
	if from == k {
		return v
	}
	if v.shape == shapeConst {
		w := constant(t, convertNumber(from, k, v.k))
		w.e = v.e
		return w
	}

	x := v.prim()
	out := val{t: t, e: v.e}
	isF := func(k types.Kind) bool { return k == types.Float || k == types.Double }
	switch {
	case !isF(from) && !isF(k):
		// The lane holds every integral number as itself, so that widening changes
		// nothing and only narrowing computes.
		switch k {
		case types.Byte:
			out.p = func(f *frame) int64 { return int64(int8(x(f))) }
		case types.Short:
			if from == types.Byte {
				out.p, out.shape, out.slot = v.p, v.shape, v.slot
				break
			}
			out.p = func(f *frame) int64 { return int64(int16(x(f))) }
		case types.Char:
			out.p = func(f *frame) int64 { return int64(uint16(x(f))) }
		case types.Int:
			if from != types.Long {
				out.p, out.shape, out.slot = v.p, v.shape, v.slot
				break
			}
			out.p = func(f *frame) int64 { return int64(int32(x(f))) }
		default:
			out.p, out.shape, out.slot = v.p, v.shape, v.slot
		}
		if out.p == nil {
			out.p = x
		}
	case k == types.Double && from == types.Float:
		out.p = func(f *frame) int64 { return bits64(float64(f32(x(f)))) }
	case k == types.Double:
		out.p = func(f *frame) int64 { return bits64(float64(x(f))) }
	case k == types.Float && from == types.Double:
		out.p = func(f *frame) int64 { return bits32(float32(f64(x(f)))) }
	case k == types.Float:
		out.p = func(f *frame) int64 { return bits32(float32(x(f))) }
	default:
		out.p = func(f *frame) int64 { return convertNumber(from, k, x(f)) }
	}
	return out
}

// convertNumber is the cast of a primitive from one kind to another.
func convertNumber(from, to types.Kind, n int64) int64 {
	if from == to {
		return n
	}
	switch from {
	case types.Float, types.Double:
		d := f64(n)
		if from == types.Float {
			d = float64(f32(n))
		}
		switch to {
		case types.Double:
			return bits64(d)
		case types.Float:
			return bits32(float32(d))
		case types.Long:
			return DoubleToLong(d)
		}
		// To byte, short and char floating point goes through int (JLS 5.1.3).
		return convertNumber(types.Int, to, DoubleToInt(d))
	}
	switch to {
	case types.Byte:
		return int64(int8(n))
	case types.Short:
		return int64(int16(n))
	case types.Char:
		return int64(uint16(n))
	case types.Int:
		return int64(int32(n))
	case types.Float:
		return int64(math.Float32bits(float32(n)))
	case types.Double:
		return bits64(float64(n))
	}
	return n
}
