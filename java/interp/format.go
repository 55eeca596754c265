package interp

import (
	"strconv"
	"strings"
	"unicode/utf16"

	"ensures/java"
	"ensures/java/types"
)

// FormatValue renders a value of static type t as a programmer would write it:
// 3, 'c', "text", [1, 2], {a=1}, Point{x=1, y=2}, null. Long values are cut.
func (m *Machine) FormatValue(v Value, t types.Type) string {
	w := writer{m: m, left: 400, on: map[Ref]bool{}}
	if t != nil && !isRef(t) {
		w.prim(t.Kind(), v.N)
		return w.b.String()
	}
	_, out := m.guard(func() Value {
		w.ref(v.R)
		return Value{}
	})
	if out.Kind != Returned {
		// A toString that throws or takes too long: what has been written so far is shown.
		w.b.WriteString("…")
	}
	return w.b.String()
}

type writer struct {
	m    *Machine
	b    strings.Builder
	left int
	on   map[Ref]bool // being written
}

func (w *writer) prim(k types.Kind, n int64) {
	switch k {
	case types.Char:
		w.b.WriteString("'" + quoteUnits([]uint16{uint16(n)}, '\'') + "'")
	case types.Boolean:
		w.b.WriteString(strconv.FormatBool(n != 0))
	case types.Float:
		w.b.WriteString(FormatFloat(f32(n)) + "f")
	case types.Double:
		w.b.WriteString(FormatDouble(f64(n)))
	case types.Long:
		w.b.WriteString(formatInt(n) + "L")
	default:
		w.b.WriteString(formatInt(n))
	}
}

// QuoteString is a string as a Java literal.
func QuoteString(s *String) string { return `"` + quoteUnits(s.Units(), '"') + `"` }

func quoteUnits(u []uint16, quote rune) string {
	var b strings.Builder
	for i := 0; i < len(u); i++ {
		c := rune(u[i])
		if utf16.IsSurrogate(c) && i+1 < len(u) {
			if r := utf16.DecodeRune(c, rune(u[i+1])); r != '\ufffd' {
				b.WriteRune(r)
				i++
				continue
			}
		}
		switch {
		case c == quote || c == '\\':
			b.WriteRune('\\')
			b.WriteRune(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\t':
			b.WriteString(`\t`)
		case c == '\r':
			b.WriteString(`\r`)
		case c < 0x20 || c >= 0x7f && c < 0xa0 || utf16.IsSurrogate(c):
			h := strconv.FormatInt(int64(c), 16)
			b.WriteString(`\u` + strings.Repeat("0", 4-len(h)) + h)
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

func (w *writer) list(open, end string, n int, item func(int)) {
	w.b.WriteString(open)
	for i := range n {
		if i > 0 {
			w.b.WriteString(", ")
		}
		// The limit is on the whole text, not on the length of this list.
		if w.b.Len() > w.left {
			w.b.WriteString("…")
			break
		}
		item(i)
	}
	w.b.WriteString(end)
}

func (w *writer) ref(r Ref) {
	switch x := r.(type) {
	case nil:
		w.b.WriteString("null")
		return
	case *String:
		if n := x.Len(); n > w.left {
			w.b.WriteString(QuoteString(x.Substring(0, w.left)) + "…")
			return
		}
		w.b.WriteString(QuoteString(x))
		return
	case *Box:
		w.prim(x.Kind, x.N)
		return
	case *ClassObject:
		w.b.WriteString(x.Type.String() + ".class")
		return
	case *Func:
		w.b.WriteString("lambda")
		return
	}

	// An object inside itself is shown once.
	if w.on[r] {
		w.b.WriteString("…")
		return
	}
	w.on[r] = true
	defer delete(w.on, r)

	if a, ok := r.(*RefArray); ok {
		w.list("[", "]", a.Len(), func(i int) { w.ref(a.A[i]) })
		return
	}
	if a, ok := r.(Array); ok {
		w.list("[", "]", a.Len(), func(i int) { w.prim(a.ElemType().Kind(), a.At(i).N) })
		return
	}

	w.object(r.(*Object))
}

func (w *writer) object(o *Object) {
	c := o.Class
	if isEnum(c) {
		w.b.WriteString(w.m.ToJavaString(o).GoString())
		return
	}
	is := func(name string) bool {
		k := w.m.Class(name)
		return k != nil && w.m.InstanceOf(o, k)
	}

	// Collections of the library by their contents: their own toString would call the
	// program's code for each element.
	if c.Library {
		switch {
		case is("java.util.Map"):
			es := w.m.elementsOf(w.m.CallMethod(o, "entrySet").R)
			w.list("{", "}", len(es), func(i int) {
				w.ref(w.m.CallMethod(es[i], "getKey").R)
				w.b.WriteString("=")
				w.ref(w.m.CallMethod(es[i], "getValue").R)
			})
		case is("java.util.Collection"):
			es := w.m.elementsOf(o)
			w.list("[", "]", len(es), func(i int) { w.ref(es[i]) })
		default:
			w.b.WriteString(w.m.ToJavaString(o).GoString())
		}
		return
	}

	name := c.Class.Name
	if name == "" {
		name = c.Binary
	}

	var fs []fieldSlot
	for _, f := range c.fields {
		if !f.f.Flags.Has(java.Transient) && !f.f.Spec {
			fs = append(fs, f)
		}
	}
	w.list(name+"{", "}", len(fs), func(i int) {
		w.b.WriteString(fs[i].f.Name + "=")
		if fs[i].ref {
			w.ref(o.R[fs[i].i])
		} else {
			w.prim(fs[i].f.Type.Kind(), o.P[fs[i].i])
		}
	})
}
