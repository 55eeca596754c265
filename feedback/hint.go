package feedback

import (
	"fmt"
	"strings"

	"ensures/java"
	"ensures/java/expr"
	"ensures/jml"
	"ensures/verify"
)

const crashHint = "this says nothing about the specification; try another backend, or a simpler form of the clause that was changed last"

// hint says what to try first. It looks at the code and clauses around the failure.
func (s *sources) hint(f Failure) string {
	switch f.Class {
	case Syntax:
		return "mend this before anything else: nothing is proved of a file that does not parse"
	case Type:
		if f.Kind == verify.NoMethod {
			return "give the file a method with a body, and --method a name that the file has"
		}
		return "mend this before anything else: nothing is proved of a file that does not compile; a specification sees fields, parameters and, in a loop's clauses, the variables in scope there"
	case Postcondition:
		return s.postconditionHint(f)
	case ExceptionalPostcondition, ExceptionList:
		return s.exceptionHint(f)
	case Precondition:
		return s.preconditionHint(f)
	case InvariantBeforeLoop:
		return s.beforeLoopHint(f)
	case InvariantInBody:
		return s.bodyHint(f)
	case VariantDecreases:
		return s.variantHint(f, false)
	case VariantNegative:
		return s.variantHint(f, true)
	case Assignable:
		return s.frameHint(f)
	case Null, NullReturn:
		return s.nullHint(f)
	case Index:
		return s.indexHint(f)
	case NegativeSize:
		return s.sizeHint(f)
	case Division:
		return s.divisionHint(f)
	case Overflow:
		return s.overflowHint(f)
	case CastRange:
		return s.castRangeHint(f)
	case BadCast, ArrayStore:
		return s.castHint(f)
	case Shift:
		return s.shiftHint(f)
	case Undefined:
		return s.undefinedHint(f)
	case Assert:
		if refuted(f) {
			return "a run makes it false: correct the assert, or exclude such inputs by a requires clause"
		}
		if l := s.loopBefore(f); l != nil {
			return fmt.Sprintf("the assert needs a fact that no clause gives: add it to the invariant of the loop at line %d, or prove it in steps by asserts before this one", l.line(s))
		}
		return "the assert needs a fact that no clause gives: require it, or prove it in steps by asserts before this one"
	case ClassInvariant:
		return s.invariantHint(f)
	case Termination:
		return "at the recursive call measured_by has to be smaller than at entry, and not negative: measure what the call makes smaller (n for f(n - 1), hi - lo for a range), and require that it is at least 0"
	case Unreachable:
		return "the place can be reached: require what excludes it, or take the unreachable statement away"
	case MissingInvariant:
		return s.missingHint(f)
	case Timeout:
		if f.wholeFile {
			return "the file took too long as a whole: ask for one method at a time (--method), or give more time (verify.timeout)"
		}
		return "simplify: split a conjunction into several clauses, avoid products of variables, give quantifiers an explicit range, add asserts as stepping stones"
	case Unsupported:
		return "say the same without this construct, or ask another backend"
	case Crash:
		return crashHint
	case Disagreement:
		return "one of the two is wrong: believe neither; look for a run that violates the specification, and report the case"
	case Vacuous:
		if f.Kind == verify.UnreachableEnd {
			return "look for clauses that contradict each other or the code: a loop invariant that is false at the loop's end, an assume, a loop that can't end"
		}
		return "requires clauses contradict each other, the class invariant or the types' ranges: take away the one that goes too far"
	case Other:
		return "look at the code and the clause at this place: what does the clause say there, and from which clauses should it follow?"
	}
	return ""
}

func refuted(f Failure) bool { return f.Counterexample != nil && f.Counterexample.Replayed }

// clause is a failure's clause as an expression, with the file of its positions.
func (s *sources) clause(f Failure) (java.Expr, *java.File) {
	text := strings.TrimSuffix(strings.TrimSpace(f.Clause), ";")
	if text == "" {
		return nil, nil
	}
	if e, file, errs := jml.ParseExpr(text); len(errs) == 0 {
		return e, file
	}
	if _, rest, ok := strings.Cut(text, " "); ok { // with its keyword, as OpenJML shows it
		if e, file, errs := jml.ParseExpr(rest); len(errs) == 0 {
			return e, file
		}
	}
	return nil, nil
}

