package jvm

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
)

// The kinds of references in a message. Every one but null and those that name another gets
// the next index, before what it contains. After the kind come, in DataOutput's format,
//
//	seen, sent   the index: of this message, of the one that it answers
//	string       the units, behind their number
//	box          the kind's letter, the bits
//	array        the component's class, the length, the elements
//	object       the class, the number of fields, of each its class, name and value
//	collection   the class, the number of elements, these
//	map          the class, the number of entries, of each key and value
//	text         the class, whose constructor takes the string that follows
//	constant     the enum, the name
//	class        the name
//	throwable    the class, the message
//	other        the class: an object that is not read
//
// A variable is the letter of its kind, and the bits of a primitive, 64 of them, or a reference.
const (
	refNull = iota
	refSeen
	refString
	refBox
	refArray
	refObject
	refCollection
	refMap
	refText
	refConstant
	refClass
	refThrowable
	refOther
	refSent
)

// primitives are the types of the kinds of variables that are no reference.
var primitives = map[byte]*types.Basic{
	'Z': types.TBoolean, 'B': types.TByte, 'S': types.TShort, 'C': types.TChar, 'I': types.TInt, 'J': types.TLong, 'F': types.TFloat, 'D': types.TDouble,
}

// letters are the kinds of variables, by those of their types.
var letters = func() map[types.Kind]byte {
	out := map[types.Kind]byte{}
	for letter, t := range primitives {
		out[t.Kind()] = letter
	}
	return out
}()

// Library classes whose objects are sent by what is in them, in the order of their iterators.
var (
	collections = []string{
		"java.util.ArrayList", "java.util.LinkedList", "java.util.Vector", "java.util.Stack", "java.util.ArrayDeque", "java.util.PriorityQueue",
		"java.util.HashSet", "java.util.LinkedHashSet", "java.util.TreeSet", "java.util.Optional",
	}
	maps  = []string{"java.util.HashMap", "java.util.LinkedHashMap", "java.util.TreeMap", "java.util.Hashtable"}
	texts = []string{"java.lang.StringBuilder", "java.lang.StringBuffer", "java.math.BigInteger", "java.math.BigDecimal"}
)

// encoder writes a heap of a machine.
type encoder struct {
	m     *interp.Machine
	out   bytes.Buffer
	seen  map[interp.Ref]int32
	order []interp.Ref // what has an index
	err   error        // the first

	statics []Static // of the call, those that are sent

	byValue bool // texts and numbers have no identity: what is written is to be compared
}

// call writes a request.
func (e *encoder) call(m *interp.Machine, c Call) error {
	return e.on(m, func() {
		for _, s := range c.Statics {
			if e.sends(s) {
				e.statics = append(e.statics, s)
			}
		}
		e.request(c)
	})
}

// on writes what write does, inside an entry of the machine that the heap is of.
func (e *encoder) on(m *interp.Machine, write func()) error {
	e.m, e.seen = m, map[interp.Ref]int32{}
	_, end := m.Try(func() interp.Value {
		write()
		return interp.Value{}
	})
	if e.err == nil && end.Kind != interp.Returned {
		e.fail("a value can't be read: %s", end)
	}
	return e.err
}

// sends reports whether a static field is sent: a final one whose value can't be, a logger or a
// pattern, has the one that its class gives it there too.
func (e *encoder) sends(s Static) bool {
	// Written once for nothing, into an encoder of its own: a value that can't be sent is found
	// only by trying, and must not leave half of itself in the message.
	trial := &encoder{m: e.m, seen: map[interp.Ref]int32{}, byValue: e.byValue}
	if s.Field.Flags.Has(java.Final) {
		trial.slot(s.Field.Type, s.Value)
	}
	return trial.err == nil
}

func (e *encoder) request(c Call) {
	e.utf(c.Method.Owner.Binary)
	e.utf(c.Method.Name)
	e.number(int32(len(c.Method.Params)))
	for _, p := range c.Method.Params {
		e.utf(className(p.Type))
	}
	e.number(int32(len(e.statics)))
	for _, s := range e.statics {
		e.utf(s.Field.Owner.Binary)
		e.utf(s.Field.Name)
		e.slot(s.Field.Type, s.Value)
	}

	// A constructor makes its object itself.
	if c.Method.IsConstructor() {
		e.out.WriteByte(refNull)
	} else {
		e.ref(c.This)
	}
	for i, p := range c.Method.Params {
		e.slot(p.Type, c.Args[i])
	}
}

