package java

// Pos is a byte offset into a file's source plus one; the zero Pos is "no position".
type Pos int32

// NoPos is the position of a node that was not read from a source.
const NoPos Pos = 0

// Offset is the zero-based byte offset of p, −1 for NoPos.
func (p Pos) Offset() int { return int(p) - 1 }

// IsValid reports whether p came from a source.
func (p Pos) IsValid() bool { return p > 0 }

// Position is a Pos made readable: lines and columns count from 1, columns in
// characters (Unicode code points, a tab is one).
type Position struct {
	File   string
	Offset int
	Line   int
	Column int
}

// Span is the half-open source range of a node; every node embeds one.
type Span struct{ From, To Pos }

// Pos is the position of the node's first character.
func (s Span) Pos() Pos { return s.From }

// End is the position just after the node's last character.
func (s Span) End() Pos { return s.To }

// Node is any part of a syntax tree.
type Node interface {
	Pos() Pos
	End() Pos
}

// File is one compilation unit with its source.
type File struct {
	Span
	Name     string // as shown in messages; may be empty
	Src      string
	Package  *Package // nil in the unnamed package
	Imports  []*Import
	Types    []*ClassDecl
	Comments []Comment // every comment, in source order, JML ones included
	lines    []int32   // byte offset of each line's start
}

// Comment is one comment, delimiters included.
type Comment struct {
	Span
	Text string
}

// Package is a package declaration.
type Package struct {
	Span
	Annotations []*Annotation
	Name        string
}

// Import is one import declaration: `import static Name.*;`.
type Import struct {
	Span
	Name     string // without the ".*"
	Static   bool
	OnDemand bool // ends in ".*"
}

// Modifiers are a declaration's modifiers and annotations.
type Modifiers struct {
	Span        // empty at the declaration's start when there are none
	Flags       Flags
	Annotations []*Annotation
}

// Flags is a set of modifier keywords.
type Flags uint32

// The modifier keywords of Java.
const (
	Public Flags = 1 << iota
	Protected
	Private
	Abstract
	Static
	Final
	Sealed
	NonSealed
	Default
	Strictfp
	Native
	Synchronized
	Transient
	Volatile
)

// Has reports whether all of g is in f.
func (f Flags) Has(g Flags) bool { return f&g == g }

// Access orders the access modifiers: the more may see it, the greater.
func (f Flags) Access() int {
	switch {
	case f.Has(Public):
		return 3
	case f.Has(Protected):
		return 2
	case f.Has(Private):
		return 0
	}
	return 1
}

// Annotation is an annotation; its arguments are kept as expressions.
type Annotation struct {
	Span
	Name string
	Args []AnnotationArg
}

// AnnotationArg is one element of an annotation; Name is empty for a lone value.
type AnnotationArg struct {
	Name  string
	Value Expr
}

// Ident is a name with its place.
type Ident struct {
	Span
	Name string
}

// ---- declarations

// ClassKind tells the five forms of a type declaration apart.
type ClassKind uint8

// The forms of a type declaration.
const (
	InvalidClassKind ClassKind = iota
	ClassClass
	InterfaceClass
	EnumClass
	RecordClass
	AnnotationClass
)

// ClassDecl declares a class, interface, enum, record or annotation type; it is
// also the body of an anonymous class and of an enum constant (Name empty).
type ClassDecl struct {
	Span
	Kind       ClassKind
	Mods       Modifiers
	Name       Ident
	TypeParams []*TypeParam
	Extends    *TypeExpr   // class only
	Implements []*TypeExpr // an interface's "extends" too
	Permits    []*TypeExpr
	Components []*Param // record header
	Constants  []*EnumConstant
	Members    []Member
	Lbrace     Pos // of the body
	Rbrace     Pos
}

// TypeParam is a type parameter with its bounds.
type TypeParam struct {
	Span
	Name   Ident
	Bounds []*TypeExpr
}