// clauseText is a failure's clause without keyword and semicolon, on one line.
func (s *sources) clauseText(f Failure) string {
	if e, file := s.clause(f); e != nil {
		return oneLine(file.Text(e))
	}
	return oneLine(strings.TrimSuffix(strings.TrimSpace(f.Clause), ";"))
}

func (s *sources) postconditionHint(f Failure) string {
	if refuted(f) {
		return "a run violates the clause, so nothing can prove it: weaken it for such inputs (condition ==> …), exclude them by a requires clause when they are no legal input, or correct the value that the clause gives"
	}
	l := s.loopBefore(f)

	// A return inside a loop: what is known there comes from the clauses of that loop.
	if in := s.loopAt(f.Line); in != nil && in.line(s) < f.Line && (l == nil || in.from <= f.Line) {
		l = in
	}
	if l == nil {
		return "go through the branches that reach this return: which value does the clause say, which one is returned?"
	}

	invs := l.invariants()
	if len(invs) == 0 {
		return fmt.Sprintf("the loop at line %d has no invariant, so nothing is known of %s after it: add bounds of its index and the part of the postcondition that holds so far", l.line(s), strings.Join(s.changed(l), ", "))
	}

	e, file := s.clause(f)
	if g := s.gapHint(l, f); g != "" {
		return g
	}
	if g := s.quantifiedPost(l, e, file); g != "" {
		return g
	}
	if c, ok := s.counter(l); ok && !s.bounded(l, c.name, c.exit, c.up) {
		rel := "<="
		if !c.up {
			rel = ">="
		}
		return fmt.Sprintf("the invariant does not bound %s by %s, so it is not known that they are equal after the loop: add %s", c.name, c.exit, s.invariant(l, c.name+" "+rel+" "+c.exit))
	}
	if v := s.unmentioned(l, f, e); v != "" {
		return v
	}
	return fmt.Sprintf("the invariants of the loop at line %d and its negated condition have to imply the clause: put the values at the loop's end into the clause, and add the fact that is missing to the invariant", l.line(s))
}

// gapHint says what the invariants leave open, where a state shows it and no simpler
// reason is known.
func (s *sources) gapHint(l *loop, f Failure) string {
	g := f.Gap
	if g == nil || len(g.Free) == 0 {
		return ""
	}
	// The missing bound explains the gap, and is easier to add.
	if c, ok := s.counter(l); ok && !s.bounded(l, c.name, c.exit, c.up) {
		return ""
	}
	said := l.mentioned()
	for _, v := range g.Free {
		if !said[v] {
			return fmt.Sprintf("no invariant of the loop at line %d says anything about %s: at its end they allow %s, where `%s` is false; add what %s is after the iterations so far", g.Line, v, g.State, g.Part, v)
		}
	}
	return fmt.Sprintf("the invariants of the loop at line %d don't say enough of %s: at its end they allow %s, where `%s` is false; add the fact that excludes this", g.Line, strings.Join(g.Free, ", "), g.State, g.Part)
}

// unmentioned names variables that a clause is about and no invariant is.
func (s *sources) unmentioned(l *loop, f Failure, e java.Expr) string {
	said := l.mentioned()
	about := map[string]string{} // name → what of the clause it is
	var order []string
	add := func(n, why string) {
		if l.changes[n] && !said[n] && about[n] == "" {
			about[n] = why
			order = append(order, n)
		}
	}

	result := false
	for _, n := range names(e) {
		if n == "\\result" {
			result = true
		}
		add(n, "")
	}

	// The value that is returned stands for \result. Where the failure's place is no return, all
	// returns behind the loop do.
	if r, ok := at[*java.Return](s, f); ok && result && r.X != nil {
		for _, n := range names(r.X) {
			add(n, "the result")
		}
	} else if m := s.methodOf(f); result && m != nil && m.Body != nil {
		java.Walk(m.Body, func(n java.Node) bool {
			if r, ok := n.(*java.Return); ok && r.X != nil && s.lineOf(r.Pos()) > l.to {
				for _, n := range names(r.X) {
					add(n, "the result")
				}
			}
			return true
		})
	}

	if len(order) == 0 {
		return ""
	}

	// One name at a time: the first one in the clause.
	n := order[0]
	is := n
	if about[n] != "" {
		is += " (" + about[n] + ")"
	}

	part := ""
	if cs := expr.Conjuncts(e); len(cs) > 1 {
		for _, c := range cs {
			for _, m := range names(c) {
				if m == n || m == "\\result" && about[n] != "" {
					part = ", so that this part of the clause does not follow: " + partText(s, f, c)
				}
			}
			if part != "" {
				break
			}
		}
	}
	return fmt.Sprintf("no invariant of the loop at line %d says anything about %s, which the loop changes%s: add what it is after the iterations so far", l.line(s), is, part)
}

