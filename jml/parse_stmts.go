package jml

import (
	"ensures/java"
	"sort"
	"strconv"
)

func (a *attacher) walkBlock(b *java.Block) {
	a.walkStmts(b, b.Stmts, b.From, b.To)
}

// walkStmts walks a list of statements; at is the block or case that holds them.
func (a *attacher) walkStmts(at java.Node, list []java.Stmt, from, to java.Pos) {
	prev := from
	for i, s := range list {
		if anns := a.between(prev, s.Pos()); len(anns) > 0 {
			a.stmtGap(anns, s, at, list[i:])
		}
		a.walkStmt(s)
		prev = s.End()
	}
	if anns := a.between(prev, to); len(anns) > 0 {
		a.stmtGap(anns, nil, at, nil)
	}
}

func (a *attacher) walkDoWhile(s *java.DoWhile) {
	a.bodies = append(a.bodies, s)
	if s.Body != nil {
		a.sub(s.From, s.Body, s)
		a.bodies = a.bodies[:len(a.bodies)-1]
		if anns := a.between(s.Body.End(), s.To); len(anns) > 0 {
			a.misplacedLoopSpec(anns, "put it in front of 'do'")
		}
	} else {
		a.bodies = a.bodies[:len(a.bodies)-1]
	}
	a.walkNested(s.Cond)
}

// sub walks a statement that stands alone, such as the branch of an if.
func (a *attacher) sub(from java.Pos, s java.Stmt, outer java.Stmt) {
	if s == nil {
		return
	}
	if anns := a.between(from, s.Pos()); len(anns) > 0 {
		a.stmtGap(anns, s, outer, []java.Stmt{s})
	}
	a.walkStmt(s)
}

func (a *attacher) walkStmt(s java.Stmt) {
	switch s := s.(type) {
	case *java.Block:
		a.walkBlock(s)
	case *java.If:
		a.walkNested(s.Cond)
		if s.Then != nil {
			a.sub(s.Cond.End(), s.Then, s)
			a.sub(s.Then.End(), s.Else, s)
		}
	case *java.While:
		a.walkNested(s.Cond)
		a.loopBody(s, s.Body)
	// A loop's specification between the body and the while is a mistake that models
	// make.
	case *java.DoWhile:
		a.walkDoWhile(s)
	case *java.For:
		for _, x := range s.Init {
			a.walkNested(x)
		}
		a.walkNested(s.Cond)
		for _, x := range s.Update {
			a.walkNested(x)
		}
		a.loopBody(s, s.Body)
	case *java.ForEach:
		a.paramMods(s.Var)
		a.walkNested(s.X)
		a.loopBody(s, s.Body)
	case *java.Labeled:
		a.sub(s.From, s.Body, s)
	case *java.Try:
		for _, x := range s.Resources {
			a.walkNested(x)
		}
		if s.Body != nil {
			a.walkBlock(s.Body)
		}
		for _, c := range s.Catches {
			if c.Body != nil {
				a.walkBlock(c.Body)
			}
		}
		if s.Finally != nil {
			a.walkBlock(s.Finally)
		}
	case *java.Switch:
		a.walkNested(s.X)
		a.walkCases(s.Cases, s.To)
	case *java.SynchronizedStmt:
		a.walkNested(s.X)
		if s.Body != nil {
			a.walkBlock(s.Body)
		}
	case *java.LocalClass:
		a.walkClass(s.Decl)
	case *java.LocalVars:
		if mods := annotationModsOf(s.Mods); mods.Words != nil {
			m := a.out.Locals[s]
			mergeMods(&m, mods)
			a.out.Locals[s] = m
		}
		a.walkNested(s)
		// What the initialiser has not claimed modifies the type.
		for _, an := range a.unusedIn(s.From, s.To) {
			a.typeModifier(an, s)
		}
	default:
		if s != nil {
			a.walkNested(s)
		}
	}
}

