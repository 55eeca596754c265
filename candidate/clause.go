package candidate

import (
	"slices"
	"strings"

	"ensures/java"
	"ensures/jml"
)

// Clause is a clause of a specification. It never changes: an engine that wants
// another one makes another one.
type Clause struct {
	Kind jml.Kind // InvalidKind for text that is no clause, such as "also"
	Body string   // what stands between the keyword and the semicolon
	raw  string   // the whole, where it was taken as it came

	read bool // expr and ok are set
	expr java.Expr
	ok   bool
}

// New returns a clause of a kind.
func New(kind jml.Kind, body string) *Clause { return &Clause{Kind: kind, Body: body} }

// All returns clauses of one kind.
func All(kind jml.Kind, bodies []string) []*Clause {
	var out []*Clause
	for _, b := range bodies {
		out = append(out, New(kind, b))
	}
	return out
}

// Raw returns a piece of a specification as somebody else wrote it: a clause, or a
// word between clauses.
func Raw(text string) *Clause { return &Clause{Kind: jml.KindOf(text), raw: text} }

// RawAll returns pieces of a specification as somebody else wrote them.
func RawAll(texts []string) []*Clause {
	var out []*Clause
	for _, t := range texts {
		out = append(out, Raw(t))
	}
	return out
}

// String returns the clause as it stands in a file.
func (c *Clause) String() string {
	if c.raw != "" || c.Kind == jml.InvalidKind {
		return c.raw
	}
	return c.Kind.String() + " " + c.Body + ";"
}

// Expr returns the expression of a clause that is a predicate or a measure; false for
// others, and where the body is no expression. The tree belongs to the clause.
func (c *Clause) Expr() (java.Expr, bool) {
	// A clause is asked for its expression in every round of a search.
	if !c.read {
		x, _, errs := jml.ParseExpr(c.Body)
		c.read, c.expr, c.ok = true, x, len(errs) == 0
	}
	return c.expr, c.ok
}

// SameWords reports whether two clauses differ in blanks and parentheses at most.
func SameWords(c, d *Clause) bool { return c == d || words(c.String()) == words(d.String()) }

// words returns a text without blanks and parentheses.
func words(text string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '(' || r == ')' {
			return -1
		}
		return r
	}, text)
}

// Contains reports whether a list has a clause with the words of c.
func Contains(list []*Clause, c *Clause) bool {
	return slices.ContainsFunc(list, func(d *Clause) bool { return SameWords(c, d) })
}

// Of returns the clauses of a kind.
func Of(list []*Clause, kind jml.Kind) []*Clause {
	return without(list, func(c *Clause) bool { return c.Kind != kind })
}

// without returns the clauses that drop does not pick; the list stays as it is.
func without(list []*Clause, drop func(*Clause) bool) []*Clause {
	return slices.DeleteFunc(slices.Clone(list), drop)
}
