package values

import (
	"cmp"
	"math"
	"slices"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/value"
)

// Value is a value with its static type, nil where that is not known.
type Value struct {
	interp.Value
	Type types.Type
}

// ref is a reference of unknown static type.
func ref(r interp.Ref) Value { return Value{Value: interp.R(r)} }

// Language is Java for package value.
type Language struct{ m *interp.Machine }

var _ value.Language[Value] = Language{}

// Kind says how a value is taken apart.
func (l Language) Kind(v Value) value.Kind {
	// The static type decides first: a primitive has no reference to look at.
	if v.Type != nil && isPrimitive(v.Type) {
		return scalarKind(v.Type.Kind())
	}
	switch r := v.R.(type) {
	case nil:
		return value.Null
	case *interp.Box:
		return scalarKind(r.Kind)
	case *interp.String:
		return value.Text
	case *interp.Object:
		return l.objectKind(r)
	}
	if _, ok := v.R.(interp.Array); ok {
		return value.Sequence
	}
	return value.Opaque
}

func scalarKind(k types.Kind) value.Kind {
	switch k {
	case types.Boolean:
		return value.Bool
	case types.Char:
		return value.Char
	case types.Float, types.Double:
		return value.Real
	}
	return value.Int
}

func (l Language) objectKind(o *interp.Object) value.Kind {
	switch {
	case l.is(o, "java.util.List"), l.is(o, "java.util.Queue"):
		return value.Sequence
	case l.is(o, "java.util.Set"):
		return value.Set
	case l.is(o, "java.util.Map"):
		return value.Map
	case l.is(o, "java.math.BigInteger"):
		return value.Int
	case l.is(o, "java.math.BigDecimal"):
		return value.Real
	case l.is(o, "java.util.Optional"):
		return value.Optional
	case l.is(o, "java.lang.CharSequence"):
		return value.Text
	case o.Class.Kind == java.EnumClass:
		return value.Choice
	// Behind all kinds that are known: of any other object of the library the
	// fields are not what a program sees.
	case o.Class.Library || o.Native != nil:
		return value.Opaque
	}
	return value.Record
}

// Identity is an object or array.
func (l Language) Identity(v Value) any {
	switch v.R.(type) {
	case nil, *interp.Box, *interp.String:
		return nil
	}
	return v.R
}

// Null is null as a reference.
func (l Language) Null(v Value) (Value, bool) {
	switch v.R.(type) {
	case *interp.Object, *interp.Func:
		return Value{Type: v.Type}, true
	}
	return Value{Type: v.Type}, false
}

// Number is a primitive value or what is in a box.
func (l Language) Number(v Value) (int64, bool) {
	if v.Type != nil && isPrimitive(v.Type) {
		return Number(v.N, v.Type.Kind()), true
	}
	if b, ok := v.R.(*interp.Box); ok {
		return Number(b.N, b.Kind), true
	}
	return 0, false
}

// Number is a primitive value of kind k as 64 bits, with floats as doubles.
func Number(n int64, k types.Kind) int64 {
	if k == types.Float {
		return int64(math.Float64bits(floatValue(n, k)))
	}
	return n
}

// Step is a number, character, boolean, box or enum constant after a step.
func (l Language) Step(v Value, s value.Step) (Value, bool) {
	if v.Type != nil && isPrimitive(v.Type) {
		n, ok := stepped(v.N, v.Type.Kind(), s)
		return Value{interp.Value{N: n}, v.Type}, ok
	}
	switch r := v.R.(type) {
	case *interp.Box:
		n, ok := stepped(r.N, r.Kind, s)
		if !ok {
			return v, false
		}
		return Value{interp.R(l.m.Box(r.Kind, n)), v.Type}, true
	case *interp.Object:
		var w interp.Value
		ok := false
		if r.Class.Kind == java.EnumClass {
			w, ok = l.next(r)
		} else {
			w, ok = l.big(r, s)
		}
		return Value{w, v.Type}, ok
	}
	return v, false
}

