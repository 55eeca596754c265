package values

import (
	"math"
	"math/big"
	"slices"
	"strconv"

	"ensures/value"
)

// Language is Rust's values for package mutate.
type Language struct{}

var _ value.Language[*Value] = Language{}

// Kind implements value.Language. An enum whose constructors have no parts is a choice
// of constants; Option holds one part or none; other data are records of the parts
// that their variant has.
func (Language) Kind(v *Value) value.Kind {
	switch v.Kind {
	case Bool:
		return value.Bool
	case Char:
		return value.Char
	case Int:
		return value.Int
	case Float:
		return value.Real
	case Str:
		return value.Text
	case Seq:
		if v.Type.Len >= 0 {
			return value.Record // an array keeps its length
		}
		return value.Sequence
	case Data:
		switch {
		case isOption(v.Type):
			return value.Optional
		// One without parts can become another one without parts, and nothing in it can change.
		case v.Type.Enum && len(v.Items) == 0:
			return value.Choice
		}
		return value.Record
	}
	return value.Opaque
}

func isOption(t *Type) bool {
	return t.Name == "Option" && len(t.Variants) == 2 && t.Variants[0].Name == "None"
}

// Equal implements value.Language.
func (Language) Equal(a, b *Value) bool { return Equal(a, b) }

// Identity implements value.Language: no value is a part of itself.
func (Language) Identity(*Value) any { return nil }

// Null implements value.Language: there is none.
func (Language) Null(v *Value) (*Value, bool) { return nil, false }

// Number implements value.Language: a number of more than 64 bits has none.
func (Language) Number(v *Value) (int64, bool) {
	switch v.Kind {
	case Bool, Char, Int:
		return v.Int.Int64(), v.Int.IsInt64()
	case Float:
		return int64(math.Float64bits(v.Float)), true
	}
	return 0, false
}

// Step implements value.Language.
func (Language) Step(v *Value, s value.Step) (*Value, bool) {
	switch v.Kind {
	case Bool:
		w := Truth(!v.True())
		w.Type = v.Type
		return w, s == value.Flip
	case Float:
		return stepFloat(v, s)
	case Char, Int:
		n, ok := stepInt(v.Int, s)
		return &Value{Kind: v.Kind, Type: v.Type, Int: n}, ok && Fits(v.Type, n)
	case Data:
		if s == value.Next {
			return nextVariant(v)
		}
	}
	return v, false
}

func stepInt(n *big.Int, s value.Step) (*big.Int, bool) {
	out := new(big.Int)
	switch s {
	case value.Up:
		return out.Add(n, big.NewInt(1)), true
	case value.Down:
		return out.Sub(n, big.NewInt(1)), true
	case value.UpTwo:
		return out.Add(n, big.NewInt(2)), true
	case value.DownTwo:
		return out.Sub(n, big.NewInt(2)), true
	case value.Zero:
		return out, true
	case value.Negate:
		return out.Neg(n), true
	case value.Twice:
		return out.Add(n, n), true
	case value.Half:
		return out.Quo(n, big.NewInt(2)), true
	}
	return n, false
}

// Compare implements value.Ordered: integers, characters and texts have an order.
func (Language) Compare(a, b *Value) (int, bool) {
	switch {
	case a.Kind != b.Kind:
		return 0, false
	case a.Kind == Int, a.Kind == Char, a.Kind == Bool:
		return a.Int.Cmp(b.Int), true
	case a.Kind == Str:
		return slices.Compare(a.Text, b.Text), true
	}
	return 0, false
}

func stepFloat(v *Value, s value.Step) (*Value, bool) {
	f, ok := v.Float, true
	switch s {
	case value.Up:
		f++
	case value.Down:
		f--
	case value.Twice:
		f *= 2
	case value.Negate:
		f = -f
	default:
		ok = false
	}
	// A step that f32 has no value for is rounded to one that it has.
	if v.Type.Name == "f32" {
		f = float64(float32(f))
	}
	return &Value{Kind: Float, Type: v.Type, Float: f}, ok && !math.IsNaN(f)
}

// nextVariant is the constructor after v's that has no parts.
func nextVariant(v *Value) (*Value, bool) {
	all := v.Type.Variants
	at := slices.IndexFunc(all, func(w Variant) bool { return w.Name == v.Name })
	for i := 1; i < len(all); i++ {
		if w := all[(at+i)%len(all)]; len(w.Fields) == 0 {
			return &Value{Kind: Data, Type: v.Type, Name: w.Name}, true
		}
	}
	return v, false
}

