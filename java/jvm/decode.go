package jvm

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"ensures/java/interp"
	"ensures/java/types"
)

// decoder makes the heap of an answer on a machine.
type decoder struct {
	m       *interp.Machine
	in      *bytes.Reader
	sent    []interp.Ref // the objects of the request
	statics []Static     // its static fields
	order   []interp.Ref
}

// The first byte of an answer.
const (
	failed = iota
	returned
	threw
)

// answer reads an answer to c.
func (d *decoder) answer(c Call) (a *Answer, err error) {
	_, end := d.m.Try(func() interp.Value {
		a, err = d.read(c)
		return interp.Value{}
	})
	if err == nil && end.Kind != interp.Returned {
		err = &NoAnswer{fmt.Sprintf("the heap after the call can't be made: %s", end)}
	}
	return a, err
}

func (d *decoder) read(c Call) (a *Answer, err error) {
	defer func() {
		switch why := recover().(type) {
		case nil:
		case *NoAnswer: // of what is cut off, or is no answer at all
			a, err = nil, why
		default: // the machine's own
			panic(why)
		}
	}()
	a = &Answer{After: map[interp.Ref]interp.Ref{}}
	if d.byte() == failed {
		return nil, &NoAnswer{d.utf()}
	}
	a.Result = d.slot()
	a.Thrown = d.ref()
	a.This = d.ref()
	for range c.Args {
		a.Args = append(a.Args, d.slot())
	}
	for _, s := range d.statics {
		a.Statics = append(a.Statics, Static{s.Field, d.slot()})
	}

	// What became of each object that was sent: the index of the object in the answer, negative
	// where nothing leads to it any more.
	for _, r := range d.sent {
		if at := d.number(); at >= 0 {
			if to := d.at(d.order, at); to != r {
				a.After[r] = to
			}
		}
	}
	// The worker's constructor made an object of its own: it stands for the one that the heap
	// had.
	if c.Method.IsConstructor() && c.This != nil && a.This != nil {
		a.After[c.This] = a.This
	}
	return a, nil
}

// fail ends the reading.
func (d *decoder) fail(format string, args ...any) {
	panic(&NoAnswer{fmt.Sprintf(format, args...)})
}

func (d *decoder) bytes(n int) []byte {
	if n < 0 || n > d.in.Len() {
		d.fail("an answer that is cut off")
	}
	b := make([]byte, n)
	_, _ = d.in.Read(b)
	return b
}

func (d *decoder) byte() byte  { return d.bytes(1)[0] }
func (d *decoder) number() int { return int(int32(binary.BigEndian.Uint32(d.bytes(4)))) }
func (d *decoder) bits() int64 { return int64(binary.BigEndian.Uint64(d.bytes(8))) }
func (d *decoder) utf() string { return string(d.bytes(int(binary.BigEndian.Uint16(d.bytes(2))))) }

// primitive reads the kind of a value that is no reference.
func (d *decoder) primitive() *types.Basic {
	letter := d.byte()
	t := primitives[letter]
	if t == nil {
		d.fail("a value of kind %q", letter)
	}
	return t
}

func (d *decoder) text() *interp.String {
	n := d.number()
	b := d.bytes(2 * n)
	units := make([]uint16, n)
	for i := range units {
		units[i] = binary.BigEndian.Uint16(b[2*i:])
	}
	return interp.NewStringUTF16(units)
}

func (d *decoder) at(list []interp.Ref, i int) interp.Ref {
	if i < 0 || i >= len(list) {
		d.fail("an answer with a reference to nothing")
	}
	return list[i]
}

func (d *decoder) slot() interp.Value {
	switch letter := d.byte(); letter {
	case 'V':
		return interp.Value{}
	case 'L':
		return interp.R(d.ref())
	default:
		return interp.Value{N: d.bits()}
	}
}

// made gives an object its index.
func (d *decoder) made(r interp.Ref) interp.Ref {
	d.order = append(d.order, r)
	return r
}

// later gives an object an index that is made after what it contains.
func (d *decoder) later(read func() interp.Ref) interp.Ref {
	at := len(d.order)
	d.order = append(d.order, nil)
	r := read()
	d.order[at] = r
	return r
}

func (d *decoder) ref() interp.Ref {
	switch kind := d.byte(); kind {
	case refNull:
		return nil
	case refSeen:
		return d.at(d.order, d.number())
	case refSent:
		return d.made(d.at(d.sent, d.number()))
	case refString:
		return d.made(d.text())
	case refBox:
		k := d.primitive().Kind()
		return d.made(d.m.Box(k, d.bits()))
	case refArray:
		return d.array()
	case refObject:
		return d.object()
	case refCollection:
		return d.collection()
	case refMap:
		// Has its index before it is filled: an entry may refer to the map.
		r := d.made(d.m.NewObject(d.named(maps)))
		for range d.number() {
			k := d.ref()
			d.m.CallMethod(r, "put", interp.R(k), interp.R(d.ref()))
		}
		return r
	case refText:
		class := d.named(texts)
		return d.made(d.m.NewObject(class, interp.R(d.text())))
	case refConstant:
		return d.constant()
	case refClass:
		return d.made(d.m.ClassObject(d.typeNamed(d.utf())))
	case refThrowable:
		return d.later(d.throwable)
	case refOther:
		return d.other(d.utf())
	default:
		d.fail("a reference of kind %d", kind)
		return nil
	}
}

