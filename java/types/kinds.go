package types

import (
	"math"

	"ensures/java"
)

// IsNumeric reports whether t is a primitive numeric type or one of JML's
// mathematical numbers.
func IsNumeric(t Type) bool {
	k := kindOf(t)
	return k >= Byte && k <= Real
}

// IsIntegral reports whether t is byte, short, char, int, long or \bigint.
func IsIntegral(t Type) bool {
	k := kindOf(t)
	return k >= Byte && k <= Long || k == Bigint
}

// IsFloating reports whether t is float, double or \real.
func IsFloating(t Type) bool {
	k := kindOf(t)
	return k == Float || k == Double || k == Real
}

// IsPrimitive reports whether t is one of Java's eight primitive types or one
// of JML's numbers.
func IsPrimitive(t Type) bool {
	k := kindOf(t)
	return k >= Boolean && k <= Real
}

// IsReference reports whether values of t are references (null included).
func IsReference(t Type) bool {
	switch kindOf(t) {
	case Null, Ref, ArrayOf, Var, Wild, Inter, Dyn:
		return true
	}
	return false
}

func kindOf(t Type) Kind {
	if t == nil {
		return InvalidKind
	}
	return t.Kind()
}

func isDynamic(t Type) bool { return t == Type(Dynamic) }
func isBad(t Type) bool     { return t == nil || t == Type(Bad) }

// unsure reports whether nothing can be said about t: it is Dynamic or the
// result of an error.
func unsure(t Type) bool { return isBad(t) || isDynamic(t) }

var boxNames = [...]string{
	Boolean: "java.lang.Boolean", Byte: "java.lang.Byte", Short: "java.lang.Short", Char: "java.lang.Character",
	Int: "java.lang.Integer", Long: "java.lang.Long", Float: "java.lang.Float", Double: "java.lang.Double",
}

// Unboxed is the primitive type that t unboxes to: t itself when it is
// primitive, int for Integer (and for a type variable bounded by it), nil when
// there is none.
func Unboxed(t Type) Type {
	switch t := t.(type) {
	case *Basic:
		if IsPrimitive(t) {
			return t
		}
	case *ClassType:
		if t.Class.Package != "java.lang" || t.Class.Outer != nil {
			return nil
		}
		switch t.Class.Name {
		case "Integer":
			return TInt
		case "Long":
			return TLong
		case "Double":
			return TDouble
		case "Boolean":
			return TBoolean
		case "Character":
			return TChar
		case "Float":
			return TFloat
		case "Byte":
			return TByte
		case "Short":
			return TShort
		}
	case *TypeVar:
		for _, b := range t.Bounds {
			if u := Unboxed(b); u != nil {
				return u
			}
		}
	case *Intersection:
		for _, b := range t.Parts {
			if u := Unboxed(b); u != nil {
				return u
			}
		}
	case *inferVar:
		if t.inst != nil {
			return Unboxed(t.inst)
		}
	}
	return nil
}

// Boxed is the class type that the primitive type t boxes to, and t itself
// when it is a reference type.
func (l *Library) Boxed(t Type) Type {
	k := kindOf(t)
	if k >= Boolean && k <= Double {
		return l.core(boxNames[k]).Type()
	}
	return t
}

// Promote is binary numeric promotion of two (possibly boxed) operand types:
// nil when one is not numeric.
func Promote(a, b Type) Type {
	a, b = Unboxed(a), Unboxed(b)
	if !IsNumeric(a) || !IsNumeric(b) {
		return nil
	}
	x, y := a.Kind(), b.Kind()
	switch {
	case x == Real || y == Real:
		return TReal
	case x == Double || y == Double:
		// double and float cannot hold every \bigint: only \real is above both.
		if x == Bigint || y == Bigint {
			return TReal
		}
		return TDouble
	case x == Float || y == Float:
		if x == Bigint || y == Bigint {
			return TReal
		}
		return TFloat
	case x == Bigint || y == Bigint:
		return TBigint
	case x == Long || y == Long:
		return TLong
	}
	return TInt
}

// promote1 is unary numeric promotion, nil when t is not numeric.
func promote1(t Type) Type { return Promote(t, TInt) }