func partText(s *sources, f Failure, c java.Expr) string {
	_, file := s.clause(f)
	return "`" + oneLine(file.Text(c)) + "`"
}

// quantifiedPost is the hint for a clause on many elements.
func (s *sources) quantifiedPost(l *loop, e java.Expr, file *java.File) string {
	if e == nil {
		return ""
	}
	qs := s.quantifiers(file, e)
	if len(qs) == 0 {
		return ""
	}
	// An invariant with a quantifier may be the one that is asked for.
	for _, c := range l.invariants() {
		if len(s.quantifiers(s.file, c.Expr)) > 0 {
			return ""
		}
	}
	q := qs[0]
	text := oneLine(file.Text(q.q))
	if c, ok := s.counter(l); ok && q.low != "" && q.high != "" {
		so := soFar(q, c)
		return fmt.Sprintf("the clause speaks of all elements, but no invariant of the loop at line %d does: add the same statement for the part that is done, with `%s` as its range in place of `%s`", l.line(s), so, rangeText(q))
	}
	return fmt.Sprintf("the clause speaks of all elements, but no invariant of the loop at line %d does: add `%s` with its bound replaced by the loop's index", l.line(s), text)
}

func rangeText(q quantified) string {
	rel := "<"
	if q.highLe {
		rel = "<="
	}
	return fmt.Sprintf("%s <= %s && %s %s %s", q.low, q.variable, q.variable, rel, q.high)
}

// soFar is the range of what a loop has done, within a quantifier's range.
func soFar(q quantified, c counter) string {
	if c.up {
		return fmt.Sprintf("%s <= %s && %s < %s", q.low, q.variable, q.variable, c.name)
	}
	rel := "<"
	if q.highLe {
		rel = "<="
	}
	return fmt.Sprintf("%s < %s && %s %s %s", c.name, q.variable, q.variable, rel, q.high)
}

func (s *sources) exceptionHint(f Failure) string {
	cond := s.conditionOf(f)
	if f.Class == ExceptionList {
		h := "add the exception's class to signals_only"
		if cond != "" {
			return h + ", or exclude the throw: `requires !(" + cond + ");`"
		}
		return h + ", or add a requires clause that excludes the throw"
	}
	if strings.HasPrefix(f.Clause, "normal_behavior") {
		h := "normal_behavior allows no exception: exclude it by a requires clause, or give the case of the throw an `also exceptional_behavior`"
		if cond != "" {
			h = "normal_behavior allows no exception, and one leaves where `" + cond + "`: add `requires !(" + cond + ");`, or an `also exceptional_behavior` for that case"
		}
		return h
	}
	if cond != "" {
		return fmt.Sprintf("the exception leaves where `%s`, and the signals clause does not follow from that: weaken it to this condition, or exclude the throw: `requires !(%s);`", cond, cond)
	}
	return "the exception leaves under a condition that the signals clause does not allow: weaken the signals clause to the condition of the throw, or require its negation"
}

// conditionOf is the condition of the if around a throw at the failure's place.
func (s *sources) conditionOf(f Failure) string {
	cond := ""
	s.inspect(func(n java.Node) bool {
		i, ok := n.(*java.If)
		if !ok {
			return true
		}
		// The innermost if wins, since it is visited last. A condition on variables that the code
		// assigns says nothing in a clause in front of the method.
		if s.lineOf(i.Then.Pos()) <= f.Line && f.Line <= s.lineOf(i.Then.End()) && ofParams(s.methodOf(f), i.Cond) {
			cond = s.text(i.Cond)
		}
		return true
	})
	return cond
}

