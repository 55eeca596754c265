// Package dafny is the front end of Dafny's specification language: tokens, headers of
// methods, clauses, functions and predicates with their bodies. Bodies of methods are
// skipped; classes, datatypes and modules are outside of the subset and named.
//
// The package must not know values, tests or metrics.
package dafny

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Type is a type as written: a name with arguments. Tuples have the name "()".
type Type struct {
	Name string
	Args []*Type
	From int
}

func (t *Type) String() string {
	if t == nil {
		return "?"
	}
	var args []string
	for _, a := range t.Args {
		args = append(args, a.String())
	}
	switch {
	case t.Name == "()":
		return "(" + strings.Join(args, ", ") + ")"
	case len(args) > 0:
		return t.Name + "<" + strings.Join(args, ", ") + ">"
	}
	return t.Name
}

// Elem returns the type of a collection's elements, nil where there is none.
func (t *Type) Elem() *Type {
	switch {
	case t == nil:
		return nil
	case t.Name == "string":
		return &Type{Name: "char"}
	case len(t.Args) == 1 && t.Name != "()":
		return t.Args[0]
	}
	return nil
}

// Kind is the form of an expression.
type Kind uint8

// The forms. Args are the parts in the order in which they are written.
const (
	Bad Kind = iota
	Bool
	Int
	Real
	Char
	String
	Null
	Name
	Call   // Name(Args)
	Unary  // Op Args[0]
	Binary // Args[0] Op Args[1]
	Chain  // Args[0] Ops[0] Args[1] Ops[1] …
	If     // if Args[0] then Args[1] else Args[2]
	Let    // var Vars := Args[:n]; Args[n]
	Quant  // Op is forall or exists; Args[0] is the body
	Comp   // Op is set, multiset or map; Args[0] the range, Args[1] the term, Args[2] a map's value
	Build  // Op(Args[0], Vars[0] requires Args[2] => Args[1]): a sequence by its elements; Args[2] where one is written
	Seq    // [Args]
	Set    // {Args}
	Multi  // multiset{Args}
	Map    // map[Args[0] := Args[1], …]
	Tuple  // (Args)
	Size   // |Args[0]|
	Field  // Args[0].Name
	Index  // Args[0][Args[1]]
	Slice  // Args[0][Args[1]..Args[2]]; a bound left out is nil
	Update // Args[0][Args[1] := Args[2]]
	Old    // old(Args[0])
	Bag    // multiset(Args[0])
	As     // Args[0] as Type
	Is     // Args[0] is Type
)

// Var is a name with its type, where one is written.
type Var struct {
	Name string
	Type *Type
	From int
}

// Expr is an expression. Text is the literal of a literal.
type Expr struct {
	Kind     Kind
	From, To int
	Op       string
	Ops      []string
	Name     string
	Text     string
	Args     []*Expr
	Vars     []Var
	Type     *Type
}

// Clause is requires, ensures, reads, modifies or decreases; the frames have no Expr.
type Clause struct {
	Kind     string
	Expr     *Expr
	From, To int
}

// Decl is a method, function, predicate, lemma or constant.
type Decl struct {
	Kind    string // method, function, predicate, lemma, const
	Name    string
	From    int // of the name
	Begin   int // of the whole declaration, without attributes and modifiers
	End     int
	Params  []Var
	Returns []Var
	Clauses []Clause
	Body    *Expr // of functions, predicates and constants
}

// Error is a mistake in the text, or a construct outside of the subset.
type Error struct {
	From        int
	Text        string
	Unsupported bool
}

// File is a source with what was understood of it.
type File struct {
	Src   string
	Decls []*Decl
	Types map[string]*Type // synonyms
	Errs  []Error
}

// Methods returns the methods that have a postcondition or a precondition.
func (f *File) Methods() []*Decl {
	var out []*Decl
	for _, d := range f.Decls {
		if d.Kind != "method" {
			continue
		}
		for _, c := range d.Clauses {
			if c.Kind == "requires" || c.Kind == "ensures" {
				out = append(out, d)
				break
			}
		}
	}
	return out
}

// Find returns the declaration of a name that is no method, nil where there is none.
func (f *File) Find(name string) *Decl {
	for _, d := range f.Decls {
		if d.Name == name && d.Kind != "method" && d.Kind != "lemma" {
			return d
		}
	}
	return nil
}

// Position returns line and column of a byte, from 1.
func (f *File) Position(at int) (line, column int) {
	at = max(0, min(at, len(f.Src)))
	begin := strings.LastIndexByte(f.Src[:at], '\n') + 1
	return strings.Count(f.Src[:at], "\n") + 1, utf8.RuneCountInString(f.Src[begin:at]) + 1
}

// Describe returns an error with its place.
func (f *File) Describe(e Error) string {
	l, c := f.Position(e.From)
	return fmt.Sprintf("%d:%d: %s", l, c, e.Text)
}