// className is the name by which Class.forName finds an erased type.
func className(t types.Type) string {
	t = types.Erasure(t)
	if t == types.Dynamic {
		return "java.lang.Object"
	}
	return types.ClassName(t)
}

func (e *encoder) fail(format string, args ...any) {
	if e.err == nil {
		e.err = &NoAnswer{fmt.Sprintf(format, args...)}
	}
}

// primitive writes the bits of a value; all that are not a number have the same ones.
func (e *encoder) primitive(k types.Kind, n int64) {
	switch v := (interp.Value{N: n}); {
	case k == types.Float && v.Float32() != v.Float32():
		n = 0x7fc00000
	case k == types.Double && v.Float64() != v.Float64():
		n = 0x7ff8000000000000
	}
	e.bits(n)
}

func (e *encoder) number(n int32) { e.out.Write(binary.BigEndian.AppendUint32(nil, uint32(n))) }
func (e *encoder) bits(n int64)   { e.out.Write(binary.BigEndian.AppendUint64(nil, uint64(n))) }

// utf writes a name; those of Java's classes and fields are below U+10000 but for names that
// no one has.
func (e *encoder) utf(s string) {
	e.out.Write(binary.BigEndian.AppendUint16(nil, uint16(len(s))))
	e.out.WriteString(s)
}

func (e *encoder) text(s *interp.String) {
	e.number(int32(s.Len()))
	for _, u := range s.Units() {
		e.out.Write(binary.BigEndian.AppendUint16(nil, u))
	}
}

func (e *encoder) slot(t types.Type, v interp.Value) {
	if letter, ok := letters[t.Kind()]; ok {
		e.out.WriteByte(letter)
		e.primitive(t.Kind(), v.N)
		return
	}
	e.out.WriteByte('L')
	e.ref(v.R)
}

// index gives r an index, or writes the one that it has.
func (e *encoder) index(r interp.Ref) bool {
	switch r.(type) {
	case *interp.String, *interp.Box, *interp.ClassObject:
		if e.byValue {
			return true
		}
	}
	if at, ok := e.seen[r]; ok {
		e.out.WriteByte(refSeen)
		e.number(at)
		return false
	}
	e.seen[r] = int32(len(e.order))
	e.order = append(e.order, r)
	return true
}

func (e *encoder) ref(r interp.Ref) {
	if e.err != nil {
		return
	}
	if r == nil {
		e.out.WriteByte(refNull)
		return
	}
	// Before its contents are written, so that an object that refers to itself finds its index.
	if !e.index(r) {
		return
	}

	switch r := r.(type) {
	case *interp.String:
		e.out.WriteByte(refString)
		e.text(r)
	case *interp.Box:
		e.out.WriteByte(refBox)
		e.out.WriteByte(letters[r.Kind])
		e.primitive(r.Kind, r.N)
	case *interp.ClassObject:
		e.out.WriteByte(refClass)
		e.utf(className(r.Type))
	case interp.Array:
		e.array(r)
	case *interp.Object:
		e.object(r)
	default:
		e.fail("a function can't be sent")
	}
}

func (e *encoder) array(a interp.Array) {
	e.out.WriteByte(refArray)
	e.utf(className(a.ElemType()))
	e.number(int32(a.Len()))
	_, primitive := letters[a.ElemType().Kind()]
	for i := range a.Len() {
		if primitive {
			e.primitive(a.ElemType().Kind(), a.At(i).N)
		} else {
			e.ref(a.At(i).R)
		}
	}
}

func (e *encoder) object(o *interp.Object) {
	c := o.Class.Class
	switch {
	case c.Kind == java.EnumClass || c.Super != nil && c.Super.Class.Kind == java.EnumClass:
		// A constant with a body is of an anonymous class below the enum.
		if c.Kind != java.EnumClass {
			c = c.Super.Class
		}
		e.out.WriteByte(refConstant)
		e.utf(c.Binary)
		e.utf(e.m.CallMethod(o, "name").R.(*interp.String).GoString())
	case o.Class.Library:
		e.library(o)
	case c.Name == "" || c.Outer != nil && !c.Static:
		e.fail("an object of the inner class %s can't be sent", c.Binary)
	default:
		e.fields(o)
	}
}

