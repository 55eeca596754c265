// Package classfile says what compiled classes declare, as Java source without bodies:
// the classes of a jar, of a folder, and of a JDK's own image. It runs nothing and
// must not know types, projects or verifiers.
package classfile

import (
	"encoding/binary"
	"errors"
	"math"
)

// class is what a class file declares.
type class struct {
	flags      uint16
	name       string // binary, with slashes: java/util/Map$Entry
	super      string
	interfaces []string
	signature  string
	fields     []member
	methods    []member
	inner      []innerClass
	components []member // of a record
	record     bool
}

// member is a field, a method, or a component of a record.
type member struct {
	flags      uint16
	name       string
	descriptor string
	signature  string // generic; empty where it says nothing more
	throws     []string
	constant   any // int32, int64, float32, float64, string; nil: none
}

// innerClass is an entry of the table of the nested classes that a class file names.
type innerClass struct {
	name, outer, simple string // outer is empty for local ones
	flags               uint16
}

// The access flags that source shows.
const (
	accPublic     = 0x0001
	accPrivate    = 0x0002
	accProtected  = 0x0004
	accStatic     = 0x0008
	accFinal      = 0x0010
	accVarargs    = 0x0080 // of a method
	accInterface  = 0x0200
	accAbstract   = 0x0400
	accSynthetic  = 0x1000
	accAnnotation = 0x2000
	accEnum       = 0x4000
	accModule     = 0x8000
)

var errDamaged = errors.New("damaged class file")

// reader reads a class file; after the first mistake it gives zeros.
type reader struct {
	data   []byte
	at     int
	failed bool

	tags []byte // of the constant pool
	refs []int  // where the entry of an index begins, behind its tag
}

func (r *reader) take(n int) []byte {
	if r.failed || n < 0 || n > len(r.data)-r.at {
		r.failed = true
		return nil
	}
	r.at += n
	return r.data[r.at-n : r.at]
}

func (r *reader) u1() int {
	if b := r.take(1); b != nil {
		return int(b[0])
	}
	return 0
}

func (r *reader) u2() int {
	if b := r.take(2); b != nil {
		return int(binary.BigEndian.Uint16(b))
	}
	return 0
}

func (r *reader) u4() int {
	if b := r.take(4); b != nil {
		return int(binary.BigEndian.Uint32(b))
	}
	return 0
}

// The tags of the constant pool that declarations lead to.
const (
	tagUTF8    = 1
	tagInteger = 3
	tagFloat   = 4
	tagLong    = 5
	tagDouble  = 6
	tagClass   = 7
	tagString  = 8
)

// sizes are those of the pool's entries, by tag; that of text stands in front of it.
var sizes = map[byte]int{3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2}

// pool finds the entries of the constant pool.
func (r *reader) pool() {
	n := r.u2()
	r.tags, r.refs = make([]byte, n), make([]int, n)
	for i := 1; i < n && !r.failed; i++ {
		tag := byte(r.u1())
		// Only the places are noted: an entry may refer to a later one, and most are never
		// asked for.
		r.tags[i], r.refs[i] = tag, r.at
		size, known := sizes[tag]
		switch {
		case tag == tagUTF8:
			r.take(r.u2())
		case known:
			r.take(size)
		default:
			r.failed = true
		}
		if tag == tagLong || tag == tagDouble { // takes two indices
			i++
		}
	}
}

// entry returns a reader at an entry of the pool that has the tag.
func (r *reader) entry(i int, tag byte) (*reader, bool) {
	if i <= 0 || i >= len(r.tags) || r.tags[i] != tag {
		return nil, false
	}
	return &reader{data: r.data, at: r.refs[i]}, true
}

func (r *reader) text(i int) string {
	e, ok := r.entry(i, tagUTF8)
	if !ok {
		// Index 0 stands for a name that isn't there, an anonymous class's say.
		r.failed = r.failed || i != 0
		return ""
	}
	return modifiedUTF8(e.take(e.u2()))
}

func (r *reader) className(i int) string {
	e, ok := r.entry(i, tagClass)
	if !ok {
		r.failed = r.failed || i != 0
		return ""
	}
	return r.text(e.u2())
}