// EnumConstant is one constant of an enum.
type EnumConstant struct {
	Span
	Annotations []*Annotation
	Name        Ident
	Args        []Expr
	Body        *ClassDecl // nil without a body
}

// Member is a *FieldDecl, *MethodDecl, *InitBlock, *ClassDecl or *BadMember.
type Member interface {
	Node
	member()
}

// FieldDecl declares one or more fields of one type.
type FieldDecl struct {
	Span
	Mods Modifiers
	Type *TypeExpr
	Vars []*VarDeclarator
}

// VarDeclarator is one declared variable of a field or local declaration.
type VarDeclarator struct {
	Span
	Name Ident
	Dims int  // extra "[]" after the name
	Init Expr // nil without; an *ArrayInit for `= {…}`
}

// MethodDecl declares a method, or a constructor (Return nil, IsConstructor), or
// a record's compact constructor (Compact, Params nil).
type MethodDecl struct {
	Span
	Mods          Modifiers
	TypeParams    []*TypeParam
	Return        *TypeExpr // nil for constructors
	Name          Ident
	Params        []*Param
	Dims          int // extra "[]" after the parameter list
	Throws        []*TypeExpr
	Body          *Block // nil without a body
	DefaultValue  Expr   // annotation element
	IsConstructor bool
	Compact       bool
}

// Param is a formal parameter, a catch parameter, a lambda parameter (Type nil
// when inferred) or a record component.
type Param struct {
	Span
	Mods     Modifiers
	Type     *TypeExpr
	Variadic bool // Type is then the element type
	Name     Ident
	Dims     int
}

// InitBlock is an instance or static initialiser.
type InitBlock struct {
	Span
	Static bool
	Body   *Block
}

// BadMember is a stretch of source that could not be read as a member.
type BadMember struct{ Span }

func (*FieldDecl) member()  {}
func (*MethodDecl) member() {}
func (*InitBlock) member()  {}
func (*ClassDecl) member()  {}
func (*BadMember) member()  {}

// ---- types as written

// TypeExpr is a type as written in the source. Exactly one form is set:
// a primitive, void or var by Name alone; a class type by Name (dotted, the
// arguments of its last segment in Args, those of enclosing ones in Outer); a
// wildcard by Wildcard; alternatives of a multi-catch or the members of an
// intersection by Alternatives.
type TypeExpr struct {
	Span
	Annotations  []*Annotation
	Name         string      // "int", "var", "String", "java.util.List", "?" …
	Outer        *TypeExpr   // Outer<A>.Name<B>; nil for a plain dotted name
	Args         []*TypeExpr // nil without; empty non-nil for the diamond "<>"
	Dims         int         // array rank
	Bound        *TypeExpr   // of a wildcard
	Super        bool        // "? super Bound"
	Alternatives []*TypeExpr // A | B in a catch, A & B in a cast
	Intersection bool        // Alternatives are joined by "&"
}

// ---- statements

// Stmt is a statement.
type Stmt interface {
	Node
	stmt()
}

