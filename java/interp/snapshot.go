package interp

import (
	"errors"
	"maps"
	"reflect"
	"slices"

	"ensures/java"
	"ensures/java/types"
)

// Snapshot is a copy of the part of a heap that its roots reach. Sharing and
// cycles are kept. Strings, boxes, functions and class objects are immutable and
// stay themselves, and so do enum constants.
type Snapshot struct {
	Roots []Value
	Of    map[Ref]Ref  // original → copy
	From  map[Ref]Ref  // copy → original
	Kept  map[Ref]bool // what was reached and stays itself
}

// ErrTooLarge is the result of walking a heap larger than the given limit.
var ErrTooLarge = errors.New("heap too large to walk")

// Copy is the counterpart of an original reference: its copy, or itself when it
// is immutable or was not reached.
func (s *Snapshot) Copy(r Ref) Ref {
	if c, ok := s.Of[r]; ok {
		return c
	}
	return r
}

// Original is the reference that a copy was made from, or itself.
func (s *Snapshot) Original(r Ref) Ref {
	if c, ok := s.From[r]; ok {
		return c
	}
	return r
}

// Snapshot copies what the roots reach, up to limit objects and elements (0: a
// million). Native state that is a text or can copy itself is copied with its object;
// any other is shared by the two.
func (m *Machine) Snapshot(limit int, roots ...Value) (*Snapshot, error) {
	s := &Snapshot{Of: map[Ref]Ref{}, From: map[Ref]Ref{}, Kept: map[Ref]bool{}}
	c := copier{s: s, left: limit}
	if limit == 0 {
		c.left = 1_000_000
	}
	all := c.left
	for _, r := range roots {
		s.Roots = append(s.Roots, Value{N: r.N, R: c.copy(r.R)})
	}
	c.drain()
	// A walk that was given up counts too: the work has been done.
	m.copied += int64(all - max(c.left, 0))
	return s, c.err
}

// Copied returns how many objects and elements snapshots of the machine's heap have
// copied so far, which is work that no step of a run counts.
func (m *Machine) Copied() int64 { return m.copied }

// copier copies without recursion: copy makes the object, drain fills what was made.
type copier struct {
	s    *Snapshot
	left int
	todo []func()
	err  error
}

// SameNative reports whether the native state of two objects is certainly the same: there
// is none, or they share one that never changes, as the copies of a Pattern do.
func SameNative(a, b any) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	_, copied := a.(NativeCopier)
	return !copied && reflect.TypeOf(a).Kind() == reflect.Pointer && a == b
}

// NativeCopier is native state that can be copied with its object.
type NativeCopier interface {
	CopyNative(ref func(Ref) Ref) any
}

func (c *copier) drain() {
	// The last first: in which order the copies are filled does not show.
	for len(c.todo) > 0 && c.err == nil {
		f := c.todo[len(c.todo)-1]
		c.todo = c.todo[:len(c.todo)-1]
		f()
	}
}

func (c *copier) copy(r Ref) Ref {
	if r == nil || c.err != nil {
		return r
	}
	switch r := r.(type) {
	case *String, *Box, *Func, *ClassObject:
		c.s.Kept[r] = true
		return r
	case *Object:
		// Enum constants are compared by identity: the copy of one would be a
		// constant that its enum does not have.
		if isEnum(r.Class) {
			c.s.Kept[r] = true
			return r
		}
	}

	if d, ok := c.s.Of[r]; ok {
		return d
	}

	// An element costs an eighth of an object.
	n := ArrayLen(r)
	c.left -= max(n, 0)/8 + 1
	if c.left < 0 {
		c.err = ErrTooLarge
		return r
	}

	// Objects go into the table before what they refer to is copied: they may refer to
	// themselves. What is left to do waits in a list, not on the stack, which a long
	// chain would use up.
	var d Ref
	switch a := r.(type) {
	case *RefArray:
		b := &RefArray{Elem: a.Elem, A: make([]Ref, len(a.A))}
		d = b
		c.todo = append(c.todo, func() {
			for i, x := range a.A {
				b.A[i] = c.copy(x)
			}
		})
	case Array:
		d = a.clone()
	case *Object:
		// The copy keeps the identity hash: a hash table that placed the original by
		// it finds the copy in the same bucket.
		b := &Object{Class: a.Class, P: slices.Clone(a.P), R: make([]Ref, len(a.R)), id: a.id}
		d = b
		c.todo = append(c.todo, func() {
			for i, x := range a.R {
				b.R[i] = c.copy(x)
			}
			b.Native = c.native(a.Native)
		})
	}

	c.s.Of[r], c.s.From[d] = d, r
	return d
}

