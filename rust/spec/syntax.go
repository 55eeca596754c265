// Package spec reads specifications of Rust in the clause language of Verus:
// requires, ensures, invariant, decreases, forall, exists, ==>, old, int, nat, views
// and spec functions, from verus! blocks, from attributes and from comments. It
// gives what the compiler has to see of a file, with every position kept
// ([File.Plain]).
//
// The package must not know how clauses are evaluated or proved, nor how rustc is
// run.
package spec

import (
	"fmt"
	"slices"

	"ensures/rust/mir"
)

// Error is a mistake in a file, by bytes of its source.
type Error struct {
	From, To int
	Text     string
	Hint     string // a way out, or empty
}

func (e *Error) Error() string {
	if e.Hint != "" {
		return fmt.Sprintf("%s (%s)", e.Text, e.Hint)
	}
	return e.Text
}

// Span is a piece of the source, in bytes.
type Span struct{ From, To int }

// Pos is the span itself; it makes every node that holds one an [Expr].
func (s Span) Pos() Span { return s }

// Expr is an expression of the clause language.
type Expr interface{ Pos() Span }

// The expressions.
type (
	// Lit is a literal: Kind is "int", "bool", "char" or "str"; Text its value, of
	// integers in decimal; Suffix the type written behind it.
	Lit struct {
		Span
		Kind, Text, Suffix string
	}
	// Name is a variable, or the path of a constant, a variant or a function.
	Name struct {
		Span
		Path *mir.Path
	}
	// Unary is - or !; * and & are read away, since clauses speak of values.
	Unary struct {
		Span
		Op string
		X  Expr
	}
	// Binary is an operator with two sides. Chains of comparisons are conjunctions of
	// them.
	Binary struct {
		Span
		Op   string
		X, Y Expr
	}
	// Call is a call of a function by path: a spec fn, old, Seq::empty, Some.
	Call struct {
		Span
		Path *mir.Path
		Args []Expr
	}
	// Method is a call on a receiver.
	Method struct {
		Span
		X    Expr
		Name string
		Args []Expr
	}
	// Field is x.name, or x.0 of a tuple.
	Field struct {
		Span
		X    Expr
		Name string
	}
	// Index is x[i].
	Index struct {
		Span
		X, I Expr
	}
	// View is x@.
	View struct {
		Span
		X Expr
	}
	// Cast is x as T.
	Cast struct {
		Span
		X    Expr
		Type *mir.Type
	}
	// Quant is forall, exists or choose over variables.
	Quant struct {
		Span
		Op       string
		Vars     []Param
		Body     Expr
		Triggers [][]Expr
	}
	// Closure is |x| e, as filter and map of sequences take them.
	Closure struct {
		Span
		Params []Param
		Body   Expr
	}
	// If is a condition with both branches.
	If struct {
		Span
		Cond, Then, Else Expr
	}
	// Let binds a name in an expression.
	Let struct {
		Span
		Name  string
		Value Expr
		Body  Expr
	}
	// Match is a match with its arms in order.
	Match struct {
		Span
		X    Expr
		Arms []Arm
	}
	// Is is x is Variant; with Binds, x matches Variant(a, b) in what follows ==> or &&.
	Is struct {
		Span
		X       Expr
		Pattern *Pattern
	}
	// Tuple is (a, b); () has no parts.
	Tuple struct {
		Span
		Xs []Expr
	}
	// List is seq![a, b] and [a, b].
	List struct {
		Span
		Xs []Expr
	}
)

// Param is a parameter or a bound variable. Type is nil where none is written.
type Param struct {
	Span
	Name string
	Type *mir.Type
}

// Arm is one arm of a match.
type Arm struct {
	Pattern *Pattern
	Guard   Expr // or nil
	Body    Expr
}

// Pattern is a pattern: a wildcard (no name, no path), a variable, a literal, or a
// constructor with patterns for its parts.
type Pattern struct {
	Span
	Name   string // of a variable
	Lit    Expr
	Path   *mir.Path // of a constructor; nil with Parts for a tuple
	Parts  []*Pattern
	Fields []string // of Parts, for constructors with named fields
	Tuple  bool
}

// ClauseKind tells clauses apart.
type ClauseKind uint8

// The clauses.
const (
	InvalidClause ClauseKind = iota
	Requires
	Ensures
	Invariant
	InvariantExceptBreak // an invariant that need not hold where a break leaves the loop
	Decreases
	Recommends // no obligation
	Assert
	Assume
)

var clauseWords = map[string]ClauseKind{"requires": Requires, "ensures": Ensures, "invariant": Invariant,
	"invariant_except_break": InvariantExceptBreak, "decreases": Decreases, "recommends": Recommends}

func (k ClauseKind) String() string {
	for w, c := range clauseWords {
		if c == k {
			return w
		}
	}
	return map[ClauseKind]string{Assert: "assert", Assume: "assume"}[k]
}

// Clause is one condition with its place.
type Clause struct {
	Span
	Kind ClauseKind
	Expr Expr
	Text string
}

// Mode is what a function is for.
type Mode uint8

