package jml

import "ensures/java"

// File is the specification found in one Java file's comments. Clauses and
// statements keep the positions of the Java source they were written in.
type File struct {
	Java    *java.File
	Classes map[*java.ClassDecl]*ClassSpec
	// Methods holds every method of the file that has a specification, written
	// anonymous classes' methods and model methods included.
	Methods map[*java.MethodDecl]*MethodSpec
	Fields  map[*java.FieldDecl]*FieldSpec
	Params  map[*java.Param]Mods // JML modifiers of parameters, e.g. nullable
	Locals  map[*java.LocalVars]Mods
	Loops   map[java.Stmt]*LoopSpec // key: the loop itself, never its label
	// Before holds the JML statements in front of a Java statement, in order.
	// The key is the statement as it stands in its block: the *java.Labeled of
	// a labelled loop.
	Before map[java.Stmt][]*Stmt
	// AtEnd holds the JML statements after the last Java statement of a
	// *java.Block or of a colon-style *java.Case.
	AtEnd map[java.Node][]*Stmt
	// NullableByDefault is set by a nullable_by_default (or @NullableByDefault)
	// on a top-level class; ClassSpec has the setting of each class.
	NullableByDefault bool
	// Warnings are problems that leave the specification usable.
	Warnings java.ErrorList
	// Active are the comments that were read as JML, in source order.
	Active []java.Span
}

// Method is the specification of d, nil when it has none.
func (f *File) Method(d *java.MethodDecl) *MethodSpec { return f.Methods[d] }

// Mods are JML's modifiers, from keywords and from annotations like @Pure.
type Mods struct {
	java.Span
	Flags ModFlags
	Words []string // as written, in order, Java's modifiers not included
}

// Has reports whether all of g is in m.
func (m Mods) Has(g ModFlags) bool { return m.Flags&g == g }

// ModFlags is a set of JML modifiers.
type ModFlags uint64

// The modifiers of JML.
const (
	Pure ModFlags = 1 << iota
	StrictlyPure
	Heapfree
	FunctionMod // "function": pure and deterministic, reads only its parameters
	Helper
	Nullable
	NonNull
	NullableByDefault
	NonNullByDefault
	SpecPublic
	SpecProtected
	SpecPackage
	Ghost
	Model
	Instance
	Uninitialized
	Monitored
	Secret
	Query
	Extract
	Peer
	Rep
	ReadOnly
	CodeJavaMath
	CodeSafeMath
	CodeBigintMath
	SpecJavaMath
	SpecSafeMath
	SpecBigintMath
	SkipEsc
	SkipRac
	Inline
	TwoState
	NoState
	Immutable
	Code // the word "code" in front of a behaviour
)

// ClassSpec is the specification of a class: its clauses and its members that
// exist in the specification only.
type ClassSpec struct {
	Decl    *java.ClassDecl
	Mods    Mods
	Clauses []*Clause // invariant, constraint, initially, axiom, represents …
	// Fields and Methods are ghost and model members; their specifications are
	// in File.Fields and File.Methods as for other members.
	Fields  []*java.FieldDecl
	Methods []*java.MethodDecl
	Types   []*java.ClassDecl // model classes
}

// FieldSpec is what JML says about the fields of one declaration.
type FieldSpec struct {
	Decl    *java.FieldDecl
	Mods    Mods
	Clauses []*Clause // in, maps
}

// MethodSpec is the specification of a method as written.
type MethodSpec struct {
	Decl  *java.MethodDecl
	Mods  Mods
	Also  bool // begins with "also": adds to the inherited specification
	Cases []*Case
	// Comments are the source ranges of the comments it came from.
	Comments []java.Span
	// Model is set for a method that exists in the specification only.
	Model bool
}

// Section is the part of a method specification that a case stands in.
type Section uint8

// The sections. Cases of the latter two are consequences, not obligations.
const (
	Ordinary Section = iota
	ImpliesThat
	ForExample
)

// Behaviour is the kind of a specification case.
type Behaviour uint8

// The kinds of cases.
const (
	Lightweight Behaviour = iota + 1
	Behavior
	NormalBehavior
	ExceptionalBehavior
)

// Case is one specification case: clauses, some of which may be nested groups.
type Case struct {
	java.Span
	Section    Section
	Visibility java.Flags // Public, Protected, Private or 0
	Code       bool
	Behaviour  Behaviour
	Keyword    string // "normal_behaviour" …; "" for a lightweight case
	Clauses    []*Clause
}

