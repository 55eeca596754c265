// Package mir reads what rustc prints with --emit=mir as a typed intermediate
// representation: functions as control-flow graphs of basic blocks over numbered
// locals, with the compiler's own types, overflow, bounds and division checks.
//
// The text is no stable format. The reader is strict: a form that it does not know
// refuses the function that holds it, by name and line, and nothing else of the
// file ([Func.Refused]). Which compilers' text it knows says [Known].
//
// The package must not know specifications, values or how rustc is run.
package mir

import "fmt"

// File is the text of one crate.
type File struct {
	Funcs []*Func // functions, closures, constants, statics and promoted constants, in the text's order
	// Allocs are the constant allocations by name ("alloc1"), as printed.
	Allocs map[string]*Alloc
}

// Alloc is a constant allocation, whose bytes are not read.
type Alloc struct {
	Name        string
	Size, Align int // bytes
}

// Kind tells the bodies of a file apart.
type Kind uint8

// The kinds. Promoted is a constant that the compiler lifted out of a function.
const (
	InvalidKind Kind = iota
	Function
	Constant
	Static
	Promoted
)

// Local is the number of a local: 0 is the return place, then come the parameters.
type Local int

// Block is the number of a basic block. NoBlock stands where a terminator has no
// such successor.
type Block int

// NoBlock is no block.
const NoBlock Block = -1

// Func is one body.
type Func struct {
	Name   string // as rustc prints it: "area", "Stack::<T>::push", "f::{closure#0}", "<impl at …>::m"
	Kind   Kind
	Line   int     // in the text, of its head
	Params []Local // in order
	Locals []LocalDecl
	Debug  []DebugVar
	Scopes []int // the scope around each scope
	Blocks []*BasicBlock
	// Refused says why the body could not be read; its blocks are then not complete.
	Refused *Error
}

// Return is the type of the return place.
func (f *Func) Return() *Type { return f.Locals[0].Type }

// LocalDecl declares a local.
type LocalDecl struct {
	Type    *Type
	Mutable bool
	Span    Span
}

// DebugVar is a variable of the source and where its value is: a place, or a
// constant.
type DebugVar struct {
	Name  string
	Place *Place
	Const *Const
	Scope int
}

// BasicBlock is a straight piece of code with one terminator at its end.
type BasicBlock struct {
	ID      Block
	Cleanup bool // entered by unwinding only
	Stmts   []*Stmt
	Term    *Term
}

// Span is a place in the source, lines and columns from 1, the end exclusive.
type Span struct {
	File                             string
	Line, Column, EndLine, EndColumn int
}

// IsValid reports whether the span says anything.
func (s Span) IsValid() bool { return s.Line > 0 }

func (s Span) String() string { return fmt.Sprintf("%s:%d:%d", s.File, s.Line, s.Column) }

// StmtKind tells statements apart.
type StmtKind uint8

// The statements.
const (
	InvalidStmt     StmtKind = iota
	Assign                   // Place = Value
	SetDiscriminant          // discriminant(Place) = Variant
	StorageLive              // Place's local begins to live
	StorageDead
	Nop    // also what only the borrow checker reads
	Assume // the compiler knows Operand to hold
)

// Stmt is a statement.
type Stmt struct {
	Kind    StmtKind
	Place   Place
	Value   *Rvalue
	Variant int
	Operand *Operand
	Span    Span
	Scope   int
}

// TermKind tells terminators apart.
type TermKind uint8

// The terminators.
const (
	InvalidTerm TermKind = iota
	Goto
	SwitchInt
	Return
	Unreachable
	Resume    // unwinding goes on in the caller
	Terminate // the process aborts
	Drop
	Call
	Assert
)

// Unwind is what happens when a call, a drop or an assertion panics.
type Unwind uint8

// The ways to unwind. UnwindCleanup goes to a block of this function.
const (
	NoUnwind Unwind = iota // cannot panic, or nothing is said
	UnwindContinue
	UnwindUnreachable
	UnwindTerminate
	UnwindCleanup
)