// The modes.
const (
	InvalidMode Mode = iota
	Exec             // code that runs
	SpecFn           // a mathematical function
	ProofFn          // a lemma
)

// Func is a function with what is specified of it.
type Func struct {
	Span
	Mode     Mode
	Name     string // with the type it is a method of: "Stack::push"
	Module   string // the modules it stands in, from the crate's root: "shapes::flat"
	NamePos  Span
	Generics []string
	Params   []Param // self included
	Result   Param   // its name is empty where none is given; its type nil for ()
	Returns  Span    // the type of the result as it is written; empty for ()
	Clauses  []Clause
	Body     Span // braces included; empty where there is none
	Value    Expr // of a spec function
	Loops    []*Loop
	Proof    []Clause // assertions and assumptions inside the body, in order
	Ghosts   []string // the names of ghost variables
	// Trusted says that the body is not to be looked at (external_body), or that the
	// function is declared without one.
	Trusted bool
	// Asked says that the function is one to verify: it stands in a verus! block, or has
	// clauses.
	Asked bool
	// Test says that it is part of the crate's tests only: of #[test] or #[cfg(test)].
	Test bool
	// Broadcast, closures and other things that have no meaning here, by name.
	Unsupported []Unsupported
}

// ResultName is what clauses call the result: the name that the signature gives it, else
// result, unless that is a parameter.
func (f *Func) ResultName() string {
	if f.Result.Name != "" {
		return f.Result.Name
	}
	if slices.ContainsFunc(f.Params, func(p Param) bool { return p.Name == "result" }) {
		return ""
	}
	return "result"
}

// Loop is a loop with its clauses.
type Loop struct {
	Span         // from its keyword to the end of its body
	Word  string // while, loop or for
	Start int    // where it begins with its label
	Head  Span   // what stands between the keyword and the clauses or the body
	// Alone says that the loop is a statement, or what a block ends with; Last that it is the
	// latter.
	Alone, Last bool
	Vars        []string // that the pattern of a for binds
	First       string   // the name that is the first part of a pattern that is a tuple
	Clauses     []Clause
	Body        Span
	Breaks      bool // some break stands in its body
}

// Unsupported is a construct that has no meaning here.
type Unsupported struct {
	Span
	What string
}

// Of returns the clauses of a kind.
func Of(cs []Clause, k ClauseKind) []Clause {
	var out []Clause
	for _, c := range cs {
		if c.Kind == k {
			out = append(out, c)
		}
	}
	return out
}

// Item is a struct or an enum of the file.
type Item struct {
	Span
	Name     string
	Module   string // the modules it stands in, from the crate's root
	Generics []string
	Enum     bool
	// Numbered says that variants have numbers of their own.
	Numbered bool
	// Conditional says that parts stand under cfg: the compiler may have left some out.
	Conditional bool
	Variants    []Variant // one, with the item's name, for a struct
}

// Variant is a constructor: fields by name, or by number.
type Variant struct {
	Name   string
	Fields []Param
	Tuple  bool
}

// Module is a module of the file.
type Module struct {
	Path string // from the crate's root
	End  int    // its closing brace
}

// File is what is specified in a source file.
type File struct {
	Src   string
	Funcs []*Func
	Items []*Item
	// Modules are those whose items stand in the file.
	Modules []Module
	// Traits are the names of the file's own traits.
	Traits []string
	// Declared says how often a name of a type or trait is declared or imported as
	// another, anywhere in the text: in functions and in macros too, where the name may be
	// "$".
	Declared map[string]int
	Errs     []*Error
	// Lists are the clauses as they are written, each list with its word, in order.
	Lists []Span
	// cuts are what the compiler must not see.
	cuts []Span
	// verus says that the file has verus! blocks.
	verus bool
}

// Walk calls f for an expression and all expressions in it.
func Walk(e Expr, f func(Expr)) {
	if e == nil {
		return
	}
	f(e)
	for _, part := range Parts(e) {
		Walk(part, f)
	}
}

// Parts are the expressions that an expression is made of, from the left.
func Parts(e Expr) []Expr {
	switch e := e.(type) {
	case *Unary:
		return []Expr{e.X}
	case *Binary:
		return []Expr{e.X, e.Y}
	case *Call:
		return e.Args
	case *Method:
		return append([]Expr{e.X}, e.Args...)
	case *Field:
		return []Expr{e.X}
	case *Index:
		return []Expr{e.X, e.I}
	case *View:
		return []Expr{e.X}
	case *Cast:
		return []Expr{e.X}
	case *Quant:
		return []Expr{e.Body}
	case *Closure:
		return []Expr{e.Body}
	case *If:
		return []Expr{e.Cond, e.Then, e.Else}
	case *Let:
		return []Expr{e.Value, e.Body}
	case *Match:
		out := []Expr{e.X}
		for _, a := range e.Arms {
			if a.Guard != nil {
				out = append(out, a.Guard)
			}
			out = append(out, a.Body)
		}
		return out
	case *Is:
		return []Expr{e.X}
	case *Tuple:
		return e.Xs
	case *List:
		return e.Xs
	}
	return nil
}