// Fits reports whether an integer or a character type has a number.
func Fits(t *Type, n *big.Int) bool {
	if t.Kind == Char {
		return n.Sign() >= 0 && n.Cmp(big.NewInt(0x10ffff)) <= 0 && !(n.Cmp(big.NewInt(0xd800)) >= 0 && n.Cmp(big.NewInt(0xdfff)) <= 0)
	}
	lo, hi := Range(t)
	return n.Cmp(lo) >= 0 && n.Cmp(hi) <= 0
}

// Range is the least and the largest value of an integer type.
func Range(t *Type) (lo, hi *big.Int) {
	bits := t.Bits()
	one := big.NewInt(1)
	if t.Signed() {
		edge := new(big.Int).Lsh(one, uint(bits-1))
		return new(big.Int).Neg(edge), new(big.Int).Sub(edge, one)
	}
	return new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, uint(bits)), one)
}

// Smallest implements value.Language.
func (Language) Smallest(v *Value, r value.Role) (*Value, bool) {
	t := v.Type
	if r == value.Element {
		switch {
		case t.Kind == Seq:
			t = t.Elem
		case isOption(t):
			t = t.Variants[1].Fields[0].Type
		}
	}
	return Smallest(t, 0)
}

// Smallest is zero, the empty text, the empty sequence, the first constructor whose
// parts have one; false where a type is of itself without end.
func Smallest(t *Type, depth int) (*Value, bool) {
	if depth > maxNesting {
		return nil, false
	}
	v := &Value{Kind: t.Kind, Type: t}
	switch t.Kind {
	case Bool, Char, Int:
		v.Int = new(big.Int)
	case Seq:
		for range max(t.Len, 0) {
			e, ok := Smallest(t.Elem, depth+1)
			if !ok {
				return nil, false
			}
			v.Items = append(v.Items, e)
		}
	// The first constructor that ends: of a list its end, in whatever order they are declared.
	case Data:
		for _, w := range t.Variants {
			if items, ok := smallestParts(w, depth); ok {
				v.Name, v.Items = w.Name, items
				return v, true
			}
		}
		return nil, false
	}
	return v, true
}

func smallestParts(w Variant, depth int) ([]*Value, bool) {
	var out []*Value
	for _, f := range w.Fields {
		e, ok := Smallest(f.Type, depth+1)
		if !ok {
			return nil, false
		}
		out = append(out, e)
	}
	return out, true
}

// Units implements value.Language.
func (Language) Units(v *Value) []rune { return v.Text }

// WithUnits implements value.Language.
func (Language) WithUnits(v *Value, units []rune) *Value {
	return &Value{Kind: Str, Type: v.Type, Text: slices.Clone(units)}
}

// Items implements value.Language.
func (Language) Items(v *Value) []*Value { return v.Items }

// WithItems implements value.Language.
func (Language) WithItems(v *Value, items []*Value) *Value {
	w := &Value{Kind: v.Kind, Type: v.Type, Name: v.Name, Items: slices.Clone(items)}
	// None and Some are told apart by how many items there are.
	if isOption(v.Type) {
		w.Name = v.Type.Variants[min(len(items), 1)].Name
	}
	return w
}

// Entries implements value.Language: there are no maps.
func (Language) Entries(*Value) []value.Entry[*Value] { return nil }

// WithEntries implements value.Language.
func (Language) WithEntries(v *Value, _ []value.Entry[*Value]) *Value { return v }

// Fields implements value.Language.
func (Language) Fields(v *Value) []value.Field[*Value] {
	var out []value.Field[*Value]
	if v.Kind == Seq {
		for i, x := range v.Items {
			out = append(out, value.Field[*Value]{Name: "[" + strconv.Itoa(i) + "]", Value: x})
		}
		return out
	}
	if w := v.variant(); w != nil {
		for i, f := range w.Fields {
			out = append(out, value.Field[*Value]{Name: f.Name, Value: v.Items[i]})
		}
	}
	return out
}

// WithField implements value.Language.
func (Language) WithField(v *Value, i int, to *Value) *Value {
	w := *v
	w.Items = slices.Clone(v.Items)
	w.Items[i] = to
	return &w
}
