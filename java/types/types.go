// Package types is the static semantics of Java: which declaration every name
// and call means, the type of every expression, the value of every constant, and
// the same for the expressions of JML.
//
// Results are side tables in [Info], keyed by syntax node, as in go/types. The
// class library is Java source of ours (package classlib), loaded class by class
// on first use and shared by all programs of the process.
//
// Where inference of generics does not reach, an expression has the type
// [Dynamic]: some reference whose class only the run knows. The interpreter then
// selects by run-time class; a checker that needs static knowledge must refuse.
//
// The package must not know values, execution, specifications' clauses or verifiers.
package types

import (
	"sync"
	"sync/atomic"

	"ensures/java"
)

// Kind is the kind of a Type.
type Kind uint8

// The kinds of types. Boolean to Double are Java's primitive types in widening
// order; Bigint and Real are JML's mathematical numbers.
const (
	InvalidKind Kind = iota
	Boolean
	Byte
	Short
	Char
	Int
	Long
	Float
	Double
	Bigint
	Real
	Void
	Null
	Ref      // *ClassType
	ArrayOf  // *ArrayType
	Var      // *TypeVar
	Wild     // *Wildcard, only as a type argument
	Inter    // *Intersection
	Dyn      // Dynamic
	TypeKind // \TYPE, the type of \typeof(e) and \type(T)
	BadKind  // after an error; assignable both ways, never reported again
)

// Type is a Java or JML type.
type Type interface {
	Kind() Kind
	String() string // as written in Java, e.g. "java.util.List<String>[]"
}

// Basic is a type without parts; the package variables are its only values.
type Basic struct {
	kind Kind
	name string
}

// Kind implements Type.
func (b *Basic) Kind() Kind { return b.kind }

func (b *Basic) String() string { return b.name }

// The basic types.
var (
	TBoolean = &Basic{Boolean, "boolean"}
	TByte    = &Basic{Byte, "byte"}
	TShort   = &Basic{Short, "short"}
	TChar    = &Basic{Char, "char"}
	TInt     = &Basic{Int, "int"}
	TLong    = &Basic{Long, "long"}
	TFloat   = &Basic{Float, "float"}
	TDouble  = &Basic{Double, "double"}
	TBigint  = &Basic{Bigint, "\\bigint"}
	TReal    = &Basic{Real, "\\real"}
	TVoid    = &Basic{Void, "void"}
	TNull    = &Basic{Null, "null"}
	TTYPE    = &Basic{TypeKind, "\\TYPE"}
	Dynamic  = &Basic{Dyn, "?dynamic"}
	Bad      = &Basic{BadKind, "?bad"}
)

// ClassType is a class or interface with type arguments; Args is nil for a raw
// or non-generic use.
type ClassType struct {
	Class *Class
	Args  []Type
}

// Kind implements Type.
func (*ClassType) Kind() Kind { return Ref }

// ArrayType is Elem[].
type ArrayType struct{ Elem Type }

// Kind implements Type.
func (*ArrayType) Kind() Kind { return ArrayOf }

// TypeVar is a type variable of a class or method, or the capture of a wildcard.
type TypeVar struct {
	Name   string
	Bounds []Type // empty means Object
	Lower  Type   // of the capture of "? super Lower"; nil otherwise
	wild   *Wildcard
}

// Kind implements Type.
func (*TypeVar) Kind() Kind { return Var }

// Wildcard is ?, ? extends Bound or ? super Bound.
type Wildcard struct {
	Bound Type // nil for ?
	Super bool
}

// Kind implements Type.
func (*Wildcard) Kind() Kind { return Wild }

// Intersection is A & B.
type Intersection struct{ Parts []Type }

// Kind implements Type.
func (*Intersection) Kind() Kind { return Inter }

// Class is a declared class, interface, enum, record, annotation type, anonymous
// or local class, of the program or of the class library.
//
// A class of the library is completed on first use: Name, Binary, Package, Outer
// and Library are always set, everything else only after [Class.Load].
type Class struct {
	Name       string // simple name; "" for anonymous
	Binary     string // binary name as getClass().getName() prints it: "java.util.Map$Entry", "Main$1"
	Package    string
	Kind       java.ClassKind
	Flags      java.Flags
	Decl       *java.ClassDecl
	Unit       *Unit  // the compilation unit it came from
	Outer      *Class // lexically enclosing class; nil at top level
	Static     bool   // no enclosing instance
	Local      bool   // local or anonymous: may capture locals
	TypeParams []*TypeVar
	Super      *ClassType // nil for Object and interfaces
	Interfaces []*ClassType
	Fields     []*Field
	Methods    []*Method // declared here, constructors included
	Members    []*Class  // member classes
	Constants  []*Field  // of an enum, in order
	Components []*Field  // of a record, in order
	Captures   []*Local  // of a local class, filled when its body is checked
	Library    bool      // from the class library
	Elsewhere  bool      // of another file of the project: see [Sources]
	StandIn    bool      // written where an implementation is wanted: see [Program.StandIn]

	lib   *Library
	env   *fileEnv // imports of its file
	scope *Scope   // of a local class: the scope of its declaration
	stage atomic.Int32
	busy  stage // stage being computed, guards cycles
	raw   *ClassType
	// standsFor is the type, without variables, that a stand-in is written for.
	standsFor *ClassType
	absent    bool // a core class that the library does not have
	fields    map[string]*Field
	methods   map[string][]*Method
	ctors     []*Method
	members   map[string]*Class
	frame     *frame
	sam       atomic.Pointer[samResult]
	inLocal   bool // a member of a local class
	once      sync.Once
	init      *body // initialisers
	names     naming
}