// fields writes an object of the program, all of whose superclasses are the program's too; of
// an exception its message stands for what the library keeps of it.
func (e *encoder) fields(o *interp.Object) {
	throwable := types.IsThrowable(o.Class.Class)
	// The fields that a class of the library has are not those of the JDK's class.
	for c := o.Class.Class; c.Super != nil && !throwable; c = c.Super.Class {
		if top := c.Super.Class; top.Library && top.Binary != "java.lang.Object" && top.Binary != "java.lang.Record" {
			e.fail("an object of %s, which extends %s, can't be sent", o.Class.Binary, top.Binary)
			return
		}
	}
	// Ghost and model fields are not there in compiled code.
	fields := slices.DeleteFunc(o.Class.InstanceFields(), func(f *types.Field) bool { return f.Spec || f.Owner.Library })
	e.out.WriteByte(refObject)
	e.utf(o.Class.Binary)
	e.number(int32(len(fields)))
	for _, f := range fields {
		v, _ := o.Field(f)
		e.utf(f.Owner.Binary)
		e.utf(f.Name)
		e.slot(f.Type, v)
	}
	if throwable {
		e.ref(e.m.CallMethod(o, "getMessage").R)
	}
}

func (e *encoder) library(o *interp.Object) {
	name := o.Class.Binary
	switch {
	case name == "java.util.Optional":
		var elements []interp.Ref
		if e.m.CallMethod(o, "isPresent").IsTrue() {
			elements = append(elements, e.m.CallMethod(o, "get").R)
		}
		e.elements(refCollection, name, len(elements), elements)
	case slices.Contains(collections, name) && e.natural(o):
		elements, end := e.m.Elements(o)
		if end.Kind != interp.Returned {
			e.fail("a collection can't be read: %s", end)
		}
		e.elements(refCollection, name, len(elements), elements)
	case slices.Contains(maps, name) && e.natural(o):
		// A map is read by its entry set, whose order is that of its iterators.
		entries, end := e.m.Elements(e.m.CallMethod(o, "entrySet").R)
		if end.Kind != interp.Returned {
			e.fail("a map can't be read: %s", end)
		}
		var both []interp.Ref
		for _, x := range entries {
			both = append(both, e.m.CallMethod(x, "getKey").R, e.m.CallMethod(x, "getValue").R)
		}
		e.elements(refMap, name, len(entries), both)
	case slices.Contains(texts, name):
		e.out.WriteByte(refText)
		e.utf(name)
		e.text(e.m.ToJavaString(o))
	case types.IsThrowable(o.Class.Class):
		e.out.WriteByte(refThrowable)
		e.utf(name)
		message := e.m.CallMethod(o, "getMessage").R
		if text, ok := message.(*interp.String); ok && e.byValue {
			message = interp.NewString(stable(name, text.GoString()))
		}
		e.ref(message)
	case name == "java.lang.Object":
		e.elements(refObject, name, 0, nil)
	default:
		e.fail("an object of %s can't be sent", name)
	}
}

// stable is the part of an exception's message that neither the options of a compiler nor the
// version of a JDK change: which variable was null is told by its name or its slot, and an index
// out of bounds in ever other words.
func stable(class, message string) string {
	switch {
	case class == "java.lang.NullPointerException":
		message, _, _ = strings.Cut(message, " because ")
	case strings.HasSuffix(class, "IndexOutOfBoundsException"):
		message = ""
	}
	return message
}

// natural reports whether a collection that may be sorted is so by its elements' own order.
func (e *encoder) natural(o *interp.Object) bool {
	switch o.Class.Binary {
	case "java.util.TreeSet", "java.util.TreeMap", "java.util.PriorityQueue":
		return e.m.CallMethod(o, "comparator").R == nil
	}
	return true
}

func (e *encoder) elements(kind byte, class string, n int, refs []interp.Ref) {
	if e.byValue && (class == "java.util.HashMap" || class == "java.util.HashSet") {
		refs = sorted(refs, len(refs)/max(n, 1))
	}
	e.out.WriteByte(kind)
	e.utf(class)
	e.number(int32(n))
	for _, r := range refs {
		e.ref(r)
	}
}

// sorted puts the elements of a hash table, one or two references each, into an order that its
// capacity does not make. Objects that have an identity stay in the order in which they came.
func sorted(refs []interp.Ref, each int) []interp.Ref {
	keys := map[interp.Ref]string{nil: ""}
	for _, r := range refs {
		switch r := r.(type) {
		case nil:
		case *interp.String:
			keys[r] = "s" + r.GoString()
		case *interp.Box:
			keys[r] = fmt.Sprint("b", r.Kind, r.N)
		default:
			return refs
		}
	}
	parts := slices.Collect(slices.Chunk(refs, max(each, 1)))
	slices.SortStableFunc(parts, func(a, b []interp.Ref) int { return strings.Compare(keys[a[0]], keys[b[0]]) })
	return slices.Concat(parts...)
}
