// Package interp runs Java programs concretely, with the semantics of the Java
// language specification, inside limits on steps, memory, call depth and output.
//
// A checked program is compiled lazily, method by method, to closures in two
// lanes: primitive values travel as int64, references as [Ref]. Compiled code is
// shared by all runs of a [Program]; a [Machine] is one run with its own statics,
// streams and limits. The class library is Java source (package classlib) whose
// native methods are the Go functions of an explicit table.
//
// The package must not know specifications, tasks or verifiers.
package interp

import "ensures/java/types"

// Value is a Java value in one of two lanes, told apart by its static type.
// Primitives are in N: boolean 0 or 1; byte, short, char, int, long as themselves;
// float as int64(math.Float32bits), double as int64(math.Float64bits).
// References are in R; null is nil.
type Value struct {
	N int64
	R Ref
}

// Ref is a reference: nil (null), *String, *Box, *Object, *Func, *ClassObject or
// one of the array types. References are compared by Go identity (all are pointers).
type Ref interface{ ref() }

// String is a java.lang.String: UTF-16 code units, one byte each when all are
// below 256. Literals are interned. Make them with NewString and friends.
type String struct {
	b    string   // Latin-1, one byte per unit, when u is nil
	u    []uint16 // otherwise
	hash int32
	done bool // hash is computed
}

// Box is a boxed primitive: java.lang.Integer and its relatives. N is laid out as in Value.
type Box struct {
	Kind types.Kind
	N    int64
}

// Object is an instance of a class that is not one of the special ones.
type Object struct {
	Class  *Class
	P      []int64 // primitive fields, superclass's first
	R      []Ref   // reference fields
	Native any     // state of natively implemented library classes (StringBuilder, Pattern, BigInteger …)
	id     int32   // identity hash, given on first use
}

// Func is a lambda or method reference, or a function in Go. Call it by
// Machine.CallFunctional.
type Func struct {
	Iface *Class                               // nil when the target type was unknown: arguments and result are then boxed
	Fn    func(m *Machine, args []Value) Value // in Go: arguments and result as in the interface method's erased signature; nil for compiled code

	code *lambdaCode
	this Ref
	caps []Value
}

// ClassObject is a java.lang.Class.
type ClassObject struct{ Type types.Type }

func (*String) ref()      {}
func (*Box) ref()         {}
func (*Object) ref()      {}
func (*Func) ref()        {}
func (*ClassObject) ref() {}

// Native is a library method in Go. args are the parameters (a variadic one as
// its array); recv is nil for static methods and, for constructors, the new
// *Object. Constructors of String and of the boxes get nil and return the object.
// A Java exception is thrown by m.Throw, which does not return. args is valid
// during the call only.
type Native func(m *Machine, recv Ref, args []Value) Value

// Natives of the library, keyed by types.Method.Key(), are listed in one table
// per Go file (natives_string.go, natives_math.go …) and joined in natives.go.
