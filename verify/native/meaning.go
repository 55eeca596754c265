package native

import (
	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	"ensures/verify"
)

// Nothing of a specification is passed over in silence: what has no rule here makes
// the methods that it speaks of Unsupported, by its name and place. The rules are
//
//	clause of a method        that method
//	modifier of a parameter,
//	local or loop clause      the method it stands in
//	clause or modifier of a   every method of the file: a clause of one class speaks of
//	class or field            what methods of all classes do
//
// and side conditions on clauses that do have a rule stand beside them below.

// claims are modifiers that say something which no rule here proves, by the word that
// names them in a message.
var unprovedMods = []struct {
	flag jml.ModFlags
	word string
}{
	{jml.Monitored, "monitored"}, {jml.Secret, "secret"}, {jml.Query, "query"}, {jml.Extract, "extract"},
	{jml.Peer, "peer"}, {jml.Rep, "rep"}, {jml.ReadOnly, "readonly"}, {jml.TwoState, "two_state"},
	{jml.Immutable, "immutable"}, {jml.Uninitialized, "uninitialized"},
	{jml.Heapfree, "heap_free"}, {jml.NoState, "no_state"}, {jml.FunctionMod, "function"},
	{jml.SpecJavaMath, "spec_java_math"}, {jml.SpecSafeMath, "spec_safe_math"},
}

// codeMath are the modifiers that choose the arithmetic of code; each is what one of
// the modes does anyway.
var codeMath = []struct {
	flag jml.ModFlags
	word string
	mode verify.Arithmetic
}{
	{jml.CodeSafeMath, "code_safe_math", verify.Safe},
	{jml.CodeJavaMath, "code_java_math", verify.Java},
	{jml.CodeBigintMath, "code_bigint_math", verify.Quiet},
}

// requireMeaning ends the generation where the specification of a method, or of the
// file around it, has something without a rule.
func (x *exec) requireMeaning(m *types.Method) {
	for _, c := range x.classes {
		if c.Decl != nil {
			x.requireClass(x.spec.Classes[c.Decl])
		}
	}
	x.requireOwnSpecification(m.Owner)
	for fd, fs := range x.spec.Fields {
		x.requireMods(fs.Mods, fd.Span)
		for _, cl := range fs.Clauses {
			if cl.Kind != jml.In { // has its rule in represents.go
				x.unsupportedAt(cl.Span, cl.Keyword+" clause")
			}
		}
	}

	if m.Decl == nil {
		return
	}
	if ms := x.spec.Methods[m.Decl]; ms != nil {
		x.requireMods(ms.Mods, m.Decl.Name.Span)
		for _, k := range ms.Cases {
			x.requireCase(k)
		}
	}
	for _, up := range x.overrides(m) {
		if ms := x.spec.Methods[up.Decl]; ms != nil {
			for _, k := range ms.Cases {
				x.requireCase(k)
			}
		}
	}
	for _, p := range m.Decl.Params {
		if mods, ok := x.spec.Params[p]; ok {
			x.requireMods(mods, p.Span)
		}
	}
	if m.Decl.Body != nil {
		x.requireBody(m.Decl.Body)
	}
	x.requireFrame(m)
}

// requireMods: a modifier either has a rule or asks for nothing of a proof
// (spec_public, model, ghost, skip_rac …).
func (x *exec) requireMods(mods jml.Mods, at java.Span) {
	if mods.From.IsValid() {
		at = mods.Span
	}
	for _, f := range unprovedMods {
		if mods.Has(f.flag) {
			x.unsupportedAt(at, f.word)
		}
	}
	for _, f := range codeMath {
		if mods.Has(f.flag) && x.arithmetic != f.mode {
			x.unsupportedAt(at, f.word+" in "+x.arithmetic.String()+" arithmetic")
		}
	}
}

// requireClass: invariant, constraint, initially and represents have rules; the
// nullness that a class sets has to be that of the file.
func (x *exec) requireClass(cs *jml.ClassSpec) {
	if cs == nil {
		return
	}
	x.requireMods(cs.Mods, cs.Decl.Name.Span)
	switch {
	case cs.Mods.Has(jml.NullableByDefault) && !x.nullable:
		x.unsupportedAt(cs.Decl.Name.Span, "nullable_by_default of a class in a file of non-null references")
	case cs.Mods.Has(jml.NonNullByDefault) && x.nullable:
		x.unsupportedAt(cs.Decl.Name.Span, "non_null_by_default of a class in a file of nullable references")
	case len(cs.Types) > 0:
		x.unsupportedAt(cs.Types[0].Name.Span, "model class")
	}
	for _, cl := range cs.Clauses {
		switch cl.Kind {
		case jml.Invariant, jml.Constraint, jml.Initially:
		case jml.Represents:
			if cl.SuchThat {
				x.unsupportedAt(cl.Span, `represents \such_that`)
			}
		default:
			x.unsupportedAt(cl.Span, cl.Keyword+" clause")
		}
	}
	if x.nullable && !x.uniformlyNullable() {
		x.unsupportedAt(cs.Decl.Name.Span, "nullable_by_default of one class of several")
	}
}