func (c *copier) native(n any) any {
	switch n := n.(type) {
	case nil:
		return nil
	case *Text:
		// A builder changes in place, and its copy must not change with it.
		return &Text{b: slices.Clone(n.b), u: slices.Clone(n.u), wide: n.wide}
	case NativeCopier:
		return n.CopyNative(c.copy)
	}
	return n // immutable values of the library: patterns, big numbers
}

func isEnum(c *Class) bool {
	for k := c; k != nil; k = k.super {
		if k.Class.Kind == java.EnumClass {
			return true
		}
	}
	return false
}

// Reach returns the objects and arrays that the roots reach, nearest first, as far as
// limit of them.
func Reach(limit int, roots ...Value) []Ref {
	var out []Ref
	seen := map[Ref]bool{}
	add := func(r Ref) {
		if r != nil && !seen[r] && len(out) < limit {
			seen[r] = true
			out = append(out, r)
		}
	}
	for _, v := range roots {
		add(v.R)
	}
	// out is the queue too: it grows while it is walked.
	for i := 0; i < len(out); i++ {
		switch r := out[i].(type) {
		case *Object:
			for _, x := range r.R {
				add(x)
			}
		case *RefArray:
			for _, x := range r.A {
				add(x)
			}
		}
	}
	return out
}

// Statics are the static fields of the program's own classes in a run.
type Statics struct {
	values []staticValue
}

type staticValue struct {
	c     *Class
	p     []int64
	r     []Ref
	lacks map[int]*stop // never changed once it is here
	state initState
}

// Statics reads the static fields of the program's own initialised classes; the
// references are the live ones.
func (m *Machine) Statics() *Statics {
	s := &Statics{}
	for i, st := range m.statics[1] {
		if st == nil {
			continue
		}
		// Other machines of the program load classes meanwhile.
		m.prog.mu.RLock()
		c := m.prog.loaded[i]
		m.prog.mu.RUnlock()
		s.values = append(s.values, staticValue{c, slices.Clone(st.p), slices.Clone(st.r), maps.Clone(st.lacks), st.state})
	}
	return s
}

// Field is the value of a static field; false when its class was not initialised, or
// its initialiser could not be run.
func (s *Statics) Field(f *types.Field) (Value, bool) {
	for _, v := range s.values {
		if v.c.Class != f.Owner {
			continue
		}
		at, ok := v.c.shared[f]
		if !ok {
			return Value{}, false
		}
		if at.ref {
			if v.lacks[at.i] != nil {
				return Value{}, false
			}
			return Value{R: v.r[at.i]}, true
		}
		return Value{N: v.p[at.i]}, true
	}
	return Value{}, false
}

// Roots are all values of the fields, for Snapshot.
func (s *Statics) Roots() []Value {
	var out []Value
	for _, v := range s.values {
		for _, r := range v.r {
			out = append(out, Value{R: r})
		}
	}
	return out
}

// Through is the statics with every reference replaced.
func (s *Statics) Through(ref func(Ref) Ref) *Statics {
	out := &Statics{values: slices.Clone(s.values)}
	for i := range out.values {
		v := &out.values[i]
		v.p = slices.Clone(v.p)
		v.r = slices.Clone(v.r)
		for j, r := range v.r {
			v.r[j] = ref(r)
		}
	}
	return out
}

// SetStatics makes the static fields of the program's own classes what s says;
// classes that s does not hold become uninitialised.
func (m *Machine) SetStatics(s *Statics) {
	clear(m.statics[1])
	for _, v := range s.values {
		i := v.c.index
		if i >= len(m.statics[1]) {
			m.statics[1] = append(m.statics[1], make([]*statics, i+8-len(m.statics[1]))...)
		}
		// A class whose initialiser was running is ready too: that is what its own code found.
		m.statics[1][i] = &statics{p: slices.Clone(v.p), r: slices.Clone(v.r), lacks: maps.Clone(v.lacks), state: v.state, ready: v.state == initRunning || v.state == initDone}
	}
}