func (s *sources) preconditionHint(f Failure) string {
	what := "what the called method requires"
	if f.Clause != "" {
		what = "`" + s.clauseText(f) + "` of the called method"
	}
	call := "the call"
	if c, ok := at[*java.Call](s, f); ok {
		call = "`" + s.text(c) + "`"
		if e, _ := s.clause(f); e != nil {
			if m := s.declared(c.Name.Name, len(c.Args)); m != nil {
				vals := map[string]string{}
				for i, p := range m.Params {
					vals[p.Name.Name] = s.text(c.Args[i])
				}
				// The parameters' names are those of the called method; here they are replaced by
				// the arguments.
				now, _ := put(s.clauseText(f), vals, nil)
				what = "`" + now + "` (what it requires, with its arguments)"
			}
		}
	}
	if l := s.loopAt(f.Line); l != nil {
		return fmt.Sprintf("before %s establish %s: by an invariant of the loop at line %d where loop variables are in it, else by a requires clause of this method", call, what, l.line(s))
	}
	return fmt.Sprintf("before %s establish %s: by a requires clause of this method, by a condition around the call, or by weakening what the called method requires", call, what)
}

// declared is the file's only method of a name with so many parameters.
func (s *sources) declared(name string, params int) *java.MethodDecl {
	var found *java.MethodDecl
	n := 0
	s.inspect(func(x java.Node) bool {
		if m, ok := x.(*java.MethodDecl); ok && m.Name.Name == name && len(m.Params) == params {
			found = m
			n++
		}
		return true
	})
	if n != 1 {
		return nil
	}
	return found
}

func (s *sources) invariantHint(f Failure) string {
	m := s.methodOf(f)
	switch {
	case f.Kind == verify.Constraint:
		return "the constraint relates the state before each method (\\old) to the state after it: this method breaks it; weaken the constraint, or require what makes it hold"
	case f.Kind == verify.Initially:
		return "the constructor leaves it false: set the fields so that it holds, or require it of the arguments"
	case m != nil && m.IsConstructor:
		return "the constructor leaves the invariant false: require of the arguments what makes `" + s.clauseText(f) + "` true, or set the fields so"
	case f.Kind == verify.InvariantEntrance:
		return "the invariant of another object has to hold where this is called: call it before the fields are changed, or after they are consistent again"
	}
	return "the method leaves the invariant `" + s.clauseText(f) + "` false: require what keeps it (a bound on the argument), or weaken the invariant"
}

func (s *sources) undefinedHint(f Failure) string {
	guard := "the condition that makes it defined (x != null, 0 <= i && i < a.length, d != 0)"
	switch f.Kind {
	case verify.UndefinedNullDeReference:
		guard = "`x != null &&` for the reference"
		if x, ok := at[*java.Select](s, f); ok {
			guard = "`" + s.text(x.X) + " != null`"
		}
	case verify.UndefinedNegativeIndex, verify.UndefinedTooLargeIndex:
		guard = "`0 <= i && i < a.length` for the index"
		if x := s.specIndex(f); x != nil {
			guard = fmt.Sprintf("`0 <= %s && %s < %s.length`", x[1], x[1], x[0])
		}
	case verify.UndefinedDivideByZero:
		guard = "`d != 0` for the divisor"
	case verify.UndefinedCalledPre:
		guard = "what the called method requires"
	}
	return "part of the clause may have no value: put " + guard + " in front, with && or ==>, or into an earlier requires clause"
}

// specIndex is the array and the index of the first element that a clause on the
// failure's line takes.
func (s *sources) specIndex(f Failure) []string {
	text := s.line(f.Line)
	i := strings.IndexByte(text, '[')
	if i < 0 {
		return nil
	}
	j := strings.IndexByte(text[i:], ']')
	// The name before the bracket, with what it is selected from.
	start := i
	for start > 0 && (isWord(text[start-1]) || text[start-1] == '.') {
		start--
	}
	if j < 2 || start == i {
		return nil
	}
	return []string{text[start:i], strings.TrimSpace(text[i+1 : i+j])}
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