// stepped is a primitive value of kind k after a step, if that is of the kind too.
func stepped(n int64, k types.Kind, s value.Step) (int64, bool) {
	switch k {
	case types.Boolean:
		return n ^ 1, s == value.Flip
	case types.Float, types.Double:
		x, ok := steppedFloat(floatValue(n, k), s)
		if k == types.Float {
			// Rounded to what a float holds, so that a step which is lost in
			// rounding gives the value again.
			x = float64(float32(x))
		}
		return floatBits(x, k), ok && !math.IsNaN(x)
	}

	d := int64(0)
	switch s {
	case value.Up:
		d = 1
	case value.Down:
		d = -1
	case value.UpTwo:
		d = 2
	case value.DownTwo:
		d = -2
	case value.Zero:
		return 0, true
	case value.Negate:
		return -n, fits(-n, k)
	case value.Twice:
		// Of a long the doubling may wrap around; of the narrower kinds fits sees it.
		return 2 * n, 2*n/2 == n && fits(2*n, k)
	case value.Half:
		return n / 2, true
	default:
		return n, false
	}
	m := n + d
	return m, (d > 0) == (m > n) && fits(m, k)
}

func steppedFloat(x float64, s value.Step) (float64, bool) {
	if math.IsNaN(x) {
		return x, false
	}
	switch s {
	case value.Up:
		return x + 1, true
	case value.Down:
		return x - 1, true
	case value.Twice:
		return x * 2, true
	case value.Negate:
		return -x, true
	case value.Zero:
		return 0, x != 0 // == does not tell the two zeros apart
	case value.Half:
		return x / 2, x/2 != 0
	}
	return x, false
}

func fits(n int64, k types.Kind) bool {
	least, most, ok := types.Range(k)
	return !ok || least <= n && n <= most
}

func floatBits(x float64, k types.Kind) int64 {
	if k == types.Float {
		return int64(math.Float32bits(float32(x)))
	}
	return int64(math.Float64bits(x))
}

func floatValue(n int64, k types.Kind) float64 {
	if k == types.Float {
		return float64(math.Float32frombits(uint32(n)))
	}
	return math.Float64frombits(uint64(n))
}

func isPrimitive(t types.Type) bool {
	k := t.Kind()
	return k >= types.Boolean && k <= types.Double
}

// big is a BigInteger or BigDecimal after a step.
func (l Language) big(o *interp.Object, s value.Step) (interp.Value, bool) {
	class := l.m.ClassName(o)
	number := func(s string) interp.Value {
		return interp.R(l.m.NewObject(class, interp.R(interp.NewString(s))))
	}
	switch s {
	case value.Up:
		return l.m.CallMethod(o, "add", number("1")), true
	case value.Down:
		return l.m.CallMethod(o, "subtract", number("1")), true
	case value.UpTwo:
		return l.m.CallMethod(o, "add", number("2")), true
	case value.DownTwo:
		return l.m.CallMethod(o, "subtract", number("2")), true
	case value.Twice:
		return l.m.CallMethod(o, "multiply", number("2")), true
	case value.Negate:
		return l.m.CallMethod(o, "negate"), true
	case value.Zero:
		return number("0"), true
	}
	return interp.Value{}, false
}

// next is the enum constant after o; there is none in an enum of one constant.
func (l Language) next(o *interp.Object) (interp.Value, bool) {
	decl := o.Class.Class
	if len(decl.Constants) == 0 && decl.Super != nil { // a constant with a body
		decl = decl.Super.Class
	}
	for _, m := range decl.Methods {
		if m.Implicit != types.EnumValues {
			continue
		}
		all, ok := l.m.Invoke(m, nil, nil).R.(interp.Array)
		if !ok || all.Len() < 2 {
			break
		}
		return all.At((int(l.m.CallMethod(o, "ordinal").N) + 1) % all.Len()), true
	}
	return interp.Value{}, false
}