func (a *attacher) walkCases(cases []*java.Case, to java.Pos) {
	for i, c := range cases {
		end := to
		if i+1 < len(cases) {
			end = cases[i+1].From
		}
		// The statements begin after the labels and reach to the next case: what stands in front of
		// a label is the end of the case before.
		from := c.From
		for _, l := range c.Labels {
			from = max(from, l.End())
		}
		if c.Guard != nil {
			from = max(from, c.Guard.End())
		}
		if c.Arrow {
			end = c.To
		}
		a.walkStmts(c, c.Body, from, end)
	}
}

func (a *attacher) loopBody(loop, body java.Stmt) {
	if body == nil {
		return
	}
	if LoopOf(body) != nil { // for (…) //@ loop_invariant …; for (…): the inner one's
		a.bodies = append(a.bodies, loop)
		a.sub(loop.Pos(), body, loop)
		a.bodies = a.bodies[:len(a.bodies)-1]
		return
	}
	if anns := a.between(loop.Pos(), body.Pos()); len(anns) > 0 {
		a.misplacedLoopSpec(anns, "put it in front of the loop's header")
	}
	a.bodies = append(a.bodies, loop)
	a.walkStmt(body)
	a.bodies = a.bodies[:len(a.bodies)-1]
}

func (a *attacher) misplacedLoopSpec(anns []annotation, hint string) {
	r := a.reader(anns)
	at := *r.tok()
	if k, ok := lookup(loopKeywords, at.Text); ok {
		_ = k
	} else if k, ok := lookup(loopSynonyms, at.Text); ok {
		_ = k
	} else {
		a.errorf(Misplaced, at, "put it inside the loop's body", "a specification between a loop's header and its body")
		return
	}
	a.errorf(Misplaced, at, hint, "a loop specification must stand directly in front of the loop")
}

// walkNested finds the blocks and classes inside expressions.
func (a *attacher) walkNested(n java.Node) {
	if isNil(n) {
		return
	}
	// Most expressions hold no comment: those need no walk.
	if len(a.anns) == 0 || !a.any(n.Pos(), n.End()) {
		return
	}
	java.Walk(n, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.Block:
			// The block of a lambda is in none of the loops around it.
			bodies := a.bodies
			a.bodies = nil
			a.walkBlock(n)
			a.bodies = bodies
			return false
		case *java.ClassDecl:
			a.walkClass(n)
			return false
		case *java.SwitchExpr:
			a.walkNested(n.X)
			a.walkCases(n.Cases, n.To)
			return false
		}
		return true
	})
}

func isNil(n java.Node) bool {
	switch n := n.(type) {
	case nil:
		return true
	case java.Expr:
		return n == nil
	}
	return false
}

// any reports whether a comment of ours lies in a range.
func (a *attacher) any(from, to java.Pos) bool {
	i := sort.Search(len(a.anns), func(i int) bool { return a.anns[i].From >= from })
	return i < len(a.anns) && a.anns[i].To <= to
}

// typeModifier reads a comment inside a declaration or expression, where only
// modifiers of a type may stand: (/*@ non_null @*/ String) x.
func (a *attacher) typeModifier(an annotation, in *java.LocalVars) {
	r := a.reader([]annotation{an})
	_, mods := r.modifiers()
	if mods.Words != nil && in != nil {
		m := a.out.Locals[in]
		mergeMods(&m, mods)
		a.out.Locals[in] = m
	}
	if !r.eof() {
		t := r.tok()
		hint := "specifications stand in front of methods, loops and statements"
		if _, ok := lookup(methodKeywords, t.Text); ok {
			hint = "put it in front of the method"
		}
		a.errorf(Misplaced, t, hint, "a specification in the middle of a declaration or expression: '%s'", t.Text)
	}
	r.take()
}

// strays reads the comments that nothing has claimed.
func (a *attacher) strays() {
	for i := range a.anns {
		if !a.anns[i].used {
			a.anns[i].used = true
			a.typeModifier(a.anns[i], nil)
		}
	}
}