type (
	// Block is { … }.
	Block struct {
		Span
		Stmts []Stmt
	}
	// LocalVars declares local variables.
	LocalVars struct {
		Span
		Mods Modifiers
		Type *TypeExpr // Name "var" when inferred
		Vars []*VarDeclarator
	}
	// LocalClass declares a local class, interface, enum or record.
	LocalClass struct {
		Span
		Decl *ClassDecl
	}
	// ExprStmt is an expression used as a statement.
	ExprStmt struct {
		Span
		X Expr
	}
	// If is if/else; Else is nil without.
	If struct {
		Span
		Cond Expr
		Then Stmt
		Else Stmt
	}
	// While is a while loop.
	While struct {
		Span
		Cond Expr
		Body Stmt
	}
	// DoWhile is a do … while loop.
	DoWhile struct {
		Span
		Body Stmt
		Cond Expr
	}
	// For is the basic for loop; Init holds one LocalVars or ExprStmts, Cond may be nil.
	For struct {
		Span
		Init   []Stmt
		Cond   Expr
		Update []Expr
		Body   Stmt
	}
	// ForEach is for (T v : X).
	ForEach struct {
		Span
		Var  *Param
		X    Expr
		Body Stmt
	}
	// Labeled is label: Body.
	Labeled struct {
		Span
		Label Ident
		Body  Stmt
	}
	// Break is break [label].
	Break struct {
		Span
		Label string
	}
	// Continue is continue [label].
	Continue struct {
		Span
		Label string
	}
	// Return is return [X].
	Return struct {
		Span
		X Expr
	}
	// Yield is yield X inside a switch expression.
	Yield struct {
		Span
		X Expr
	}
	// Throw is throw X.
	Throw struct {
		Span
		X Expr
	}
	// Try is try/catch/finally with resources (LocalVars or ExprStmt).
	Try struct {
		Span
		Resources []Stmt
		Body      *Block
		Catches   []*Catch
		Finally   *Block
	}
	// Switch is a switch statement.
	Switch struct {
		Span
		X     Expr
		Cases []*Case
	}
	// SynchronizedStmt is synchronized (X) { … }.
	SynchronizedStmt struct {
		Span
		X    Expr
		Body *Block
	}
	// Assert is assert Cond [: Message].
	Assert struct {
		Span
		Cond    Expr
		Message Expr
	}
	// Empty is a lone semicolon.
	Empty struct{ Span }
	// ConstructorCall is this(…) or super(…) as a constructor's first statement.
	ConstructorCall struct {
		Span
		Outer Expr // outer.super(…); usually nil
		Super bool
		Args  []Expr
	}
	// BadStmt is a stretch of source that could not be read as a statement.
	BadStmt struct{ Span }
)

// Catch is one catch clause; a multi-catch has Param.Type.Alternatives.
type Catch struct {
	Span
	Param *Param
	Body  *Block
}

// Case is one group of a switch. Arrow tells `case A ->` from `case A:`. An
// arrow case has exactly one statement in Body: an ExprStmt, Block or Throw.
type Case struct {
	Span
	Labels  []Expr // constants, null, patterns (*TypePattern, *RecordPattern)
	Default bool   // `default`, or `case null, default`
	Guard   Expr   // when …
	Arrow   bool
	Body    []Stmt
}

func (*Block) stmt()            {}
func (*LocalVars) stmt()        {}
func (*LocalClass) stmt()       {}
func (*ExprStmt) stmt()         {}
func (*If) stmt()               {}
func (*While) stmt()            {}
func (*DoWhile) stmt()          {}
func (*For) stmt()              {}
func (*ForEach) stmt()          {}
func (*Labeled) stmt()          {}
func (*Break) stmt()            {}
func (*Continue) stmt()         {}
func (*Return) stmt()           {}
func (*Yield) stmt()            {}
func (*Throw) stmt()            {}
func (*Try) stmt()              {}
func (*Switch) stmt()           {}
func (*SynchronizedStmt) stmt() {}
func (*Assert) stmt()           {}
func (*Empty) stmt()            {}
func (*ConstructorCall) stmt()  {}
func (*BadStmt) stmt()          {}

// ---- expressions

// Expr is an expression of Java or JML.
type Expr interface {
	Node
	expr()
}

// LiteralKind is the lexical class of a literal.
type LiteralKind uint8

// The classes of literals.
const (
	InvalidLiteral LiteralKind = iota
	IntLiteral
	LongLiteral
	FloatLiteral
	DoubleLiteral
	CharLiteral
	StringLiteral
	TextBlock
	BoolLiteral
	NullLiteral
)