// Term is a terminator.
type Term struct {
	Kind   TermKind
	Target Block // Goto; where Drop, Call and Assert go on: NoBlock for a call that never returns
	Unwind Unwind
	Clean  Block // of UnwindCleanup

	Operand   *Operand // SwitchInt, Assert
	Values    []Case   // SwitchInt
	Otherwise Block    // SwitchInt; NoBlock where there is none

	Place Place      // Call's result, what Drop drops
	Func  *Operand   // Call: a constant of a function type, or a place that holds a function
	Args  []*Operand // Call; of Assert's message

	Expected bool   // Assert: what Operand must be
	Message  string // Assert: the panic's, with {} for Args

	Span  Span
	Scope int
}

// Case is one value of a switch, as the bits of the operand's type read unsigned
// or, for signed types, as rustc prints them.
type Case struct {
	Value  string // decimal
	Target Block
}

// ProjKind tells projections apart.
type ProjKind uint8

// The projections.
const (
	InvalidProj   ProjKind = iota
	Deref                  // (*P)
	Field                  // (P.N: T)
	Downcast               // (P as Variant)
	Index                  // P[_n]
	ConstantIndex          // P[N of M], from the end where FromEnd
	Subslice               // P[From:To], To counted from the end where FromEnd
)

// Proj is one step of a place.
type Proj struct {
	Kind     ProjKind
	Field    int
	Type     *Type // Field's
	Variant  string
	Local    Local // Index
	From, To int   // ConstantIndex: From; Subslice: both
	FromEnd  bool
}

// Place is a local with projections, outermost last.
type Place struct {
	Local Local
	Proj  []Proj
}

// OperandKind tells operands apart.
type OperandKind uint8

// The operands.
const (
	InvalidOperand OperandKind = iota
	Copy
	Move
	Constant_
)

// Operand is a value that is read.
type Operand struct {
	Kind  OperandKind
	Place Place
	Const *Const
}

// ConstKind tells constants apart.
type ConstKind uint8

// The constants.
const (
	InvalidConst ConstKind = iota
	IntConst               // Text is decimal, Type the integer's
	BoolConst
	CharConst  // Text is the character
	FloatConst // Text as printed
	StrConst   // Text is the string
	ByteStrConst
	UnitConst
	PathConst  // a function, a constant by name, a unit variant: Path
	ZSTConst   // a value without size of type Type
	AllocConst // a reference to the allocation Text, of type Type
)

// Const is a constant.
type Const struct {
	Kind ConstKind
	Type *Type
	Text string
	Path *Path
}

// RvalueKind tells values apart.
type RvalueKind uint8

// The values.
const (
	InvalidRvalue RvalueKind = iota
	Use
	Ref     // &Place
	RefMut  // &mut Place
	RawPtr  // &raw const Place
	RawMut  // &raw mut Place
	Len     // Len(Place)
	PtrMeta // PtrMetadata(Operand): a slice's length
	Binary
	Unary
	Discriminant
	Cast
	Tuple
	Array
	Repeat // [Operand; Count]
	Struct // also an enum's variant and a closure: Path or Type, Names where fields have names
	NullOp // SizeOf(T), AlignOf(T), UbChecks() and the like: Op, Type
)

// Rvalue is what an assignment computes.
type Rvalue struct {
	Kind  RvalueKind
	Op    string // Binary, Unary: as rustc names it ("AddWithOverflow"); Cast: the kind ("IntToInt")
	Args  []*Operand
	Place Place
	Type  *Type    // Cast's target, NullOp's argument, a closure's type
	Path  *Path    // Struct
	Names []string // Struct's fields, parallel to Args; nil for tuple-like
	Count string   // Repeat: a number or a constant's name
}

// Error says what could not be read, and where in the text.
type Error struct {
	Line int
	What string // "statement", "value", "type" …
	Text string
}

func (e *Error) Error() string { return fmt.Sprintf("line %d: unknown %s: %s", e.Line, e.What, e.Text) }
