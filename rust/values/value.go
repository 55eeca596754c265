package values

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Value is a value. Values are not changed once they are made.
type Value struct {
	Kind Kind
	// Type is nil for what only clauses make, which is of no width.
	Type  *Type
	Int   *big.Int // Int, Char; of Bool 0 or 1
	Float float64
	Text  []rune // Str
	// Name is the variant of Data; Items are its parts, or a sequence's elements.
	Name  string
	Items []*Value
}

// Integer is a number of clauses, without a width.
func Integer(n *big.Int) *Value { return &Value{Kind: Int, Int: n} }

// Truth is a truth value.
func Truth(b bool) *Value {
	if b {
		return &Value{Kind: Bool, Int: big.NewInt(1)}
	}
	return &Value{Kind: Bool, Int: new(big.Int)}
}

// True reports whether a truth value is true.
func (v *Value) True() bool { return v.Kind == Bool && v.Int.Sign() != 0 }

// Equal reports whether two values are the same, whatever their types are called.
func Equal(a, b *Value) bool {
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case Bool, Char, Int:
		return a.Int.Cmp(b.Int) == 0
	case Float:
		// As observed values, not as Rust's ==: two runs that both give NaN give the same.
		return a.Float == b.Float || math.IsNaN(a.Float) && math.IsNaN(b.Float)
	case Str:
		return slices.Equal(a.Text, b.Text)
	case Seq:
		return slices.EqualFunc(a.Items, b.Items, Equal)
	case Data:
		return a.Name == b.Name && slices.EqualFunc(a.Items, b.Items, Equal)
	case Set:
		return subset(a, b) && subset(b, a)
	case Bag:
		for _, x := range a.Items {
			if Count(a, x) != Count(b, x) {
				return false
			}
		}
		return len(a.Items) == len(b.Items)
	}
	return false
}

func subset(a, b *Value) bool {
	for _, x := range a.Items {
		if !Contains(b, x) {
			return false
		}
	}
	return true
}

// Contains reports whether x is one of the items of v.
func Contains(v, x *Value) bool { return Count(v, x) > 0 }

// Count is how many of the items of v are x.
func Count(v, x *Value) int {
	n := 0
	for _, y := range v.Items {
		if Equal(x, y) {
			n++
		}
	}
	return n
}

// String is the value as Rust writes it.
func (v *Value) String() string {
	switch v.Kind {
	case Bool:
		return strconv.FormatBool(v.True())
	case Char:
		return quoteChar(rune(v.Int.Int64()))
	case Int:
		return v.Int.String()
	case Float:
		return strconv.FormatFloat(v.Float, 'g', -1, 64)
	case Str:
		return quote(string(v.Text))
	case Seq:
		return "[" + join(v.Items) + "]"
	case Set, Bag:
		return "{" + join(v.Items) + "}"
	case Data:
		return v.data()
	}
	return "?"
}

func (v *Value) data() string {
	if v.Name == "" {
		if len(v.Items) == 1 {
			return "(" + v.Items[0].String() + ",)"
		}
		return "(" + join(v.Items) + ")"
	}
	if len(v.Items) == 0 {
		return v.Name
	}
	if w := v.variant(); w != nil && !w.Tuple {
		var parts []string
		for i, f := range w.Fields {
			parts = append(parts, f.Name+": "+v.Items[i].String())
		}
		return v.Name + " { " + strings.Join(parts, ", ") + " }"
	}
	return v.Name + "(" + join(v.Items) + ")"
}

// variant is the constructor that made v; nil where its type is not known.
func (v *Value) variant() *Variant {
	if v.Type == nil {
		return nil
	}
	for i := range v.Type.Variants {
		if v.Type.Variants[i].Name == v.Name {
			return &v.Type.Variants[i]
		}
	}
	return nil
}

// Part is the part of Data of that name.
func (v *Value) Part(name string) (*Value, bool) {
	if w := v.variant(); w != nil {
		for i, f := range w.Fields {
			if f.Name == name {
				return v.Items[i], true
			}
		}
		return nil, false
	}
	n, err := strconv.Atoi(name)
	if err != nil || n < 0 || n >= len(v.Items) {
		return nil, false
	}
	return v.Items[n], true
}

func join(vs []*Value) string {
	var out []string
	for _, v := range vs {
		out = append(out, v.String())
	}
	return strings.Join(out, ", ")
}

func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		escape(&b, r, '"')
	}
	b.WriteByte('"')
	return b.String()
}

func quoteChar(r rune) string {
	var b strings.Builder
	b.WriteByte('\'')
	escape(&b, r, '\'')
	b.WriteByte('\'')
	return b.String()
}

func escape(b *strings.Builder, r, delimiter rune) {
	switch {
	case r == '\n':
		b.WriteString(`\n`)
	case r == delimiter || r == '\\':
		b.WriteByte('\\')
		b.WriteRune(r)
	case r < ' ' || r == utf8.RuneError || !strconv.IsPrint(r):
		fmt.Fprintf(b, `\u{%x}`, r)
	default:
		b.WriteRune(r)
	}
}