type (
	// Literal is a literal. Raw is the text as written; Value is the decoded
	// content of a string, text block or char (WTF-8 for lone surrogates; see
	// DecodeUTF16) and empty for the others.
	Literal struct {
		Span
		Kind  LiteralKind
		Raw   string
		Value string
	}
	// Name is a simple name: a variable, or the first segment of a type or package.
	Name struct {
		Span
		Name string
	}
	// Select is X.Name: a field, a qualified type or package, `length` of an array.
	Select struct {
		Span
		X    Expr
		Name Ident
	}
	// Index is X[I]. In JML store references I may be a *StoreRange.
	Index struct {
		Span
		X Expr
		I Expr
	}
	// Call is a method call; X is nil for an unqualified one and may be a *Super.
	Call struct {
		Span
		X        Expr
		TypeArgs []*TypeExpr
		Name     Ident
		Args     []Expr
	}
	// New creates an object; Body is set for an anonymous class.
	New struct {
		Span
		Outer    Expr        // outer.new Inner(); usually nil
		TypeArgs []*TypeExpr // of a generic constructor; usually nil
		Type     *TypeExpr
		Args     []Expr
		Body     *ClassDecl
	}
	// NewArray creates an array: Elem is the element type without dimensions,
	// Lens the given lengths, Dims the total rank, Init the initialiser if any.
	NewArray struct {
		Span
		Elem *TypeExpr
		Lens []Expr
		Dims int
		Init *ArrayInit
	}
	// ArrayInit is { a, b, … } in an array creation or declaration.
	ArrayInit struct {
		Span
		Elems []Expr
	}
	// Unary is a prefix or postfix operator.
	Unary struct {
		Span
		Op Op // Neg Plus Not BitNot PreInc PreDec PostInc PostDec
		X  Expr
	}
	// Binary is a binary operator of Java or JML. Chains like 0 <= i < n (JML)
	// are parsed as a *Chain.
	Binary struct {
		Span
		Op    Op
		OpPos Pos
		X, Y  Expr
	}
	// Chain is JML's chained relation: X[0] Ops[0] X[1] Ops[1] X[2] …
	Chain struct {
		Span
		Xs  []Expr
		Ops []Op
	}
	// AssignExpr is an assignment; Op is Assign for "=" and the arithmetic operator
	// for a compound one.
	AssignExpr struct {
		Span
		Op Op
		X  Expr
		Y  Expr
	}
	// Cond is C ? X : Y.
	Cond struct {
		Span
		C, X, Y Expr
	}
	// Cast is (Type) X.
	Cast struct {
		Span
		Type *TypeExpr
		X    Expr
	}
	// InstanceOf is X instanceof Type, or a pattern.
	InstanceOf struct {
		Span
		X       Expr
		Type    *TypeExpr // nil with a pattern
		Pattern Expr      // *TypePattern or *RecordPattern
	}
	// Paren is a parenthesised expression.
	Paren struct {
		Span
		X Expr
	}
	// Lambda is a lambda; exactly one of X and Body is set.
	Lambda struct {
		Span
		Params []*Param
		X      Expr
		Body   *Block
	}
	// MethodRef is X::Name, Type::Name, Type::new. When the left side can only
	// be a type (primitive, array, type arguments) Type is set, otherwise X.
	MethodRef struct {
		Span
		X        Expr
		Type     *TypeExpr
		TypeArgs []*TypeExpr // X::<T>Name; usually nil
		Name     Ident       // "new" for constructors
	}
	// SwitchExpr is a switch expression.
	SwitchExpr struct {
		Span
		X     Expr
		Cases []*Case
	}
	// This is this or Outer.this.
	This struct {
		Span
		Outer *TypeExpr
	}
	// Super is super (or Iface.super) before a member access.
	Super struct {
		Span
		Outer *TypeExpr
	}
	// ClassLit is Type.class.
	ClassLit struct {
		Span
		Type *TypeExpr
	}
	// TypePattern is T v in instanceof and case.
	TypePattern struct {
		Span
		Mods Modifiers
		Type *TypeExpr
		Name Ident
	}
	// RecordPattern is R(p, q).
	RecordPattern struct {
		Span
		Type *TypeExpr
		Subs []Expr
	}
	// AnnotationExpr is an annotation as the value of another one's element.
	AnnotationExpr struct {
		Span
		X *Annotation
	}
	// BadExpr is a stretch of source that could not be read as an expression.
	BadExpr struct{ Span }
)

