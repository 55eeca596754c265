// Package values is the values of Dafny, read from JSON, compared and changed.
//
// The package must not know what clauses mean, tests or metrics.
package values

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"sort"
	"strconv"
	"strings"

	"ensures/dafny"
	"ensures/value"
)

// Kind is what a value is.
type Kind uint8

// The kinds. A string is a Seq of Char.
const (
	Invalid Kind = iota
	Bool
	Char
	Int
	Real
	Bits // a bit vector of Width bits
	Seq
	Array
	Tuple
	Set
	Multiset
	Map // Items are the keys, Held what is at them
	Null
)

// Value is a value of Dafny; it is never changed. Sets, multisets and maps have their
// parts in the order of their keys.
type Value struct {
	Kind  Kind
	Type  *dafny.Type // where it is known
	Int   *big.Int    // Bool (0 or 1), Char, Int, Bits
	Real  *big.Rat
	Width int
	Items []*Value // of an Array: after the call
	Old   []*Value // of an Array: before the call; nil for one that the call made
	Held  []*Value
	ref   *int // of an Array: which one it is
	name  string
}

// Truth returns a Bool.
func Truth(b bool) *Value {
	n := int64(0)
	if b {
		n = 1
	}
	return &Value{Kind: Bool, Int: big.NewInt(n)}
}

// True reports whether a Bool is true.
func (v *Value) True() bool { return v.Int.Sign() != 0 }

// Number returns an Int.
func Number(n *big.Int) *Value { return &Value{Kind: Int, Int: n} }

// Text returns a string.
func Text(s string) *Value {
	v := &Value{Kind: Seq, Type: &dafny.Type{Name: "string"}}
	for _, r := range s {
		v.Items = append(v.Items, &Value{Kind: Char, Int: big.NewInt(int64(r))})
	}
	return v
}

// Key returns a text that is the same for equal values and no others; arrays are
// told apart by which they are.
func (v *Value) Key() string {
	if v.name == "" {
		v.name = v.makeKey()
	}
	return v.name
}

func (v *Value) makeKey() string {
	var b strings.Builder
	switch v.Kind {
	case Bool, Char, Int:
		return strconv.Itoa(int(v.Kind)) + ":" + v.Int.String()
	case Bits:
		return "b" + strconv.Itoa(v.Width) + ":" + v.Int.String()
	case Real:
		return "r" + v.Real.RatString()
	case Array:
		return fmt.Sprintf("a%p", v.ref)
	case Null:
		return "null"
	}
	fmt.Fprintf(&b, "%d(", v.Kind)
	for i, x := range v.Items {
		b.WriteString(x.Key())
		if v.Kind == Map {
			b.WriteString("=" + v.Held[i].Key())
		}
		b.WriteByte(',')
	}
	b.WriteByte(')')
	return b.String()
}

func (v *Value) String() string {
	part := func(open, end string) string {
		var out []string
		for i, x := range v.Items {
			s := x.String()
			if v.Kind == Map {
				s += " := " + v.Held[i].String()
			}
			out = append(out, s)
		}
		return open + strings.Join(out, ", ") + end
	}
	switch v.Kind {
	case Bool:
		return strconv.FormatBool(v.True())
	case Char:
		return strconv.QuoteRune(rune(v.Int.Int64()))
	case Int, Bits:
		return v.Int.String()
	case Real:
		return v.Real.RatString()
	case Seq:
		// An empty string prints as an empty sequence: they are one value.
		if len(v.Items) > 0 && v.Items[0].Kind == Char {
			return strconv.Quote(string(v.units()))
		}
		return part("[", "]")
	case Array:
		return part("[", "]")
	case Tuple:
		return part("(", ")")
	case Set:
		return part("{", "}")
	case Multiset:
		return part("multiset{", "}")
	case Map:
		return part("map[", "]")
	}
	return "null"
}

func (v *Value) units() []rune {
	out := make([]rune, len(v.Items))
	for i, x := range v.Items {
		out[i] = rune(x.Int.Int64())
	}
	return out
}

// Sorted returns items in the order of their keys, each once where set says so.
func Sorted(items []*Value, set bool) []*Value {
	out := slices.Clone(items)
	sort.SliceStable(out, func(i, j int) bool { return out[i].Key() < out[j].Key() })
	if set {
		out = slices.CompactFunc(out, func(a, b *Value) bool { return a.Key() == b.Key() })
	}
	return out
}

// Language is Dafny's values for package mutate.
type Language struct{}

var _ value.Language[*Value] = Language{}

// Kind implements value.Language.
func (Language) Kind(v *Value) value.Kind {
	switch v.Kind {
	case Bool:
		return value.Bool
	case Char:
		return value.Char
	case Int, Bits:
		return value.Int
	case Real:
		return value.Real
	case Seq:
		if e := v.Type.Elem(); e != nil && e.Name == "char" {
			return value.Text
		}
		return value.Sequence
	case Array:
		return value.Sequence
	case Set:
		return value.Set
	case Tuple:
		return value.Record
	case Map:
		return value.Map
	}
	return value.Opaque
}

// Equal implements value.Language: arrays are equal by what they hold.
func (l Language) Equal(a, b *Value) bool {
	if a.Kind != Array || b.Kind != Array {
		return a.Key() == b.Key()
	}
	return slices.EqualFunc(a.Items, b.Items, l.Equal)
}

// Identity implements value.Language: no value is a part of itself.
func (Language) Identity(*Value) any { return nil }

