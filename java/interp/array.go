package interp

import (
	"ensures/java"
	"ensures/java/types"
)

// elementAccess reads and writes the elements of arrays of one primitive type.
// The index is checked after the array; both before a value that is stored by a
// compound assignment, and after one stored by a plain one.
type elementAccess struct {
	load func(arr rfn, idx pfn, site *nullSite) pfn
	set  func(arr rfn, idx, v pfn, site *nullSite) pfn
	upd  func(arr rfn, idx pfn, u updateP, old bool, site *nullSite) pfn
}

// elements is the access to arrays of a primitive kind.
func elements(k types.Kind) elementAccess {
	switch k {
	case types.Boolean:
		return elementAccess{loadBoolean, setBoolean, updBoolean}
	case types.Byte:
		return numberAccess[int8]()
	case types.Short:
		return numberAccess[int16]()
	case types.Char:
		return numberAccess[uint16]()
	case types.Int:
		return numberAccess[int32]()
	case types.Long:
		return numberAccess[int64]()
	case types.Float:
		return numberAccess[float32]()
	case types.Double:
		return numberAccess[float64]()
	}
	panic("no such array")
}

func numberAccess[T numeric]() elementAccess {
	return elementAccess{loadNumber[T], setNumber[T], updNumber[T]}
}

func loadNumber[T numeric](arr rfn, idx pfn, site *nullSite) pfn {
	return func(f *frame) int64 {
		r := arr(f)
		i := idx(f)
		a, ok := r.(*numberArray[T])
		if !ok {
			site.throwArray(f.m, r)
		}
		if uint64(i) >= uint64(len(a.A)) {
			f.m.ThrowIndex(int(i), len(a.A))
		}
		return laneOf(a.A[i])
	}
}

func setNumber[T numeric](arr rfn, idx, v pfn, site *nullSite) pfn {
	return func(f *frame) int64 {
		r := arr(f)
		i := idx(f)
		n := v(f)
		a, ok := r.(*numberArray[T])
		if !ok {
			site.throwStore(f.m, r)
		}
		if uint64(i) >= uint64(len(a.A)) {
			f.m.ThrowIndex(int(i), len(a.A))
		}
		a.A[i] = inLane[T](n)
		return n
	}
}

func updNumber[T numeric](arr rfn, idx pfn, u updateP, old bool, site *nullSite) pfn {
	return func(f *frame) int64 {
		r := arr(f)
		i := idx(f)
		a, ok := r.(*numberArray[T])
		if !ok {
			site.throwArray(f.m, r)
		}
		if uint64(i) >= uint64(len(a.A)) {
			f.m.ThrowIndex(int(i), len(a.A))
		}
		was := laneOf(a.A[i])
		n := u(f, was)
		a.A[i] = inLane[T](n)
		if old {
			return was
		}
		return n
	}
}

func boolToInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func loadBoolean(arr rfn, idx pfn, site *nullSite) pfn {
	return func(f *frame) int64 {
		r := arr(f)
		i := idx(f)
		a, ok := r.(*BooleanArray)
		if !ok {
			site.throwArray(f.m, r)
		}
		if uint64(i) >= uint64(len(a.A)) {
			f.m.ThrowIndex(int(i), len(a.A))
		}
		return boolToInt(a.A[i])
	}
}

func setBoolean(arr rfn, idx, v pfn, site *nullSite) pfn {
	return func(f *frame) int64 {
		r := arr(f)
		i := idx(f)
		n := v(f)
		a, ok := r.(*BooleanArray)
		if !ok {
			site.throwStore(f.m, r)
		}
		if uint64(i) >= uint64(len(a.A)) {
			f.m.ThrowIndex(int(i), len(a.A))
		}
		a.A[i] = n != 0
		return n
	}
}

func updBoolean(arr rfn, idx pfn, u updateP, old bool, site *nullSite) pfn {
	return func(f *frame) int64 {
		r := arr(f)
		i := idx(f)
		a, ok := r.(*BooleanArray)
		if !ok {
			site.throwArray(f.m, r)
		}
		if uint64(i) >= uint64(len(a.A)) {
			f.m.ThrowIndex(int(i), len(a.A))
		}
		was := boolToInt(a.A[i])
		n := u(f, was)
		a.A[i] = n != 0
		if old {
			return was
		}
		return n
	}
}