// widens reports whether a primitive of kind a converts to kind b by identity or
// widening.
func widens(a, b Kind) bool {
	if a == b {
		return true
	}
	switch a {
	case Byte:
		// char is skipped: byte to char is widening and narrowing in one (JLS 5.1.4), which
		// assignment doesn't do.
		return b == Short || b >= Int && b <= Real
	case Short, Char:
		return b >= Int && b <= Real
	case Int, Long, Float:
		// The kinds stand in the order of widening. \bigint follows double in it and takes the
		// integral kinds alone.
		return b > a && b <= Real && !(a == Float && b == Bigint)
	case Double:
		return b == Real
	case Bigint:
		return b == Real
	}
	return false
}

// fits reports whether the constant c of an int-like type can be narrowed
// implicitly to the primitive kind k.
func fits(c *Const, k Kind) bool {
	if c == nil {
		return false
	}
	switch kindOf(c.Type) {
	case Byte, Short, Char, Int:
	default:
		return false
	}
	switch k {
	case Byte:
		return c.N >= -128 && c.N <= 127
	case Short:
		return c.N >= -32768 && c.N <= 32767
	case Char:
		return c.N >= 0 && c.N <= 65535
	}
	return false
}

// Range returns the least and greatest value of an integral primitive type; ok is
// false for the other kinds.
func Range(k Kind) (least, most int64, ok bool) {
	switch k {
	case Byte:
		return math.MinInt8, math.MaxInt8, true
	case Short:
		return math.MinInt16, math.MaxInt16, true
	case Char:
		return 0, math.MaxUint16, true
	case Int:
		return math.MinInt32, math.MaxInt32, true
	case Long:
		return math.MinInt64, math.MaxInt64, true
	}
	return 0, 0, false
}

// Bits returns the width of an integral primitive type, 64 for what is wider or has
// no width.
func Bits(k Kind) int {
	switch k {
	case Byte:
		return 8
	case Short, Char:
		return 16
	case Int:
		return 32
	}
	return 64
}

// ClassName returns Class.getName() of an erased type.
func ClassName(t Type) string {
	switch t := t.(type) {
	case *ClassType:
		return t.Class.Binary
	case *ArrayType:
		return "[" + descriptor(t.Elem)
	}
	return t.String()
}

func descriptor(t Type) string {
	switch t := t.(type) {
	case *ClassType:
		return "L" + t.Class.Binary + ";"
	case *ArrayType:
		return "[" + descriptor(t.Elem)
	}
	return descriptors[t.Kind()]
}

var descriptors = [...]string{Boolean: "Z", Byte: "B", Short: "S", Char: "C", Int: "I", Long: "J", Float: "F", Double: "D"}

// Erasure is the type without type arguments and variables.
func Erasure(t Type) Type {
	switch t := t.(type) {
	case *ClassType:
		if t.Args == nil {
			return t
		}
		return t.Class.Raw()
	case *ArrayType:
		e := Erasure(t.Elem)
		if e == t.Elem {
			return t
		}
		return &ArrayType{e}
	case *TypeVar:
		if len(t.Bounds) > 0 {
			return Erasure(t.Bounds[0])
		}
		return Dynamic
	case *Wildcard:
		if t.Bound != nil && !t.Super {
			return Erasure(t.Bound)
		}
		return Dynamic
	case *Intersection:
		if len(t.Parts) > 0 {
			return Erasure(t.Parts[0])
		}
		return Dynamic
	case *inferVar:
		if t.inst != nil {
			return Erasure(t.inst)
		}
		return Dynamic
	}
	return t
}

func isInterface(c *Class) bool {
	c.ensure(declared)
	return c.Kind == java.InterfaceClass || c.Kind == java.AnnotationClass
}

// IsInterface reports whether c is an interface or annotation type.
func (c *Class) IsInterface() bool { return isInterface(c) }

func classNamed(t Type, binary string) bool {
	ct, ok := t.(*ClassType)
	return ok && ct.Class.Binary == binary
}

// IsString reports whether t is java.lang.String.
func IsString(t Type) bool { return classNamed(t, "java.lang.String") }

// IsObject reports whether t is java.lang.Object.
func IsObject(t Type) bool { return classNamed(t, "java.lang.Object") }