// Number implements value.Language.
func (Language) Number(v *Value) (int64, bool) {
	switch v.Kind {
	case Bool, Char, Int, Bits:
		return v.Int.Int64(), v.Int.IsInt64()
	case Real:
		f, _ := v.Real.Float64()
		return int64(math.Float64bits(f)), true
	}
	return 0, false
}

// Step implements value.Language.
func (Language) Step(v *Value, s value.Step) (*Value, bool) {
	if v.Kind == Bool {
		return Truth(!v.True()), s == value.Flip
	}

	var r *big.Rat
	switch v.Kind {
	case Real:
		r = v.Real
	case Int, Char, Bits:
		r = new(big.Rat).SetInt(v.Int)
	default:
		return v, false
	}
	one := func(n int64) *big.Rat { return big.NewRat(n, 1) }
	out := new(big.Rat)
	switch s {
	case value.Up:
		out.Add(r, one(1))
	case value.Down:
		out.Sub(r, one(1))
	case value.UpTwo:
		out.Add(r, one(2))
	case value.DownTwo:
		out.Sub(r, one(2))
	case value.Zero:
	case value.Twice:
		out.Add(r, r)
	case value.Negate:
		out.Neg(r)
	case value.Half:
		out.Quo(r, one(2))
	default:
		return v, false
	}
	if v.Kind == Real {
		return &Value{Kind: Real, Type: v.Type, Real: out}, true
	}
	// Quo rounds towards zero: half of an odd number is no integer.
	w := &Value{Kind: v.Kind, Type: v.Type, Width: v.Width, Int: new(big.Int).Quo(out.Num(), out.Denom())}
	return w, Fits(w)
}

// Fits reports whether a number is a value of its kind and type.
func Fits(v *Value) bool {
	switch {
	case v.Kind == Char:
		n := v.Int.Int64()
		return v.Int.IsInt64() && n >= 0 && n <= 0x10FFFF && (n < 0xD800 || n > 0xDFFF)
	case v.Kind == Bits:
		return v.Int.Sign() >= 0 && v.Int.BitLen() <= v.Width
	case v.Type != nil && v.Type.Name == "nat":
		return v.Int.Sign() >= 0
	}
	return true
}

// Smallest implements value.Language.
func (Language) Smallest(v *Value, r value.Role) (*Value, bool) {
	t := v.Type
	if r != value.Itself {
		t = t.Elem()
	}
	return zero(t)
}

func zero(t *dafny.Type) (*Value, bool) {
	if t == nil {
		return nil, false
	}
	switch t.Name {
	case "int", "nat":
		return &Value{Kind: Int, Type: t, Int: new(big.Int)}, true
	case "bool":
		return Truth(false), true
	case "char":
		return &Value{Kind: Char, Type: t, Int: big.NewInt('a')}, true
	case "real":
		return &Value{Kind: Real, Type: t, Real: new(big.Rat)}, true
	case "string", "seq":
		return &Value{Kind: Seq, Type: t}, true
	case "set":
		return &Value{Kind: Set, Type: t}, true
	}
	if w, ok := Width(t); ok {
		return &Value{Kind: Bits, Type: t, Width: w, Int: new(big.Int)}, true
	}
	return nil, false
}

// Width returns the bits of bv32 and its like.
func Width(t *dafny.Type) (int, bool) {
	s, ok := strings.CutPrefix(t.Name, "bv")
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 0 && n <= 1024
}

// Null implements value.Language: there is none.
func (Language) Null(v *Value) (*Value, bool) { return nil, false }

// Units implements value.Language.
func (Language) Units(v *Value) []rune { return v.units() }

// WithUnits implements value.Language.
func (Language) WithUnits(v *Value, units []rune) *Value {
	w := Text(string(units))
	w.Type = v.Type
	return w
}

// Items implements value.Language.
func (Language) Items(v *Value) []*Value { return v.Items }

// WithItems implements value.Language; an array is another one then.
func (Language) WithItems(v *Value, items []*Value) *Value {
	w := &Value{Kind: v.Kind, Type: v.Type, Items: items}
	switch v.Kind {
	case Set:
		w.Items = Sorted(items, true)
	case Array:
		w.ref = new(int)
	}
	return w
}

// Entries implements value.Language.
func (Language) Entries(v *Value) []value.Entry[*Value] {
	var out []value.Entry[*Value]
	for i, k := range v.Items {
		out = append(out, value.Entry[*Value]{Key: k, Value: v.Held[i]})
	}
	return out
}

// WithEntries implements value.Language.
func (Language) WithEntries(v *Value, entries []value.Entry[*Value]) *Value {
	var ks, vs []*Value
	for _, e := range entries {
		ks, vs = append(ks, e.Key), append(vs, e.Value)
	}
	w := Mapping(ks, vs)
	w.Type = v.Type
	return w
}

// Mapping returns a map; of two values at one key the later one stays.
func Mapping(keys, held []*Value) *Value {
	at := map[string]*Value{}
	for i, k := range keys {
		at[k.Key()] = held[i]
	}
	w := &Value{Kind: Map, Items: Sorted(keys, true)}
	for _, k := range w.Items {
		w.Held = append(w.Held, at[k.Key()])
	}
	return w
}

// Fields implements value.Language.
func (Language) Fields(v *Value) []value.Field[*Value] {
	var out []value.Field[*Value]
	for i, x := range v.Items {
		out = append(out, value.Field[*Value]{Name: strconv.Itoa(i), Value: x})
	}
	return out
}

// WithField implements value.Language.
func (Language) WithField(v *Value, i int, to *Value) *Value {
	w := &Value{Kind: v.Kind, Type: v.Type, Items: slices.Clone(v.Items)}
	w.Items[i] = to
	return w
}