// stmtGap reads the comments in front of the statement next, or at the end of
// the block at when next is nil; rest begins with next.
func (a *attacher) stmtGap(anns []annotation, next java.Stmt, at java.Node, rest []java.Stmt) {
	r := a.reader(anns)
	var stmts []*Stmt
	var loop *LoopSpec
	var loopAt java.Token
	for r.advancing() {
		t := *r.tok()
		w := base(r.word())
		k, isLoop := r.loopKind(w)
		switch {
		case isLoop:
			if loop == nil {
				loop, loopAt = &LoopSpec{Span: t.Span}, t
			}
			if c := r.clause(k); c != nil {
				loop.Clauses = append(loop.Clauses, c)
				loop.To = c.To
			}
			continue
		// Keywords are names elsewhere, as in `use = 1`. An assert, an unreachable and what a
		// parenthesis follows are statements all the same.
		case stmtKeywords[w] != 0 && !(r.usedAsName() && r.word() != "assert" && stmtKeywords[w] != UnreachableStmt && !r.peekIs("(")):
			if s := r.stmt(); s != nil {
				stmts = append(stmts, s)
			}
			continue
		case w == "refining":
			r.next()
			continue
		}

		ms := &MethodSpec{}
		if r.specSequence(ms) {
			span := java.Span{From: t.From, To: r.last}
			stmts = append(stmts, &Stmt{Span: span, Kind: ContractStmt, Keyword: t.Text, KeyPos: t.From, Spec: ms})
			hint := "a method's specification stands in front of the method, not in its body"
			if a.leadsToLoop(next) {
				hint = "in front of a loop write loop_invariant, decreases or loop_assigns"
			}
			a.warnf(Misplaced, t, hint, "'%s' inside a method body is read as a contract of the next statement and is not checked", t.Text)
			continue
		}

		jm, mods := r.modifiers()
		switch {
		case r.eof():
			if lv, ok := next.(*java.LocalVars); ok {
				m := a.out.Locals[lv]
				mergeMods(&m, mods)
				a.out.Locals[lv] = m
			} else if mods.Words != nil {
				a.warnf(Misplaced, t, "", "modifiers without a declaration: '%s'", t.Text)
			}
		case mods.Has(Ghost) || mods.Has(Model) && r.declares():
			if s := r.ghost(t, jm); len(s.Decl.Vars) > 0 {
				stmts = append(stmts, s)
			}
		case r.is("import"):
			r.skipTo(";")
			r.accept(";")
		default:
			r.strayInBody(jm, mods)
		}
	}

	r.take()

	if loop != nil && len(loop.Clauses) > 0 {
		a.attachLoop(loop, loopAt, next, rest)
	}
	if len(stmts) == 0 {
		return
	}

	if next != nil {
		a.out.Before[next] = append(a.out.Before[next], stmts...)
	} else {
		a.out.AtEnd[at] = append(a.out.AtEnd[at], stmts...)
	}
}

func (r *reader) ghost(t java.Token, jm java.Modifiers) *Stmt {
	s := &Stmt{Span: t.Span, Kind: GhostStmt, Keyword: "ghost", KeyPos: t.From}
	r.bad = false
	r.p.Recover()
	s.Decl = r.localVars(jm)
	r.semi("ghost declaration")
	s.To = r.last
	return s
}

// loopKind is the kind of a loop's clause that begins with w.
func (r *reader) loopKind(w string) (Kind, bool) {
	if k, ok := lookup(loopKeywords, w); ok {
		return k, true
	}
	k, ok := lookup(loopSynonyms, w)
	return k, ok && !r.usedAsName()
}

// strayInBody reports what has no place in a method's body, and passes over it: a
// class's clause, a variable that isn't ghost, or a word that begins nothing.
func (r *reader) strayInBody(jm java.Modifiers, mods Mods) {
	x := *r.tok()
	if k, ok := lookup(classKeywords, r.word()); ok {
		r.clause(k)
		r.errorf(Misplaced, x, "put it in the class body, outside of methods", "'%s' inside a method body", x.Text)
		return
	}
	// A misspelt keyword with a word behind it looks like a type and a name.
	if mods.Words == nil && r.declares() && jm.Flags&^java.Final == 0 && !nearKeyword(r.word()) {
		r.bad = false
		r.localVars(jm)
		r.semi("declaration")
		r.errorf(java.SyntaxError, x, "write 'ghost' before the type", "a variable declared in a specification must be ghost")
		return
	}
	r.badStart("a method body", methodWords())
}

