package jml

import (
	"cmp"
	"slices"

	"ensures/java"
	"ensures/java/types"
)

// Contract is the normal form of a method's specification: nested groups are
// multiplied out and what behaviour keywords imply is made explicit. A method
// satisfies it when it satisfies every case.
type Contract struct {
	Decl  *java.MethodDecl
	Mods  Mods
	Cases []*FlatCase
	// Consequences are the cases of implies_that and for_example, which a tool
	// may check but a caller gains nothing by.
	Consequences []*FlatCase
}

// FlatCase is one case of a contract: if every Requires holds before the call,
// then a normal end satisfies every Ensures, an exceptional one every Signals
// whose type matches, and only what Assignable lists has changed.
type FlatCase struct {
	Case      *Case // the innermost case as written
	Behaviour Behaviour
	// Old are the variables that old and forall clauses declare, in order; they
	// are evaluated before the call and visible in all clauses after them.
	Old      []*Clause
	Requires []*Clause
	Ensures  []*Clause
	Signals  []*Clause
	// SignalsOnly lists the clauses that restrict the thrown types; none means
	// the method's throws clause and RuntimeException.
	SignalsOnly []*Clause
	// Assignable are the frame clauses, whose references unite; none means the
	// default: everything, or nothing for a pure method (see Frame).
	Assignable []*Clause
	Accessible []*Clause
	MeasuredBy []*Clause
	Diverges   []*Clause
	Other      []*Clause // when, captures, callable, working_space, duration
	// MustThrow is set by exceptional_behavior: a normal end violates the case.
	MustThrow bool
	// MustReturn is set by normal_behavior: any exception violates the case.
	MustReturn bool
}

// Inherited lists the methods that m overrides and that have a specification of
// their own, which m must satisfy too. Only methods of the same file are seen.
func Inherited(chk *Checked, m *types.Method) []*types.Method {
	// Constructors and static methods override nothing.
	if m.Owner == nil || m.IsConstructor() || m.Flags.Has(java.Static) {
		return nil
	}
	var out []*types.Method
	for d, spec := range chk.Spec.Methods {
		up := chk.MethodOf(d)
		if up != nil && up != m && len(spec.Cases) > 0 && up.Name == m.Name && types.Overrides(m, up) {
			out = append(out, up)
		}
	}
	slices.SortStableFunc(out, func(a, b *types.Method) int { return cmp.Compare(a.Decl.From, b.Decl.From) })
	return out
}