// throwArray throws for a null array, or for one of another type than the
// static one (a value of unknown type).
func (s *nullSite) throwArray(m *Machine, r Ref) {
	if r != nil {
		m.Throw("java.lang.ClassCastException", "class "+m.ClassName(r)+" is not an array of the expected type")
	}
	s.throw(m)
}

// throwStore is throwArray for a store: the same place with the other message.
func (s *nullSite) throwStore(m *Machine, r Ref) {
	// The site is shared by all runs: its words are changed in a copy.
	t := *s
	if len(t.action) > 17 && t.action[:17] == "Cannot load from " {
		t.action = "Cannot store to " + t.action[17:]
	}
	t.throwArray(m, r)
}

// loadIntLocal is a[i] for an int array and an index in locals.
func loadIntLocal(s, j int, site *nullSite) pfn {
	return func(f *frame) int64 {
		a, ok := f.r[s].(*IntArray)
		if !ok {
			site.throwArray(f.m, f.r[s])
		}
		i := f.p[j]
		if uint64(i) >= uint64(len(a.A)) {
			f.m.ThrowIndex(int(i), len(a.A))
		}
		return int64(a.A[i])
	}
}

// elem is the element type of the array expression x.
func (c *compiler) elem(x java.Expr, v val) types.Type {
	if a, ok := v.t.(*types.ArrayType); ok {
		return a.Elem
	}
	return nil
}

func (c *compiler) index(x *java.Index) val {
	arr := c.expr(x.X)
	e := c.elem(x.X, arr)
	if e == nil {
		return c.dynamicIndex(x, arr)
	}
	idx := c.as(x.I, types.TInt)
	site := c.nullSite(x.X, "Cannot load from "+arrayKind(e)+" array")
	k := e.Kind()
	if !isRef(e) {
		if k == types.Int && arr.shape == shapeLocal && idx.shape == shapeLocal {
			return val{t: e, p: loadIntLocal(arr.slot, idx.slot, site)}
		}
		return val{t: e, p: elements(k).load(arr.r, idx.prim(), site)}
	}

	p, q := arr.r, idx.prim()
	return val{t: e, weak: arr.weak || genericElem(e), r: func(f *frame) Ref {
		r := p(f)
		i := q(f)
		a, ok := r.(*RefArray)
		if !ok {
			site.throwArray(f.m, r)
		}
		if uint64(i) >= uint64(len(a.A)) {
			f.m.ThrowIndex(int(i), len(a.A))
		}
		return a.A[i]
	}}
}

// genericElem reports an element type that erasure weakens.
func genericElem(e types.Type) bool { return e.Kind() == types.Var || e.Kind() == types.Dyn }

func (c *compiler) elementTarget(x *java.Index) target {
	arr := c.expr(x.X)
	e := c.elem(x.X, arr)
	if e == nil {
		return c.dynamicElement(x)
	}

	idx := c.as(x.I, types.TInt).prim()
	site := c.nullSite(x.X, "Cannot load from "+arrayKind(e)+" array")

	tg := target{t: e, ref: isRef(e), slot: -1}
	p := arr.r
	if !tg.ref {
		acc := elements(e.Kind())
		tg.setP = func(v pfn) pfn { return acc.set(p, idx, v, site) }
		tg.updP = func(u updateP, old bool) pfn { return acc.upd(p, idx, u, old, site) }
		return tg
	}

	// A store into an array of references can fail: only here the element type that the
	// array was made with counts, not that of the expression (JLS 10.5).
	prog := c.prog
	tg.setR = func(v rfn) rfn {
		return func(f *frame) Ref {
			r := p(f)
			i := idx(f)
			n := v(f)
			a, ok := r.(*RefArray)
			if !ok {
				site.throwStore(f.m, r)
			}
			if uint64(i) >= uint64(len(a.A)) {
				f.m.ThrowIndex(int(i), len(a.A))
			}
			f.m.storeCheck(prog, a, n)
			a.A[i] = n
			return n
		}
	}

	tg.updR = func(u updateR, old bool) rfn {
		return func(f *frame) Ref {
			r := p(f)
			i := idx(f)
			a, ok := r.(*RefArray)
			if !ok {
				site.throwArray(f.m, r)
			}
			if uint64(i) >= uint64(len(a.A)) {
				f.m.ThrowIndex(int(i), len(a.A))
			}
			was := a.A[i]
			n := u(f, was)
			f.m.storeCheck(prog, a, n)
			a.A[i] = n
			if old {
				return was
			}
			return n
		}
	}

	return tg
}