// Smallest is zero, the empty string, an empty array or an empty collection. Elements
// and keys of unknown type are taken for integers.
func (l Language) Smallest(v Value, r value.Role) (Value, bool) {
	t := v.Type
	switch r {
	case value.Element:
		t = argument(v.Type, 0)
		if a, ok := v.R.(interp.Array); ok {
			t = a.ElemType()
		}
	case value.Key:
		t = argument(v.Type, 0)
	case value.Held:
		t = argument(v.Type, 1)
	}
	w, ok := l.smallest(t)
	if !ok && (r == value.Element || r == value.Key) {
		w, ok = interp.R(l.m.Box(types.Int, 0)), true
	}
	return Value{w, t}, ok
}

func (l Language) smallest(t types.Type) (interp.Value, bool) {
	switch t := t.(type) {
	case *types.Basic:
		return interp.Value{}, isPrimitive(t)
	case *types.ArrayType:
		return interp.R(interp.MakeArray(t.Elem, 0)), true
	case *types.ClassType:
		name := t.Class.Binary
		if k := boxKind(name); k != types.InvalidKind {
			return interp.R(l.m.Box(k, 0)), true
		}
		switch name {
		case "java.lang.String":
			return interp.R(interp.NewString("")), true
		case "java.util.List", "java.util.ArrayList", "java.util.Collection", "java.lang.Iterable":
			return interp.R(l.m.NewObject("java.util.ArrayList")), true
		case "java.util.Set", "java.util.HashSet":
			return interp.R(l.m.NewObject("java.util.HashSet")), true
		case "java.util.Map", "java.util.HashMap":
			return interp.R(l.m.NewObject("java.util.HashMap")), true
		}
	}
	return interp.Value{}, false
}

// boxKind is the kind of primitive in a boxed class.
func boxKind(name string) types.Kind {
	switch name {
	case "java.lang.Boolean":
		return types.Boolean
	case "java.lang.Byte":
		return types.Byte
	case "java.lang.Short":
		return types.Short
	case "java.lang.Character":
		return types.Char
	case "java.lang.Integer":
		return types.Int
	case "java.lang.Long":
		return types.Long
	case "java.lang.Float":
		return types.Float
	case "java.lang.Double":
		return types.Double
	}
	return types.InvalidKind
}

// argument is the i-th type argument of t, nil when it has none or it is not a class.
func argument(t types.Type, i int) types.Type {
	c, ok := t.(*types.ClassType)
	if !ok || i >= len(c.Args) {
		return nil
	}
	// Wildcards and type variables say nothing of the class of what is held.
	switch a := c.Args[i].(type) {
	case *types.ClassType:
		return a
	case *types.ArrayType:
		return a
	}
	return nil
}

// Compare implements value.Ordered: numbers and characters by their values, strings by
// code units. Of the two zeros and of NaN the order is that of Double.compare.
func (l Language) Compare(a, b Value) (int, bool) {
	x, k, ok := l.number(a)
	y, j, both := l.number(b)
	if ok && both && k == j {
		if k == types.Float || k == types.Double {
			return cmp.Compare(floatValue(x, k), floatValue(y, k)), true
		}
		return cmp.Compare(x, y), true
	}
	if l.Kind(a) == value.Text && l.Kind(b) == value.Text {
		return slices.Compare(l.Units(a), l.Units(b)), true
	}
	return 0, false
}

// number is the bits of a primitive or boxed value that has an order.
func (l Language) number(v Value) (int64, types.Kind, bool) {
	k, n := types.InvalidKind, v.N
	if v.Type != nil {
		k = v.Type.Kind()
	}
	if box, ok := v.R.(*interp.Box); ok {
		k, n = box.Kind, box.N
	}
	return n, k, k > types.Boolean && k <= types.Double
}