// Clause is one clause of a method, loop, class or field.
//
// Which parts are set depends on Kind: predicates and measures are in Expr;
// Assignable, Accessible, LoopAssigns, Captures and In list store references in
// Refs; Callable lists methods in Refs; Signals has Param (its Name is "" in
// `signals (E) P`); SignalsOnly has Types; Old and ForallVar declare variables in
// Decl; Group has Cases; Represents has the field in Refs[0] and Expr.
type Clause struct {
	java.Span          // from the keyword to the semicolon
	Kind      Kind     // which clause it is, synonyms merged
	Keyword   string   // as written, e.g. "requires_redundantly"
	Redundant bool     // the keyword ends in _redundantly
	KeyPos    java.Pos // of the keyword
	Mods      java.Modifiers
	JMods     Mods
	Expr      java.Expr // nil when absent or \not_specified
	If        java.Expr // measured_by e if P, and similar
	Refs      []java.Expr
	Param     *java.Param
	Types     []*java.TypeExpr
	Decl      *java.LocalVars
	Cases     []*Case
	SuchThat  bool // represents f \such_that P
	// NotSpecified is set for `\not_specified` in place of Expr, Refs or Types.
	NotSpecified bool
	// Text is the source of what a callable, maps or monitors_for clause lists.
	Text string
}

// Never reports whether the clause's predicate is the literal false: no exception of
// its class, no end, no call, as it stands.
func (c *Clause) Never() bool {
	l, ok := c.Expr.(*java.Literal)
	return ok && l.Raw == "false"
}

// Kind is the kind of a clause.
type Kind uint8

// The kinds of clauses.
const (
	InvalidKind Kind = iota
	// method clauses
	Requires
	Ensures
	Signals
	SignalsOnly
	Assignable
	Accessible
	MeasuredBy
	Diverges
	When
	Captures
	Callable
	WorkingSpace
	Duration
	Old
	ForallVar
	Group // {| … also … |}
	Continues
	Breaks
	Returns
	// class clauses
	Invariant
	Constraint
	Initially
	Axiom
	Represents
	Readable
	Writable
	Monitors
	// field clauses
	In
	Maps
	// loop clauses
	LoopInvariant
	Decreases
	LoopAssigns
)

// LoopSpec is the specification of one loop.
type LoopSpec struct {
	java.Span
	Loop    java.Stmt // *java.While, *java.DoWhile, *java.For or *java.ForEach
	Clauses []*Clause // LoopInvariant, Decreases, LoopAssigns, in order
}

// Of is the clauses of one kind, in order.
func (l *LoopSpec) Of(k Kind) []*Clause {
	if l == nil {
		return nil
	}
	return of(l.Clauses, k)
}

// Of is the clauses of one kind of the class, in order.
func (c *ClassSpec) Of(k Kind) []*Clause {
	if c == nil {
		return nil
	}
	return of(c.Clauses, k)
}

func of(cs []*Clause, k Kind) []*Clause {
	var out []*Clause
	for _, c := range cs {
		if c.Kind == k {
			out = append(out, c)
		}
	}
	return out
}

// StmtKind is the kind of a JML statement.
type StmtKind uint8

// The kinds of JML statements.
const (
	InvalidStmt StmtKind = iota
	AssertStmt
	AssumeStmt
	SetStmt         // Java: an assignment or other statement on ghost state
	GhostStmt       // Decl: a ghost local
	UnreachableStmt //
	ReachableStmt
	DebugStmt    // Java
	ContractStmt // Spec: a block contract for the statement that follows
	HavocStmt    // Refs
	HenceByStmt
	OtherStmt // a tool's own statement (show, use, split, halt …): accepted, no meaning
)

// Stmt is one JML statement in a body.
type Stmt struct {
	java.Span
	Kind    StmtKind
	Keyword string // as written
	KeyPos  java.Pos
	Expr    java.Expr // assert, assume, hence_by
	Message java.Expr // assert P : "message"
	Java    java.Stmt // set, debug
	Decl    *java.LocalVars
	Refs    []java.Expr
	Spec    *MethodSpec
}

// Parameter names of the clause kinds, canonical keyword first.
var kindNames = [...]string{
	Requires: "requires", Ensures: "ensures", Signals: "signals", SignalsOnly: "signals_only",
	Assignable: "assignable", Accessible: "accessible", MeasuredBy: "measured_by", Diverges: "diverges",
	When: "when", Captures: "captures", Callable: "callable", WorkingSpace: "working_space",
	Duration: "duration", Old: "old", ForallVar: "forall", Group: "{|",
	Continues: "continues", Breaks: "breaks", Returns: "returns",
	Invariant: "invariant", Constraint: "constraint", Initially: "initially", Axiom: "axiom",
	Represents: "represents", Readable: "readable", Writable: "writable", Monitors: "monitors_for",
	In: "in", Maps: "maps",
	LoopInvariant: "loop_invariant", Decreases: "decreases", LoopAssigns: "loop_assigns",
}

// String is the canonical keyword of k.
func (k Kind) String() string {
	if int(k) < len(kindNames) && kindNames[k] != "" {
		return kindNames[k]
	}
	return "invalid"
}

// String is the canonical keyword of b, "" for a lightweight case.
func (b Behaviour) String() string {
	switch b {
	case Behavior:
		return "behavior"
	case NormalBehavior:
		return "normal_behavior"
	case ExceptionalBehavior:
		return "exceptional_behavior"
	}
	return ""
}