// uniformlyNullable reports whether every class of the file at the top says that its
// references are nullable, where one of them does.
func (x *exec) uniformlyNullable() bool {
	said, silent := false, false
	for _, c := range x.classes {
		if c.Decl == nil || c.Outer != nil {
			continue
		}
		cs := x.spec.Classes[c.Decl]
		has := cs != nil && cs.Mods.Has(jml.NullableByDefault)
		said, silent = said || has, silent || !has
	}
	return !said || !silent
}

// requireCase: the clauses of a case that have rules, under their side conditions.
// What is said redundantly has to follow from the rest; that is proved of what a run
// must satisfy, and there is no rule for the others.
func (x *exec) requireCase(k *jml.Case) {
	switch {
	case k.Section == jml.ImpliesThat:
		x.unsupportedAt(k.Span, "implies_that")
	case k.Section == jml.ForExample:
		x.unsupportedAt(k.Span, "for_example")
	case k.Code:
		x.unsupportedAt(k.Span, "code contract")
	}
	for _, cl := range k.Clauses {
		switch cl.Kind {
		case jml.Group:
			for _, sub := range cl.Cases {
				x.requireCase(sub)
			}
			continue
		case jml.Ensures, jml.Signals, jml.SignalsOnly, jml.Old, jml.ForallVar:
			continue
		case jml.Requires, jml.Assignable:
			if !cl.Redundant {
				continue
			}
		case jml.MeasuredBy:
			if cl.If == nil && len(cl.Refs) == 0 {
				continue
			}
		case jml.Diverges:
			if isLiteral(cl.Expr, "true") {
				continue
			}
		case jml.When:
			if isLiteral(cl.Expr, "true") {
				continue
			}
		case jml.Accessible, jml.Captures:
			if len(cl.Refs) == 1 && isWord(cl.Refs[0], `\everything`) && cl.If == nil {
				continue
			}
		}
		if cl.NotSpecified {
			continue
		}
		x.unsupportedAt(cl.Span, cl.Keyword+" clause")
	}
}

func isLiteral(e java.Expr, raw string) bool {
	l, ok := java.Unparen(e).(*java.Literal)
	return ok && l.Raw == raw
}

func isWord(e java.Expr, word string) bool {
	w, ok := java.Unparen(e).(*java.SpecWord)
	return ok && w.Word == word
}

// requireFrame: what may not even allocate is only known not to change anything.
func (x *exec) requireFrame(m *types.Method) {
	ct := x.contract(m)
	if !ct.allocates {
		return
	}
	if ct.mods.Has(jml.StrictlyPure) {
		x.unsupportedAt(m.Decl.Name.Span, "strictly_pure of a method that may allocate")
	}
	for _, c := range ct.cases {
		if kind, _ := c.Frame(); kind == jml.FrameStrict {
			x.unsupportedAt(c.Assignable[0].Span, `\strictly_nothing of a method that may allocate`)
		}
	}
	if len(ct.cases) > 1 {
		for _, c := range ct.cases {
			if len(c.MeasuredBy) > 0 {
				x.unsupportedAt(c.MeasuredBy[0].Span, "measured_by in one of several cases")
			}
		}
	}
}

// requireBody: the statements of JML and the clauses of loops in a body.
func (x *exec) requireBody(b *java.Block) {
	java.Walk(b, func(n java.Node) bool {
		for _, st := range x.specStmtsAt(n) {
			switch st.Kind {
			case jml.AssertStmt, jml.AssumeStmt, jml.GhostStmt, jml.SetStmt, jml.UnreachableStmt, jml.HenceByStmt:
			default:
				word := st.Keyword
				if st.Kind == jml.ContractStmt {
					word = "refining"
				}
				x.unsupportedAt(st.Span, word+" statement")
			}
		}
		if st, ok := n.(java.Stmt); ok {
			if l := x.spec.Loops[st]; l != nil {
				x.requireLoop(l)
			}
		}
		if l, ok := n.(*java.LocalVars); ok {
			if mods, ok := x.spec.Locals[l]; ok {
				x.requireMods(mods, l.Span)
			}
		}
		return true
	})
}

func (x *exec) requireLoop(l *jml.LoopSpec) {
	for _, cl := range l.Clauses {
		switch {
		case cl.Kind == jml.LoopInvariant:
		case cl.Kind == jml.Decreases && cl.If == nil && len(cl.Refs) == 0:
		case cl.Kind == jml.LoopAssigns && !cl.Redundant:
		case cl.NotSpecified:
		default:
			x.unsupportedAt(cl.Span, cl.Keyword+" clause")
		}
	}
}

// wrong ends the generation at a mistake of the specification.
func (x *exec) wrong(n java.Node, what string) {
	panic(unsupported{what: what, span: java.Span{From: n.Pos(), To: n.End()}, wrong: true})
}

// requirePure: a specification only looks at the state. A method is pure when it is
// declared so, which its own proof checks, or when its body writes nothing but its
// own variables, as do all that it calls.
func (x *exec) requirePure(e *java.Call, m *types.Method) {
	if !x.contract(m).pure {
		x.wrong(e, "a specification may only look at the state: method "+m.Name+" is not pure")
	}
}