// StaticField reads a static field of the run, initialising its class.
func (m *Machine) StaticField(f *types.Field) (Value, Outcome) {
	return m.guard(func() Value {
		c := m.prog.load(f.Owner)
		s := m.static(c)
		at := c.shared[f]
		if at.ref {
			if why := s.missing(at.i); why != nil {
				panic(why)
			}
			return Value{R: s.r[at.i]}
		}
		return Value{N: s.p[at.i]}
	})
}

// SetStaticField writes a static field of the run, initialising its class.
func (m *Machine) SetStaticField(f *types.Field, v Value) Outcome {
	_, out := m.guard(func() Value {
		c := m.prog.load(f.Owner)
		s := m.static(c)
		if at := c.shared[f]; at.ref {
			s.r[at.i] = v.R
		} else {
			s.p[at.i] = v.N
		}
		return Value{}
	})
	return out
}

// DeepEqual reports whether two values of static type t look the same to a
// program: primitives by value (NaN equals NaN, −0.0 does not equal 0.0), arrays
// element by element, lists, sets and maps of the library by their contents,
// other library objects by equals, objects of the program by class and fields.
// Identity is not compared. It walks at most a million pairs.
func (m *Machine) DeepEqual(a, b Value, t types.Type) (bool, error) {
	if t != nil && !isRef(t) {
		x, y := Box{t.Kind(), a.N}, Box{t.Kind(), b.N}
		return x.Equal(&y), nil
	}
	e := equaler{m: m, left: 1_000_000, seen: map[[2]Ref]bool{}}
	var eq bool
	_, out := m.guard(func() Value {
		eq = e.equal(a.R, b.R)
		return Value{}
	})
	if out.Kind != Returned {
		return false, errors.New(out.String())
	}
	return eq, e.err
}

type equaler struct {
	m     *Machine
	left  int
	depth int
	seen  map[[2]Ref]bool // pairs that are taken for equal until a difference shows
	taken [][2]Ref        // the same, in order
	err   error
}

// maxEqualDepth is how deep in objects two values are compared. A list of a million
// nodes would otherwise take the stack of this program, which nothing can give back.
const maxEqualDepth = 20_000

func (e *equaler) equal(a, b Ref) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || e.err != nil {
		return false
	}
	if e.left--; e.left < 0 || e.depth > maxEqualDepth {
		e.err = ErrTooLarge
		return false
	}
	e.depth++
	defer func() { e.depth-- }()

	switch x := a.(type) {
	case *String:
		y, ok := b.(*String)
		return ok && x.Equal(y)
	case *Box:
		y, ok := b.(*Box)
		return ok && x.Equal(y)
	case *ClassObject:
		y, ok := b.(*ClassObject)
		return ok && sameType(x.Type, y.Type)
	case *Func:
		return false
	}
	key := [2]Ref{a, b}
	// Asked before: cyclic structures are equal where no difference shows on the way round.
	if e.seen[key] {
		return true
	}
	before := len(e.taken)
	e.seen[key], e.taken = true, append(e.taken, key)
	if e.parts(a, b) {
		return true
	}
	// What was found equal on the way may lean on this pair. The parts of a set are tried in
	// turn, so that one which fails need not be the end.
	for _, k := range e.taken[before:] {
		delete(e.seen, k)
	}
	e.taken = e.taken[:before]
	return false
}

// parts reports whether two objects or arrays are alike part by part.
func (e *equaler) parts(a, b Ref) bool {
	switch x := a.(type) {
	case *RefArray:
		y, ok := b.(*RefArray)
		return ok && slices.EqualFunc(x.A, y.A, e.equal)
	case Array:
		y, ok := b.(Array)
		return ok && x.ElemType() == y.ElemType() && x.differ(y) < 0
	}

	x, ok1 := a.(*Object)
	y, ok2 := b.(*Object)
	if !ok1 || !ok2 {
		return false
	}
	if x.Class.Library || y.Class.Library {
		return e.library(x, y)
	}
	if x.Class != y.Class && x.Class.Binary != y.Class.Binary || isEnum(x.Class) {
		return false
	}

	// The classes are one, or of one name in two programs; their layouts are taken to be the same.
	for i, f := range x.Class.fields {
		// A ghost or model field is nothing that a program sees.
		if f.f.Spec {
			continue
		}
		if f.ref {
			if !e.equal(x.R[f.i], y.R[f.i]) {
				return false
			}
			continue
		}
		k := x.Class.fields[i].f.Type.Kind()
		p, q := Box{k, x.P[f.i]}, Box{k, y.P[f.i]}
		if !p.Equal(&q) {
			return false
		}
	}
	return true
}