// Expressions of JML only. The parser makes them in spec mode alone.
type (
	// Quantified is (\forall T x, y; Range; Body) and its relatives. Range is nil
	// when absent. Kind is the word with its backslash: \forall \exists \sum
	// \product \min \max \num_of, and \let with Vars' initialisers.
	Quantified struct {
		Span
		Kind   string
		Type   *TypeExpr
		Vars   []*VarDeclarator
		Range  Expr
		Body   Expr
		Parens bool // written with its own parentheses
	}
	// SpecWord is a backslash word without arguments: \result \nothing
	// \everything \not_specified \strictly_nothing \index \count \values \lockset \same.
	SpecWord struct {
		Span
		Word string
	}
	// SpecCall is a backslash word with arguments: \old \pre \past \fresh
	// \nonnullelements \typeof \elemtype \invariant_for \reach \not_modified
	// \only_assigned \not_assigned \only_called \is_initialized \bigint_math
	// \java_math \safe_math \space \duration \max \min …
	SpecCall struct {
		Span
		Word  string
		Args  []Expr
		Label string // \old(e, label)
	}
	// TypeSpec is \type(T).
	TypeSpec struct {
		Span
		Type *TypeExpr
	}
	// Labelled is (\lbl name e), (\lblpos …), (\lblneg …).
	Labelled struct {
		Span
		Word string
		Name string
		X    Expr
	}
	// Informal is (* any text *), a predicate in prose.
	Informal struct {
		Span
		Text string
	}
	// StoreRange is the index of a store reference: a[*] (both nil) or a[lo..hi].
	StoreRange struct {
		Span
		Lo, Hi Expr
	}
	// StoreAll is X.* in a store reference.
	StoreAll struct {
		Span
		X Expr
	}
)

func (*Literal) expr()        {}
func (*Name) expr()           {}
func (*Select) expr()         {}
func (*Index) expr()          {}
func (*Call) expr()           {}
func (*New) expr()            {}
func (*NewArray) expr()       {}
func (*ArrayInit) expr()      {}
func (*Unary) expr()          {}
func (*Binary) expr()         {}
func (*Chain) expr()          {}
func (*AssignExpr) expr()     {}
func (*Cond) expr()           {}
func (*Cast) expr()           {}
func (*InstanceOf) expr()     {}
func (*Paren) expr()          {}
func (*Lambda) expr()         {}
func (*MethodRef) expr()      {}
func (*SwitchExpr) expr()     {}
func (*This) expr()           {}
func (*Super) expr()          {}
func (*ClassLit) expr()       {}
func (*TypePattern) expr()    {}
func (*RecordPattern) expr()  {}
func (*AnnotationExpr) expr() {}
func (*BadExpr) expr()        {}
func (*Quantified) expr()     {}
func (*SpecWord) expr()       {}
func (*SpecCall) expr()       {}
func (*TypeSpec) expr()       {}
func (*Labelled) expr()       {}
func (*Informal) expr()       {}
func (*StoreRange) expr()     {}
func (*StoreAll) expr()       {}

// Op is an operator.
type Op uint8

// The operators. Those after Ushr are relations and logic; the last five are JML's.
const (
	InvalidOp Op = iota
	Assign       // =
	Plus         // + (unary or binary)
	Neg          // - (unary)
	Not          // !
	BitNot       // ~
	PreInc
	PreDec
	PostInc
	PostDec
	Sub
	Mul
	Div
	Rem
	BitAnd
	BitOr
	BitXor
	Shl
	Shr
	Ushr
	Lt
	Le
	Gt
	Ge
	Eq
	Ne
	AndAnd
	OrOr
	Implies   // ==>
	ImpliedBy // <==
	Iff       // <==>
	NotIff    // <=!=>
	Subtype   // <:
)
