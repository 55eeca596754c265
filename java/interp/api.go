package interp

import (
	"ensures/java/types"
)

// Throw throws a new exception of the class with that qualified name and message
// (none when msg is ""; see ThrowNew for an empty one). It does not return.
func (m *Machine) Throw(class, msg string) {
	if msg == "" {
		m.ThrowObject(m.NewObject(class))
	}
	m.Alloc(int64(len(msg)))
	m.ThrowObject(m.NewObject(class, R(NewString(msg))))
}

// ThrowObject throws r; null becomes a NullPointerException. It does not return.
func (m *Machine) ThrowObject(r Ref) {
	if o, ok := r.(*Object); ok {
		panic(o)
	}
	m.Throw("java.lang.NullPointerException", "")
}

// ThrowNPE throws a NullPointerException with the JVM's helpful message; because
// may be empty.
func (m *Machine) ThrowNPE(action, because string) {
	if because != "" {
		action += " because " + because + " is null"
	}
	m.Throw("java.lang.NullPointerException", action)
}

// ThrowIndex throws the exception of a bad array index.
func (m *Machine) ThrowIndex(i, n int) {
	m.Throw("java.lang.ArrayIndexOutOfBoundsException", "Index "+itoa(i)+" out of bounds for length "+itoa(n))
}

// NewObject makes an instance of the class with that qualified name by the
// constructor that the arguments select (by number, then by run-time classes).
func (m *Machine) NewObject(class string, args ...Value) Ref {
	c := m.Class(class)
	if c == nil {
		m.Unsupported("class " + class)
	}
	return m.construct(c, args)
}

// CallMethod calls the instance method of recv's class with that name that the
// arguments select (by number, then by run-time classes). Primitives may be given
// for primitive parameters only and references for references.
func (m *Machine) CallMethod(recv Ref, name string, args ...Value) Value {
	if recv == nil {
		m.ThrowNPE(`Cannot invoke "`+name+`()"`, "")
	}
	return m.callNamed(recv, name, args)
}

// CallFunctional calls a functional object: a lambda, a method reference or an
// object whose class implements one functional interface. Arguments and result
// are as in the interface method's erased signature.
func (m *Machine) CallFunctional(f Ref, args []Value) Value {
	switch f := f.(type) {
	case nil:
		m.ThrowNPE("Cannot invoke a functional interface", "")
	case *Func:
		return f.call(m, args)
	}
	return m.callSingle(f, args)
}

// ToJavaString is String.valueOf(r): toString(), or "null".
func (m *Machine) ToJavaString(r Ref) *String {
	switch r := r.(type) {
	case nil:
		return stringNull
	case *String:
		return r
	case *Box:
		return boxString(r)
	}
	s, ok := m.callWellKnown(wkToString, r).R.(*String)
	if !ok {
		return stringNull
	}
	return s
}

var stringNull = &String{b: "null", hash: 3392903, done: true}

// Equals is a.equals(b), or both null.
func (m *Machine) Equals(a, b Ref) bool {
	if a == b {
		return true
	}
	switch a := a.(type) {
	case nil:
		return false
	case *String:
		t, ok := b.(*String)
		return ok && m.equalStrings(a, t)
	case *Box:
		t, ok := b.(*Box)
		return ok && a.Equal(t)
	}
	return m.callWellKnown(wkEquals, a, R(b)).N != 0
}

// HashCode is Objects.hashCode(r).
func (m *Machine) HashCode(r Ref) int32 {
	switch r := r.(type) {
	case nil:
		return 0
	case *String:
		return m.hashString(r)
	case *Box:
		return r.Hash()
	}
	return int32(m.callWellKnown(wkHashCode, r).N)
}

// Compare is ((Comparable) a).compareTo(b).
func (m *Machine) Compare(a, b Ref) int32 {
	switch x := a.(type) {
	case *String:
		if y, ok := b.(*String); ok {
			return m.compareStrings(x, y)
		}
	case *Box:
		if y, ok := b.(*Box); ok && x.Kind == y.Kind {
			return x.Compare(y)
		}
	case nil:
		m.ThrowNPE(`Cannot invoke "java.lang.Comparable.compareTo(Object)"`, "")
	}
	return int32(m.callWellKnown(wkCompareTo, a, R(b)).N)
}

func (m *Machine) equalStrings(s, t *String) bool {
	if s != t && s.Len() == t.Len() {
		m.read(s.Len())
	}
	return s.Equal(t)
}

func (m *Machine) compareStrings(s, t *String) int32 {
	m.read(min(s.Len(), t.Len()))
	return s.Compare(t)
}

// hashString charges each time, although a string keeps its hash: strings are shared by
// runs, and what a run takes does not depend on those before it.
func (m *Machine) hashString(s *String) int32 {
	m.read(s.Len())
	return s.Hash()
}

