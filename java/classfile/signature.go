package classfile

import "strings"

// types reads descriptors and generic signatures, whose grammar contains that of the
// descriptors (JVMS 4.7.9.1), and writes their types as Java's text has them.
type types struct {
	text   string
	at     int
	failed bool
	// name returns the qualified name of a class by its binary one.
	name func(binary string) string
}

func (t *types) peek() byte {
	if t.at < len(t.text) {
		return t.text[t.at]
	}
	return 0
}

func (t *types) accept(c byte) bool {
	if t.peek() != c {
		return false
	}
	t.at++
	return true
}

// until returns what stands before the first of the stops.
func (t *types) until(stops string) string {
	i := strings.IndexAny(t.text[t.at:], stops)
	if i < 0 {
		t.failed, t.at = true, len(t.text)
		return ""
	}
	t.at += i
	return t.text[t.at-i : t.at]
}

var primitives = map[byte]string{
	'B': "byte", 'C': "char", 'D': "double", 'F': "float", 'I': "int", 'J': "long", 'S': "short", 'Z': "boolean", 'V': "void",
}

// typ reads one type.
func (t *types) typ() string {
	c := t.peek()
	t.at = min(t.at+1, len(t.text))
	switch {
	case c == '[':
		return t.typ() + "[]"
	case c == 'T':
		name := t.until(";")
		t.accept(';')
		return name
	case c == 'L':
		return t.class()
	case primitives[c] != "":
		return primitives[c]
	}
	t.failed = true
	return ""
}

// class reads the name and the arguments of a class, behind the L.
func (t *types) class() string {
	binary := t.until("<.;")
	out := t.name(binary) + t.arguments()
	for t.accept('.') { // a member of a class with arguments
		out += "." + t.until("<.;") + t.arguments()
	}
	t.failed = t.failed || !t.accept(';')
	return out
}

func (t *types) arguments() string {
	if !t.accept('<') {
		return ""
	}
	var args []string
	for !t.failed && !t.accept('>') {
		switch {
		case t.accept('*'):
			args = append(args, "?")
		case t.accept('+'):
			args = append(args, "? extends "+t.typ())
		case t.accept('-'):
			args = append(args, "? super "+t.typ())
		default:
			args = append(args, t.typ())
		}
	}
	return "<" + strings.Join(args, ", ") + ">"
}

// parameters reads type parameters with their bounds.
func (t *types) parameters() string {
	if !t.accept('<') {
		return ""
	}
	var params []string
	for !t.failed && !t.accept('>') {
		name := t.until(":")
		var bounds []string
		for t.accept(':') {
			if c := t.peek(); c != ':' { // no class, but interfaces
				// The bound that is there without a word.
				if b := t.typ(); b != "java.lang.Object" {
					bounds = append(bounds, b)
				}
			}
		}
		if len(bounds) > 0 {
			name += " extends " + strings.Join(bounds, " & ")
		}
		params = append(params, name)
	}
	return "<" + strings.Join(params, ", ") + ">"
}

// method is what the signature of a method says.
type method struct {
	typeParams string
	params     []string
	result     string
	throws     []string
}

func (t *types) method() (m method) {
	m.typeParams = t.parameters()
	t.failed = t.failed || !t.accept('(')
	for !t.failed && !t.accept(')') {
		m.params = append(m.params, t.typ())
	}
	m.result = t.typ()
	for t.accept('^') {
		m.throws = append(m.throws, t.typ())
	}
	return m
}
