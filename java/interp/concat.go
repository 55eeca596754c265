package interp

import (
	"strconv"

	"ensures/java"
	"ensures/java/types"
)

// part appends one operand of a string concatenation.
type part func(f *frame, t *Text)

// concat compiles a chain of string concatenations into one text.
func (c *compiler) concat(x *java.Binary) val {
	var parts []part
	c.concatParts(x, &parts)
	return val{t: c.prog.std().str.Raw(), r: joinParts(parts)}
}

func joinParts(parts []part) rfn {
	return func(f *frame) Ref {
		t := f.m.borrowText()
		for _, p := range parts {
			p(f, t)
			if int64(t.Len()) > f.m.heap/4 {
				break // it is charged for now, before it grows further
			}
		}
		f.m.Alloc(24 + 4*int64(t.Len())) // the text, too, was allocated
		s := t.String()
		f.m.returnText()
		return s
	}
}

func (c *compiler) concatParts(e java.Expr, parts *[]part) {
	// What is constant is one literal already, however many operands it has.
	if k := c.info.Consts[e]; k == nil {
		switch x := e.(type) {
		case *java.Paren:
			if b, ok := java.Unparen(x).(*java.Binary); ok && c.isConcat(b) {
				// a parenthesised chain has the same text
				c.concatParts(b, parts)
				return
			}
		case *java.Binary:
			if c.isConcat(x) {
				c.concatParts(x.X, parts)
				c.concatParts(x.Y, parts)
				return
			}
		}
	}
	*parts = append(*parts, c.textPart(c.expr(e)))
}

func (c *compiler) isConcat(x *java.Binary) bool {
	if x.Op != java.Plus || c.info.Consts[x] != nil {
		return false
	}
	t := c.info.Operand[x]
	return t != nil && types.IsString(t)
}

// textPart appends v's string conversion.
func (c *compiler) textPart(v val) part {
	if v.shape == shapeText {
		lit := c.prog.literal(v.s, true)
		return func(f *frame, t *Text) { t.Add(lit) }
	}
	if v.ref() {
		x := v.r
		return func(f *frame, t *Text) { t.Add(f.m.ToJavaString(x(f))) }
	}
	if v.t.Kind() == types.Boolean {
		b := v.cond()
		return func(f *frame, t *Text) {
			if b(f) {
				t.ASCII("true")
			} else {
				t.ASCII("false")
			}
		}
	}
	x := v.prim()
	switch v.t.Kind() {
	case types.Char:
		return func(f *frame, t *Text) { t.Unit(uint16(x(f))) }
	case types.Float:
		return func(f *frame, t *Text) { t.ASCII(FormatFloat(f32(x(f)))) }
	case types.Double:
		return func(f *frame, t *Text) { t.ASCII(FormatDouble(f64(x(f)))) }
	}
	return func(f *frame, t *Text) { t.Int(x(f)) }
}

// Int appends n in decimal.
func (t *Text) Int(n int64) {
	if !t.wide {
		t.b = strconv.AppendInt(t.b, n, 10)
		return
	}
	var buf [20]byte
	for _, c := range strconv.AppendInt(buf[:0], n, 10) {
		t.u = append(t.u, uint16(c))
	}
}

// borrowText is an empty text of the machine's own; nested borrowers get others.
func (m *Machine) borrowText() *Text {
	if m.ntexts == len(m.texts) {
		m.texts = append(m.texts, new(Text))
	}
	t := m.texts[m.ntexts]
	m.ntexts++
	// The bytes are used again: String copies them.
	t.b, t.u, t.wide = t.b[:0], nil, false
	return t
}

func (m *Machine) returnText() {
	m.ntexts--
	// One long text must not keep its space for the rest of the run.
	if t := m.texts[m.ntexts]; cap(t.b) > 1<<16 {
		t.b = nil
	}
}