// Class is the loaded class with that name, as written in Java ("java.util.Map.Entry")
// or binary ("java.util.Map$Entry"), of the program or the library; nil when there is none.
func (m *Machine) Class(name string) *Class { return m.prog.class(name) }

// Counterpart returns the class of the machine's program that a class of another program is
// there; nil where it has none (see [types.Program.Counterpart]).
func (m *Machine) Counterpart(c *types.Class) *Class {
	// The library by itself has no program.
	if m.prog.Types == nil {
		return nil
	}
	if k := m.prog.Types.Counterpart(c); k != nil {
		return m.prog.load(k)
	}
	return nil
}

// Load returns the loaded form of a class, which need not be one that has a file of
// the program.
func (m *Machine) Load(c *types.Class) *Class { return m.prog.load(c) }

// NewInner makes an instance of an inner class with its enclosing instance; no
// constructor runs.
func (m *Machine) NewInner(c *types.Class, outer Ref) *Object {
	k := m.prog.load(c)
	o := m.newObject(k)
	if k.outer >= 0 {
		o.R[k.outer] = outer
	}
	return o
}

// ClassOf is the class of a non-null object; arrays have java.lang.Object's.
func (m *Machine) ClassOf(r Ref) *Class { return m.prog.classOf(r) }

// ClassName is r.getClass().getName().
func (m *Machine) ClassName(r Ref) string { return types.ClassName(m.TypeOf(r)) }

// TypeOf is the run-time type of a non-null object: a class or array type.
func (m *Machine) TypeOf(r Ref) types.Type { return m.prog.typeOf(r) }

// ClassObject is the java.lang.Class object of a type; there is one per type and run.
func (m *Machine) ClassObject(t types.Type) *ClassObject {
	name := types.ClassName(t)
	if c := m.classes[name]; c != nil {
		return c
	}
	if m.classes == nil {
		m.classes = map[string]*ClassObject{}
	}
	c := &ClassObject{Type: t}
	m.classes[name] = c
	return c
}

// InstanceOf reports whether r is a non-null instance of c.
func (m *Machine) InstanceOf(r Ref, c *Class) bool {
	return r != nil && m.prog.instanceOf(r, c)
}

// Invoke calls a method from Go, virtually unless it is static, private or a
// constructor; a Java exception is a panic that the enclosing entry turns into an Outcome.
func (m *Machine) Invoke(t *types.Method, recv Ref, args []Value) Value {
	mt := m.prog.method(t)
	if recv != nil && mt.virtual {
		mt = m.prog.classOf(recv).find(mt)
	}
	return m.invoke(mt, recv, args)
}

// Equal is equals() of two boxes: same class and value; NaN equals itself.
func (b *Box) Equal(c *Box) bool {
	if b.Kind != c.Kind {
		return false
	}
	if b.N == c.N {
		return true
	}
	switch b.Kind {
	case types.Double:
		return f64(b.N) != f64(b.N) && f64(c.N) != f64(c.N)
	case types.Float:
		return f32(b.N) != f32(b.N) && f32(c.N) != f32(c.N)
	}
	return false
}

// Hash is hashCode() of a box.
func (b *Box) Hash() int32 {
	switch b.Kind {
	case types.Boolean:
		if b.N != 0 {
			return 1231
		}
		return 1237
	case types.Long:
		return int32(b.N ^ int64(uint64(b.N)>>32))
	case types.Double:
		n := b.N
		// All NaNs are equal, so they hash alike.
		if d := f64(n); d != d {
			n = 0x7ff8000000000000
		}
		return int32(n ^ int64(uint64(n)>>32))
	case types.Float:
		if d := f32(b.N); d != d {
			return 0x7fc00000
		}
		return int32(uint32(b.N))
	}
	return int32(b.N)
}

// Compare is compareTo() of two boxes of one kind.
func (b *Box) Compare(c *Box) int32 {
	switch b.Kind {
	case types.Double:
		return compareDouble(f64(b.N), f64(c.N))
	case types.Float:
		return compareDouble(float64(f32(b.N)), float64(f32(c.N)))
	case types.Char, types.Byte, types.Short:
		return int32(b.N - c.N)
	}
	switch {
	case b.N < c.N:
		return -1
	case b.N > c.N:
		return 1
	}
	return 0
}

// compareDouble is Double.compare: −0.0 below 0.0, NaN above all.
func compareDouble(a, b float64) int32 {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	x, y := orderBits(a), orderBits(b)
	// Neither is less: they are equal, or zeros of two signs, or one is NaN. As
	// integers the bits of these are in Java's order.
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

func orderBits(d float64) int64 {
	if d != d {
		return 0x7ff8000000000000
	}
	return bits64(d)
}