// storeCheck throws ArrayStoreException unless r may be stored in a.
func (m *Machine) storeCheck(p *Program, a *RefArray, r Ref) {
	if r == nil {
		return
	}
	// The frequent cases, before the general question.
	if ct, ok := a.Elem.(*types.ClassType); ok {
		if o, ok := r.(*Object); ok && o.Class.Class == ct.Class || ct.Class.Binary == "java.lang.Object" {
			return
		}
	}
	if !p.isInstance(r, a.Elem) {
		m.Throw("java.lang.ArrayStoreException", m.ClassName(r))
	}
}

// arrayLength is the length of an array.
func (c *compiler) arrayLength(v val, e java.Expr) val {
	x := v.r
	site := c.nullSite(e, "Cannot read the array length")
	if a, ok := v.t.(*types.ArrayType); ok && a.Elem.Kind() == types.Int {
		// The condition of most loops over arrays reads the length of a local int array.
		if v.shape == shapeLocal {
			s := v.slot
			return val{t: types.TInt, p: func(f *frame) int64 {
				a, ok := f.r[s].(*IntArray)
				if !ok {
					site.throw(f.m)
				}
				return int64(len(a.A))
			}}
		}
		return val{t: types.TInt, p: func(f *frame) int64 {
			a, ok := x(f).(*IntArray)
			if !ok {
				site.throw(f.m)
			}
			return int64(len(a.A))
		}}
	}
	return val{t: types.TInt, p: func(f *frame) int64 {
		r := x(f)
		if r == nil {
			site.throw(f.m)
		}
		return int64(ArrayLen(r))
	}}
}

// newArray compiles new T[n][m][] and new T[]{…}.
func (c *compiler) newArray(x *java.NewArray) val {
	t := c.typ(x)
	if x.Init != nil {
		return c.arrayInit(x.Init, t)
	}
	a, ok := t.(*types.ArrayType)
	if !ok || len(x.Lens) == 0 {
		c.unsupported(x, "array creation")
	}

	lens := make([]pfn, len(x.Lens))
	elems := make([]types.Type, len(x.Lens))
	e := types.Type(a)
	for i, l := range x.Lens {
		lens[i] = c.as(l, types.TInt).prim()
		e = e.(*types.ArrayType).Elem
		elems[i] = types.Erasure(e)
	}

	if len(lens) == 1 {
		n, e := lens[0], elems[0]
		return val{t: t, r: func(f *frame) Ref {
			n := n(f)
			if n < 0 {
				f.m.Throw("java.lang.NegativeArraySizeException", formatInt(n))
			}
			return f.m.NewArray(e, int(n))
		}}
	}
	return val{t: t, r: func(f *frame) Ref {
		ns := make([]int, len(lens))
		for i, l := range lens {
			ns[i] = int(l(f))
		}
		// All dimensions are evaluated before the first negative one throws (JLS 15.10.2).
		for _, n := range ns {
			if n < 0 {
				f.m.Throw("java.lang.NegativeArraySizeException", itoa(n))
			}
		}
		return f.m.newArrays(elems, ns)
	}}
}

func (m *Machine) newArrays(elems []types.Type, ns []int) Ref {
	a := m.NewArray(elems[0], ns[0])
	if len(ns) > 1 {
		// Small arrays are charged no steps for their bytes, though making so many takes time.
		m.Step(ns[0])
		r := a.(*RefArray)
		for i := range r.A {
			r.A[i] = m.newArrays(elems[1:], ns[1:])
		}
	}
	return a
}

// arrayInit compiles { a, b, … } of array type t.
func (c *compiler) arrayInit(x *java.ArrayInit, t types.Type) val {
	a, ok := t.(*types.ArrayType)
	if !ok {
		c.unsupported(x, "array initialiser")
	}
	n := len(x.Elems)
	e := types.Erasure(a.Elem)

	if !isRef(a.Elem) {
		ps := make([]pfn, n)
		for i, y := range x.Elems {
			ps[i] = c.as(y, a.Elem).prim()
		}
		return val{t: t, r: func(f *frame) Ref {
			r := f.m.NewArray(e, n)
			for i, p := range ps {
				r.Set(i, Value{N: p(f)})
			}
			return r
		}}
	}

	rs := make([]rfn, n)
	for i, y := range x.Elems {
		rs[i] = c.initializer(y, a.Elem).r
	}
	return val{t: t, r: func(f *frame) Ref {
		r := f.m.NewArray(e, n).(*RefArray)
		for i, x := range rs {
			r.A[i] = x(f)
		}
		return r
	}}
}