func (r *reader) constant(i int) any {
	if i <= 0 || i >= len(r.tags) {
		return nil
	}
	e := &reader{data: r.data, at: r.refs[i]}
	switch r.tags[i] {
	case tagInteger:
		return int32(e.u4())
	case tagFloat:
		return math.Float32frombits(uint32(e.u4()))
	case tagLong:
		hi := e.u4()
		return int64(hi)<<32 | int64(e.u4())
	case tagDouble:
		hi := e.u4()
		return math.Float64frombits(uint64(hi)<<32 | uint64(e.u4()))
	case tagString:
		return r.text(e.u2())
	}
	return nil
}

// modifiedUTF8 decodes text of the pool, in which a character beyond the first plane is
// a pair of surrogates and U+0000 takes two bytes.
func modifiedUTF8(b []byte) string {
	var out []rune
	for i := 0; i < len(b); {
		unit := func(at int) (rune, int) {
			switch c := rune(b[at]); {
			case c>>5 == 6 && at+1 < len(b):
				return c&0x1f<<6 | rune(b[at+1])&0x3f, 2
			case c>>4 == 14 && at+2 < len(b):
				return c&0xf<<12 | rune(b[at+1])&0x3f<<6 | rune(b[at+2])&0x3f, 3
			default:
				return c, 1
			}
		}
		c, n := unit(i)
		i += n
		// The halves of a pair are encoded each by itself, as three bytes.
		if c>>10 == 0xd800>>10 && i < len(b) {
			if low, n := unit(i); low>>10 == 0xdc00>>10 {
				c, i = 0x10000+(c&0x3ff)<<10+low&0x3ff, i+n
			}
		}
		out = append(out, c)
	}
	return string(out)
}

// read reads what a class file declares.
func read(data []byte) (*class, error) {
	r := &reader{data: data}
	if r.u4() != 0xCAFEBABE {
		return nil, errDamaged
	}
	r.take(4) // the version: what is new in later ones declares nothing that is read here
	r.pool()

	// The order is that of the file (JVMS 4.1).
	c := &class{flags: uint16(r.u2())}
	c.name, c.super = r.className(r.u2()), r.className(r.u2())
	for range r.u2() {
		c.interfaces = append(c.interfaces, r.className(r.u2()))
	}
	c.fields, c.methods = r.members(), r.members()
	r.attributes(func(name string) {
		switch name {
		case "Signature":
			c.signature = r.text(r.u2())
		case "InnerClasses":
			for range r.u2() {
				i := innerClass{name: r.className(r.u2()), outer: r.className(r.u2()), simple: r.text(r.u2())}
				i.flags = uint16(r.u2())
				c.inner = append(c.inner, i)
			}
		case "Record":
			c.record = true
			for range r.u2() {
				m := member{name: r.text(r.u2()), descriptor: r.text(r.u2())}
				r.memberAttributes(&m)
				c.components = append(c.components, m)
			}
		}
	})

	if r.failed || c.name == "" {
		return nil, errDamaged
	}
	return c, nil
}

func (r *reader) members() []member {
	var out []member
	for range r.u2() {
		// A damaged count would ask for 65535 of them.
		if r.failed {
			break
		}
		m := member{flags: uint16(r.u2())}
		m.name, m.descriptor = r.text(r.u2()), r.text(r.u2())
		r.memberAttributes(&m)
		out = append(out, m)
	}
	return out
}

func (r *reader) memberAttributes(m *member) {
	r.attributes(func(name string) {
		switch name {
		case "Signature":
			m.signature = r.text(r.u2())
		case "ConstantValue":
			m.constant = r.constant(r.u2())
		case "Exceptions":
			for range r.u2() {
				m.throws = append(m.throws, r.className(r.u2()))
			}
		}
	})
}

// attributes calls f at the content of each attribute, and goes on behind it.
func (r *reader) attributes(f func(name string)) {
	for range r.u2() {
		name, size := r.text(r.u2()), r.u4()
		end := r.at + size
		if r.failed || size < 0 || end > len(r.data) {
			r.failed = true
			return
		}
		f(name)
		// Whatever f has read of it: attributes that nobody knows are passed over like this,
		// too.
		r.at = end
	}
}