// library compares two objects of which one is the library's: lists, sets and
// maps by their contents (elements compared deeply), throwables by class and
// message, others by equals or text.
func (e *equaler) library(x, y *Object) bool {
	m := e.m
	is := func(o *Object, name string) bool {
		c := m.Class(name)
		return c != nil && m.InstanceOf(o, c)
	}
	both := func(name string) bool { return is(x, name) && is(y, name) }

	switch {
	case both("java.lang.Throwable"):
		return x.Class.Binary == y.Class.Binary && e.equal(m.CallMethod(x, "getMessage").R, m.CallMethod(y, "getMessage").R)
	case both("java.util.Set"):
		return e.unordered(m.elementsOf(x), m.elementsOf(y))
	case both("java.util.Map"):
		return e.maps(x, y)
	case both("java.util.Collection"):
		p, q := m.elementsOf(x), m.elementsOf(y)
		if len(p) != len(q) {
			return false
		}
		for i := range p {
			if !e.equal(p[i], q[i]) {
				return false
			}
		}
		return true
	case x.Class != y.Class && x.Class.Binary != y.Class.Binary:
		return false
	}

	// StringBuilder and StringBuffer inherit equals from Object.
	if t, ok := x.Native.(*Text); ok {
		u, ok := y.Native.(*Text)
		return ok && t.String().Equal(u.String())
	}

	if m.Equals(x, y) {
		return true
	}

	// A class of the library that has no equals is compared by its fields.
	if !SameNative(x.Native, y.Native) || len(x.Class.fields) == 0 {
		return false
	}
	for _, f := range x.Class.fields {
		if f.ref {
			if !e.equal(x.R[f.i], y.R[f.i]) {
				return false
			}
		} else if x.P[f.i] != y.P[f.i] {
			return false
		}
	}
	return true
}

func (e *equaler) unordered(p, q []Ref) bool {
	if len(p) != len(q) {
		return false
	}
	used := make([]bool, len(q))
next:
	// Each element of q answers for one of p only: distinct objects of a set may be deeply equal.
	for _, a := range p {
		for i, b := range q {
			if !used[i] && e.equal(a, b) {
				used[i] = true
				continue next
			}
		}
		return false
	}
	return true
}

func (e *equaler) maps(x, y *Object) bool {
	m := e.m
	p, q := m.elementsOf(m.CallMethod(x, "entrySet").R), m.elementsOf(m.CallMethod(y, "entrySet").R)
	if len(p) != len(q) {
		return false
	}
	used := make([]bool, len(q))
next:
	for _, a := range p {
		k, v := m.CallMethod(a, "getKey").R, m.CallMethod(a, "getValue").R
		for i, b := range q {
			if !used[i] && e.equal(k, m.CallMethod(b, "getKey").R) {
				if !e.equal(v, m.CallMethod(b, "getValue").R) {
					return false
				}
				used[i] = true
				continue next
			}
		}
		return false
	}
	return true
}

// Elements are the elements of an array (boxed) or Iterable in order.
func (m *Machine) Elements(r Ref) ([]Ref, Outcome) {
	var out []Ref
	_, o := m.guard(func() Value {
		out = m.elementsOf(r)
		return Value{}
	})
	return out, o
}

func (m *Machine) elementsOf(r Ref) []Ref {
	if a, ok := r.(Array); ok {
		out := make([]Ref, a.Len())
		for i := range out {
			out[i] = m.boxedElement(a, i)
		}
		return out
	}
	var out []Ref
	it := m.CallMethod(r, "iterator").R
	for m.CallMethod(it, "hasNext").N != 0 {
		m.Step(1)
		out = append(out, m.CallMethod(it, "next").R)
	}
	return out
}