// Field is a field; an enum constant is a static final field.
type Field struct {
	Name  string
	Owner *Class
	Type  Type
	Flags java.Flags
	Decl  *java.VarDeclarator // nil for enum constants, record components and ghost-only ones
	Spec  bool                // JML ghost or model field

	konst atomic.Pointer[constResult]
}

// Method is a method or constructor (Name "<init>").
type Method struct {
	Name       string
	Owner      *Class
	TypeParams []*TypeVar
	Params     []*Local // the last one has an array type when Variadic
	Return     Type     // TVoid for constructors
	Throws     []Type
	Flags      java.Flags
	Variadic   bool
	Decl       *java.MethodDecl // nil for implicit ones (default constructors, record accessors, values(), valueOf)
	Implicit   ImplicitKind
	Spec       bool // JML model method

	key  atomic.Pointer[string]
	once sync.Once
	body *body
}

// ImplicitKind says which implicit method a Method without Decl is.
type ImplicitKind uint8

// The implicit methods.
const (
	NotImplicit ImplicitKind = iota
	DefaultConstructor
	CanonicalConstructor // of a record
	RecordAccessor
	RecordEquals
	RecordHashCode
	RecordToString
	EnumValues
	EnumValueOf
	ArrayClone
)

// Local is a local variable, parameter, lambda or catch parameter, pattern or
// quantified variable.
type Local struct {
	Name     string
	Type     Type
	Decl     java.Node // *java.VarDeclarator, *java.Param, *java.TypePattern
	Const    *Const    // value of a final local initialised with a constant
	Param    bool
	Final    bool
	Captured bool // used by a lambda or local class
	Spec     bool // JML ghost or quantified variable

	initialised bool // declared with a value
	assigned    int  // assignments seen besides
	counted     bool // changed by ++, -- or a compound assignment
	caught      bool // a catch parameter
}

// Fixed reports whether nothing assigns a local but its declaration, or the call where it is
// a parameter. It holds once the method is checked.
func (l *Local) Fixed() bool { return (l.initialised || l.Param) && l.assigned == 0 && !l.counted }

// Const is a compile-time constant: an integral or boolean value in N (char,
// byte, short, int, long; boolean as 0 or 1), a float or double as its IEEE bits
// in N (Float32bits widened, Float64bits), or a string in S (WTF-8).
type Const struct {
	Type Type
	N    int64
	S    string
}

// CallMode is how a selected method is invoked.
type CallMode uint8

// The invocation modes.
const (
	InvalidMode CallMode = iota
	StaticCall
	VirtualCall // class or interface, selected by the receiver's class
	SpecialCall // private, super.m(), constructor
	DynamicCall // Method is nil: receiver type is Dynamic; select by run-time classes
)

// Call is the method that a call, constructor invocation, method reference or
// anonymous class creation means.
type Call struct {
	Mode     CallMode
	Method   *Method
	Recv     Type   // static type of the receiver; nil for static calls
	Implicit *Class // for an unqualified instance call: the (enclosing) class whose `this` is the receiver
	Spread   bool   // variadic method called with separate arguments (phase 3)
	Params   []Type // parameter types after substitution, one per declared parameter
	Result   Type   // result type after substitution and capture
}

// Lambda is the functional interface a lambda or method reference implements.
type Lambda struct {
	Target   Type    // the functional interface type; Dynamic when unknown
	Method   *Method // its single abstract method; nil when unknown
	Params   []Type  // parameter types after substitution
	Result   Type
	Locals   []*Local // the lambda's own parameters
	Captures []*Local // captured locals of enclosing scopes (by value, effectively final)
	UsesThis bool
}

// RefKind says what a name or field access stands for.
type RefKind uint8

// What a name can stand for.
const (
	InvalidRef RefKind = iota
	LocalRef
	FieldRef  // instance or static field
	LengthRef // array.length
	ClassRef
	PackageRef
)

// Use is the meaning of a *java.Name or *java.Select.
type Use struct {
	Kind     RefKind
	Local    *Local
	Field    *Field
	Class    *Class
	Implicit *Class // for an unqualified instance field: the enclosing class whose `this` holds it
}

// Info is the result of checking; all tables are keyed by syntax nodes.
type Info struct {
	Types   map[java.Expr]Type             // static type of every expression that has one
	Consts  map[java.Expr]*Const           // constant expressions
	Uses    map[java.Expr]*Use             // *java.Name, *java.Select
	Calls   map[java.Node]*Call            // *java.Call, *java.New, *java.ConstructorCall, *java.MethodRef, *java.EnumConstant
	Lambdas map[java.Expr]*Lambda          // *java.Lambda, *java.MethodRef
	Locals  map[java.Node]*Local           // declaration → variable
	TypeOf  map[*java.TypeExpr]Type        // resolved written types
	Classes map[*java.ClassDecl]*Class     // declarations, anonymous bodies included
	Methods map[*java.MethodDecl]*Method   //
	Fields  map[*java.VarDeclarator]*Field //
	Operand map[java.Expr]Type             // *java.Binary, *java.Unary, *java.AssignExpr, *java.Chain: the promoted operand type; String for concatenation; nil entry means references compared
	Ends    map[*java.Block]*Scope         // the locals visible at a block's end
	Scopes  map[java.Stmt]*Scope           // loops, assert, and statements JML can precede: the locals visible just before it (for loops: inside the header, so that a for's variables are visible)
}
