package classfile

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Source returns Java source that declares what a compiled top-level class declares,
// with its member classes, but for what is private or made by the compiler. open gives
// the class file of a binary name (java/util/Map$Entry), nil where there is none.
//
//	a method                     native: nobody knows what it does
//	a constructor                calls a native method
//	a field without a constant   its initialiser, where it is static, calls one
//	a sealed class               like one that isn't: not all that extend it are known
//
// An annotation has no elements: what annotations say is not looked at.
func Source(open func(binary string) []byte, top string) (string, error) {
	data := open(top)
	if data == nil {
		return "", nil
	}
	c, err := read(data)
	if err != nil {
		return "", err
	}
	w := &writer{open: open, names: map[string]string{}}
	if i := strings.LastIndexByte(c.name, '/'); i >= 0 {
		fmt.Fprintf(&w.out, "package %s;\n", strings.ReplaceAll(c.name[:i], "/", "."))
	}
	w.class(c, c.name[strings.LastIndexByte(c.name, '/')+1:], c.flags, 0)
	if w.failed {
		return "", errDamaged
	}
	return w.out.String(), nil
}

// unknown is what constructors and initialisers call: no Java program has a method of
// that name.
const unknown = "unknown$"

// deepest is how deep classes may be nested: a hostile table may go in circles.
const deepest = 12

// writer writes the source of a top-level class.
type writer struct {
	open   func(binary string) []byte
	out    strings.Builder
	names  map[string]string // of member classes, by binary name
	failed bool
}

// qualified returns the name that source has for a class.
func (w *writer) qualified(binary string) string {
	if n, ok := w.names[binary]; ok {
		return n
	}
	return strings.ReplaceAll(binary, "/", ".")
}

// learn notes the names of the member classes that a class file mentions, those around
// others first.
func (w *writer) learn(c *class) {
	list := slices.Clone(c.inner)
	// The name of a class contains that of the class around it, whose binary name is shorter.
	slices.SortFunc(list, func(a, b innerClass) int { return len(a.outer) - len(b.outer) })
	for _, i := range list {
		if i.outer != "" && i.simple != "" {
			w.names[i.name] = w.qualified(i.outer) + "." + i.simple
		}
	}
}

func (w *writer) types(text string) *types { return &types{text: text, name: w.qualified} }

// class writes a class. flags are those of the table of nested classes, where it is one.
func (w *writer) class(c *class, name string, flags uint16, depth int) {
	if !isName(name) || depth > deepest {
		w.failed = true
		return
	}
	w.learn(c)
	typeParams, super, interfaces := w.header(c)

	mods := access(flags)
	if flags&accStatic != 0 {
		mods += "static "
	}
	kind := "class"
	switch {
	case flags&accAnnotation != 0:
		fmt.Fprintf(&w.out, "%s@interface %s {\n", mods, name)
		w.nested(c, depth)
		w.out.WriteString("}\n")
		return
	case flags&accInterface != 0:
		kind = "interface"
	case flags&accEnum != 0:
		// Enum and Record are no superclasses that source may name.
		kind, super = "enum", ""
	case c.record:
		kind, super = "record", ""
	default:
		if flags&accAbstract != 0 {
			mods += "abstract "
		}
		if flags&accFinal != 0 {
			mods += "final "
		}
	}

	fmt.Fprintf(&w.out, "%s%s %s%s%s", mods, kind, name, typeParams, w.recordHeader(c))
	if super != "" && super != "java.lang.Object" {
		w.out.WriteString(" extends " + super)
	}
	if len(interfaces) > 0 {
		word := " implements "
		if kind == "interface" {
			word = " extends "
		}
		w.out.WriteString(word + strings.Join(interfaces, ", "))
	}
	w.out.WriteString(" {\n")
	w.fields(c, kind)
	w.methods(c, kind, name, flags)
	w.nested(c, depth)
	w.out.WriteString("}\n")
}