// named reads the name of one of the classes that are known.
func (d *decoder) named(known []string) string {
	name := d.utf()
	if !slices.Contains(known, name) {
		d.fail("an object of %s can't be read", name)
	}
	return name
}

// other is an object of which nothing is known but its class.
func (d *decoder) other(class string) interp.Ref {
	if c := d.m.Class(class); c != nil {
		if o := d.m.NewOpaque(c); o != nil {
			return d.made(o)
		}
	}
	d.fail("an object of %s can't be read", class)
	return nil
}

// typeNamed is the type that Class.getName gives a name.
func (d *decoder) typeNamed(name string) types.Type {
	if elem, ok := strings.CutPrefix(name, "["); ok {
		switch class, isClass := strings.CutPrefix(strings.TrimSuffix(elem, ";"), "L"); {
		case len(elem) == 1 && primitives[elem[0]] != nil:
			return &types.ArrayType{Elem: primitives[elem[0]]}
		case isClass:
			return &types.ArrayType{Elem: d.typeNamed(class)}
		}
		return &types.ArrayType{Elem: d.typeNamed(elem)}
	}
	for _, t := range primitives {
		if t.String() == name {
			return t
		}
	}
	return &types.ClassType{Class: d.class(name).Class}
}

func (d *decoder) array() interp.Ref {
	elem := d.typeNamed(d.utf())
	n := d.number()
	if n < 0 || n > d.in.Len() { // every element has a byte
		d.fail("an answer that is cut off")
	}
	a := d.m.NewArray(elem, n)
	// Before the elements, one of which may be the array.
	d.made(a)

	_, primitive := letters[elem.Kind()]
	for i := range n {
		if primitive {
			a.Set(i, interp.Value{N: d.bits()})
		} else {
			a.Set(i, interp.R(d.ref()))
		}
	}
	return a
}

func (d *decoder) class(name string) *interp.Class {
	if c := d.m.Class(name); c != nil {
		return c
	}
	c := d.m.Program().Types.Named(name)
	if c == nil {
		d.fail("no class %s", name)
	}
	return d.m.Load(c)
}

func (d *decoder) object() interp.Ref {
	c := d.class(d.utf())
	o := d.m.NewInstance(c)
	d.made(o)
	for range d.number() {
		owner, name := d.utf(), d.utf()
		v := d.slot()
		if !setField(o, owner, name, v) {
			d.fail("%s has no field %s", owner, name)
		}
	}
	if types.IsThrowable(c.Class) {
		d.message(o)
	}
	return o
}

// message reads what an exception keeps of the library's class of it.
func (d *decoder) message(o *interp.Object) {
	setField(o, "java.lang.Throwable", "message", interp.R(d.ref()))
	// An exception that is its own cause has none: so Throwable begins.
	setField(o, "java.lang.Throwable", "cause", interp.R(o))
}

func setField(o *interp.Object, owner, name string, v interp.Value) bool {
	for _, f := range o.Class.InstanceFields() {
		if f.Name == name && f.Owner.Binary == owner {
			return o.SetField(f, v)
		}
	}
	return false
}

func (d *decoder) collection() interp.Ref {
	class := d.named(collections)
	if class == "java.util.Optional" {
		// An Optional is made with its element, which is read before it and has a later index.
		return d.later(func() interp.Ref {
			if d.number() == 0 {
				return d.static(class, "empty")
			}
			return d.static(class, "of", interp.R(d.ref()))
		})
	}
	r := d.made(d.m.NewObject(class))
	for range d.number() {
		d.m.CallMethod(r, "add", interp.R(d.ref()))
	}
	return r
}

// static calls a static method of the library.
func (d *decoder) static(class, name string, args ...interp.Value) interp.Ref {
	for _, m := range d.class(class).Methods {
		if m.Name == name && len(m.Params) == len(args) {
			return d.m.Invoke(m, nil, args).R
		}
	}
	d.fail("no method %s.%s", class, name)
	return nil
}

func (d *decoder) constant() interp.Ref {
	c, name := d.class(d.utf()), d.utf()
	for _, r := range d.m.EnumConstants(c) {
		if d.m.CallMethod(r, "name").R.(*interp.String).GoString() == name {
			return d.made(r)
		}
	}
	d.fail("%s has no constant %s", c.Binary, name)
	return nil
}

// throwable is an exception of the library: its class, and its message where a constructor
// takes one.
func (d *decoder) throwable() interp.Ref {
	c := d.class(d.utf())
	o := d.m.NewInstance(c)
	d.message(o)
	return o
}