// nearKeyword: the word is likely a misspelt clause keyword and not a type.
func nearKeyword(w string) bool {
	if w == "" {
		return false
	}
	if _, ok := foreignWords[w]; ok {
		return true
	}
	return nearest(w, methodWords()) != "" && w[0] >= 'a' && w[0] <= 'z' && !javaPrimitive(w)
}

func javaPrimitive(w string) bool {
	switch w {
	case "int", "boolean", "char", "long", "double", "byte", "short", "float", "void":
		return true
	}
	return false
}

func (a *attacher) leadsToLoop(s java.Stmt) bool { return LoopOf(s) != nil }

// LoopOf returns s if it is a loop, or the loop that it labels.
func LoopOf(s java.Stmt) java.Stmt {
	switch x := s.(type) {
	case *java.While, *java.DoWhile, *java.For, *java.ForEach:
		return s
	case *java.Labeled:
		return LoopOf(x.Body)
	}
	return nil
}

func (a *attacher) attachLoop(l *LoopSpec, at java.Token, next java.Stmt, rest []java.Stmt) {
	if loop := LoopOf(next); loop != nil {
		if old := a.out.Loops[loop]; old != nil {
			// The clauses in front of the loop's label have come before.
			old.Clauses = append(old.Clauses, l.Clauses...)
			return
		}
		l.Loop = loop
		a.out.Loops[loop] = l
		return
	}
	if _, bad := next.(*java.BadStmt); bad {
		// What could not be read has its message.
		return
	}

	hint := ""
	if n := len(a.bodies); n > 0 {
		hint = "if it belongs to the loop around it, put it in front of that loop's header"
	}
	for _, s := range rest {
		if LoopOf(s) != nil {
			hint = "move it directly in front of the loop in line " + strconv.Itoa(a.file.Position(s.Pos()).Line)
			break
		}
	}
	a.errorf(Misplaced, at, hint, "a loop specification must stand directly in front of a loop")
}

// stmt reads a JML statement whose keyword is the current token.
func (r *reader) stmt() *Stmt {
	r.bad = false
	r.p.Recover()
	t := r.next()
	s := &Stmt{Span: t.Span, Kind: stmtKeywords[base(t.Text)], Keyword: t.Text, KeyPos: t.From}

	what := t.Text + " statement"
	switch s.Kind {
	case AssertStmt, AssumeStmt, HenceByStmt:
		if x := r.tok(); x.Is(";") || x.Kind == java.EOF {
			r.errorf(java.SyntaxError, x, "write a condition after the keyword", "an expression expected after '%s', found %s", t.Text, show(x))
			break
		}
		s.Expr = r.expr()
		if r.accept(":") || r.accept(",") {
			s.Message = r.expr()
		}
	case SetStmt, DebugStmt:
		switch r.word() {
		case "if", "for", "while", "do", "switch", "try":
			s.Java = r.p.Stmt()
			r.took(s.Java)
			s.To = r.last
			return s
		}

		if r.is("{") {
			s.Java = r.p.Stmt()
			r.took(s.Java)
			s.To = r.last
			return s
		}
		x := r.expr()
		if x != nil {
			s.Java = &java.ExprStmt{Span: java.Span{From: x.Pos(), To: x.End()}, X: x}
			// "set x == 1" parses; it is never what is meant.
			if b, ok := x.(*java.Binary); ok && b.Op == java.Eq && !r.bad {
				r.errorf(java.SyntaxError, b, "an assignment is written with '='", "'set' needs an assignment, found a comparison")
			}
		}
	case UnreachableStmt, ReachableStmt:
		if !r.is(";") && !r.eof() && !r.startsClause() {
			s.Expr = r.expr()
		}
		if r.eof() {
			s.To = r.last
			return s
		}
	case HavocStmt:
		c := &Clause{Keyword: t.Text}
		r.storeRefs(c)
		s.Refs = c.Refs
	case OtherStmt:
		r.skipTo(";")
	}

	r.semi(what)
	s.To = r.last
	// Without its expression a statement would say something else.
	if r.bad && s.Expr == nil && s.Java == nil && s.Kind != UnreachableStmt && s.Kind != OtherStmt {
		return nil
	}
	return s
}