// header returns what a class file says of type parameters and supertypes.
func (w *writer) header(c *class) (typeParams, super string, interfaces []string) {
	if c.signature == "" {
		for _, i := range c.interfaces {
			interfaces = append(interfaces, w.qualified(i))
		}
		if c.super != "" {
			super = w.qualified(c.super)
		}
		return "", super, interfaces
	}
	// The signature says all that the plain names say, and the arguments.
	t := w.types(c.signature)
	typeParams, super = t.parameters(), t.typ()
	for !t.failed && t.peek() != 0 {
		interfaces = append(interfaces, t.typ())
	}
	w.failed = w.failed || t.failed
	return typeParams, super, interfaces
}

// recordHeader returns the components of a record.
func (w *writer) recordHeader(c *class) string {
	if !c.record {
		return ""
	}
	var parts []string
	for _, m := range c.components {
		parts = append(parts, w.fieldType(m)+" "+m.name)
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func (w *writer) fieldType(m member) string {
	text := m.signature
	if text == "" {
		text = m.descriptor
	}
	t := w.types(text)
	out := t.typ()
	w.failed = w.failed || t.failed
	return out
}

func (w *writer) fields(c *class, kind string) {
	// The constants stand first in an enum, and end with a semicolon even where there are none.
	if kind == "enum" {
		var constants []string
		for _, f := range c.fields {
			if f.flags&accEnum != 0 {
				constants = append(constants, f.name)
			}
		}
		w.out.WriteString(strings.Join(constants, ", ") + ";\n")
	}

	for _, f := range c.fields {
		if f.flags&(accPrivate|accSynthetic|accEnum) != 0 || !isName(f.name) {
			continue
		}
		mods := access(f.flags)
		if kind == "interface" {
			// All of an interface's fields are public.
			mods = ""
		}
		for _, m := range []struct {
			flag uint16
			word string
		}{{accStatic, "static "}, {accFinal, "final "}} {
			if f.flags&m.flag != 0 {
				mods += m.word
			}
		}
		fmt.Fprintf(&w.out, "%s%s %s", mods, w.fieldType(f), f.name)
		switch value := literal(f.constant, f.descriptor); {
		case value != "":
			w.out.WriteString(" = " + value)
		case f.flags&accStatic != 0:
			w.out.WriteString(" = " + unknown + "()")
		}
		w.out.WriteString(";\n")
	}
}

// methods writes methods and constructors. The private constructor of a class is there
// too: a class without any has one that all may call.
func (w *writer) methods(c *class, kind, name string, flags uint16) {
	fmt.Fprintf(&w.out, "private static native <T> T %s();\n", unknown)
	for _, m := range c.methods {
		constructor := m.name == "<init>"
		switch {
		case m.flags&accSynthetic != 0 || m.flags&accPrivate != 0 && !constructor:
			continue
		case constructor && kind != "class" || !constructor && !isName(m.name):
			continue
		case kind == "enum" && (m.name == "values" && strings.HasPrefix(m.descriptor, "()") || m.name == "valueOf"):
			continue
		}

		// Without a signature the descriptor counts, in which an inner class's constructor has
		// the object around it as its first parameter; a signature leaves it out.
		s := w.method(m)
		if constructor && m.signature == "" && flags&accStatic == 0 && strings.Contains(c.name, "$") && w.names[c.name] != "" && len(s.params) > 0 {
			s.params = s.params[1:] // the object around the new one
		}

		var params []string
		for i, p := range s.params {
			if m.flags&accVarargs != 0 && i == len(s.params)-1 {
				p = strings.TrimSuffix(p, "[]") + "..."
			}
			params = append(params, fmt.Sprintf("%s a%d", p, i))
		}
		throws := ""
		if len(s.throws) > 0 {
			throws = " throws " + strings.Join(s.throws, ", ")
		}
		if s.typeParams != "" {
			s.typeParams += " "
		}

		if constructor {
			fmt.Fprintf(&w.out, "%s%s%s(%s)%s { %s(); }\n", access(m.flags), s.typeParams, name, strings.Join(params, ", "), throws, unknown)
			continue
		}
		fmt.Fprintf(&w.out, "%s%s%s %s(%s)%s;\n", modifiers(m.flags, kind), s.typeParams, s.result, m.name, strings.Join(params, ", "), throws)
	}
}

// method returns the types of a method.
func (w *writer) method(m member) method {
	text := m.signature
	if text == "" {
		text = m.descriptor
	}
	t := w.types(text)
	s := t.method()
	w.failed = w.failed || t.failed
	// A compiler may leave exceptions out of a signature in which none is a type variable: the
	// attribute has them.
	if len(s.throws) == 0 {
		for _, e := range m.throws {
			s.throws = append(s.throws, w.qualified(e))
		}
	}
	return s
}

// modifiers returns those of a method that stands without a body.
func modifiers(flags uint16, kind string) string {
	out := access(flags)
	if kind == "interface" {
		out = ""
	}
	switch {
	case flags&accAbstract != 0 && kind != "enum": // of an enum, its constants implement it
		if kind == "interface" {
			return out
		}
		return out + "abstract "
	case flags&accStatic != 0:
		return out + "static native "
	case kind == "interface":
		return out + "default native "
	case flags&accFinal != 0:
		return out + "final native "
	}
	return out + "native "
}

// nested writes the member classes.
func (w *writer) nested(c *class, depth int) {
	for _, i := range c.inner {
		if i.outer != c.name || i.simple == "" || i.flags&(accPrivate|accSynthetic) != 0 || !isName(i.simple) {
			continue
		}
		// A table may name classes that this class path doesn't have: they are no members then.
		data := w.open(i.name)
		if data == nil {
			continue
		}
		k, err := read(data)
		if err != nil {
			w.failed = true
			return
		}
		// A file may declare another class than the one it was found by.
		if k.name == i.name {
			w.class(k, i.simple, i.flags, depth+1)
		}
	}
}

func access(flags uint16) string {
	switch {
	case flags&accPublic != 0:
		return "public "
	case flags&accProtected != 0:
		return "protected "
	case flags&accPrivate != 0:
		return "private "
	}
	return ""
}

// isName reports whether source can have a name.
func isName(s string) bool {
	for i, r := range s {
		if r != '_' && r != '$' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}

// literal returns a constant as source has it; empty where there is none, or no literal
// means it.
func literal(v any, descriptor string) string {
	switch v := v.(type) {
	case int32:
		switch descriptor {
		case "Z":
			return strconv.FormatBool(v != 0)
		case "C":
			return fmt.Sprintf("(char) %d", uint16(v))
		}
		return strconv.Itoa(int(v))
	case int64:
		return strconv.FormatInt(v, 10) + "L"
	case float32:
		return float(float64(v), 32, "f")
	case float64:
		return float(v, 64, "")
	case string:
		return quoted(v)
	}
	return ""
}

// float writes a number by an expression that is a constant in Java.
func float(v float64, bits int, suffix string) string {
	switch {
	case math.IsNaN(v):
		return "0.0" + suffix + " / 0.0" + suffix
	case math.IsInf(v, 1):
		return "1.0" + suffix + " / 0.0" + suffix
	case math.IsInf(v, -1):
		return "-1.0" + suffix + " / 0.0" + suffix
	}
	// The shortest text that is read back as the same number; with an exponent no integer looks
	// like an int.
	return strconv.FormatFloat(v, 'e', -1, bits) + suffix
}

// quoted writes a text by escapes that the scanner reads within the literal: a Unicode
// escape would be read before it.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ':
			fmt.Fprintf(&b, "\\%03o", r)
		case r < 0x7f:
			b.WriteRune(r)
		case r >= 0x10000:
			fmt.Fprintf(&b, "\\u%04x\\u%04x", 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
		default:
			fmt.Fprintf(&b, "\\u%04x", r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
