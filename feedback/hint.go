package feedback

import (
	"fmt"
	"strings"

	"ensures/java"
	"ensures/jml"
)

// hint says what to try first. It looks at the code and clauses around the failure.
func (s *sources) hint(f Failure) string {
	switch f.Class {
	case Syntax, Type:
		return "mend this before anything else: nothing is proved of a file that does not compile"
	case Postcondition:
		return s.postconditionHint(f)
	case ExceptionalPostcondition:
		return "the exception leaves under a condition that the signals clause does not allow: weaken the signals clause to the condition of the throw, or require its negation"
	case ExceptionList:
		return "list the exception in signals_only, or add a requires clause that excludes the condition of the throw"
	case Precondition:
		return "before the call, establish what the called method requires: as a requires clause of this method, a loop invariant when the call is in a loop, or a weaker requires of the called method"
	case InvariantBeforeLoop:
		return s.beforeLoopHint(f)
	case InvariantInBody:
		return s.bodyHint(f)
	case VariantDecreases:
		return s.variantHint(f, false)
	case VariantNegative:
		return s.variantHint(f, true)
	case Assignable:
		return "add the assigned location to the assignable clause, or drop the clause; locations created in the method need no mention"
	case Null, NullReturn:
		return "either exclude null by a requires clause (x != null), or declare the reference nullable and handle it in the specification"
	case Index:
		return s.indexHint(f)
	case NegativeSize:
		return "add a requires clause that the length is not negative"
	case Division:
		return "add a requires clause or loop invariant that the divisor is not 0"
	case Overflow:
		return s.overflowHint(f)
	case CastRange:
		return "add a requires clause that bounds the value to the range of the type it is cast to"
	case BadCast, ArrayStore:
		return "require the class by instanceof, or narrow the declared type"
	case Undefined:
		return "guard the clause: put the condition that makes this part defined (x != null, 0 <= i && i < a.length, d != 0) in front with && or ==>, or in an earlier requires clause"
	case Assert:
		return "the assert needs a fact that no clause gives: prove it by an assert before it, or strengthen the loop invariant in front of it"
	case ClassInvariant:
		return "every constructor and every public method has to leave the invariant true: strengthen the method's requires, or weaken the invariant"
	case Termination:
		return "measured_by must be smaller at the recursive call and never negative"
	case MissingInvariant:
		return "give the loop an invariant: bounds of its index, and what has been computed so far"
	case Timeout:
		return "simplify: split a conjunction into several clauses, avoid products of variables, give quantifiers an explicit range, add asserts as stepping stones"
	case Unsupported:
		return "say the same without this construct, or ask another backend"
	}
	return ""
}

func (s *sources) postconditionHint(f Failure) string {
	if c := f.Counterexample; c != nil && c.Replayed {
		return "a run violates the clause, so nothing can prove it: weaken it for such inputs (condition ==> …), or exclude them by a requires clause when they are no legal input"
	}
	l := s.loopBefore(f.Line)
	if in := s.loopAt(f.Line); in != nil && (l == nil || in.from <= f.Line) {
		l = in
	}
	if l == nil {
		return "go through the branches that reach this return: which value does the clause say, which one is returned?"
	}
	invs := l.spec.Of(jml.LoopInvariant)
	if len(invs) == 0 {
		return fmt.Sprintf("the loop at line %d has no invariant, so nothing is known after it: add bounds of its index and the part of the postcondition that holds so far", l.from)
	}
	wantsQuant := strings.Contains(f.Clause, "\\forall") || strings.Contains(f.Clause, "\\exists") || strings.Contains(f.Clause, "\\sum") || strings.Contains(f.Clause, "\\num_of")
	hasQuant := false
	var exit string
	for _, c := range invs {
		java.Inspect(c.Expr, func(n java.Node) bool {
			if _, ok := n.(*java.Quantified); ok {
				hasQuant = true
			}
			return true
		})
	}
	if wantsQuant && !hasQuant {
		return fmt.Sprintf("the clause speaks of all elements, but no invariant of the loop at line %d does: add the same statement for the part up to the index (replace the bound by the index)", l.from)
	}
	if v, bound := s.counter(l); v != "" && !s.bounded(l, v, bound) {
		exit = fmt.Sprintf("the invariant does not bound %s by %s, so it is not known to be equal to it after the loop: add `%s <= %s`", v, bound, v, bound)
	}
	if exit != "" {
		return exit
	}
	return fmt.Sprintf("the invariant of the loop at line %d together with its negated condition must imply the clause: add the missing fact to the invariant", l.from)
}

func (s *sources) beforeLoopHint(f Failure) string {
	if strings.Contains(f.Clause, "\\forall") || strings.Contains(f.Clause, "\\exists") || strings.Contains(f.Clause, "\\sum") {
		return "with the index at its first value the quantified range should be empty: check that it starts where the loop starts and ends before the index (i < index, not i <= index)"
	}
	return "put the initial values into the clause: it has to be true before the first iteration; weaken a strict bound (<= for <), or require what is missing"
}

func (s *sources) bodyHint(f Failure) string {
	l := s.loopAt(f.Line)
	if l == nil {
		return "an iteration breaks the clause: weaken it, or add a second invariant that makes it inductive"
	}
	if v, bound := s.counter(l); v != "" {
		if strings.Contains(f.Clause, v+" < "+bound) && !strings.Contains(f.Clause, v+" <= "+bound) {
			return fmt.Sprintf("after the last iteration %s equals %s: write `%s <= %s`", v, bound, v, bound)
		}
		if !s.bounded(l, v, bound) && !strings.Contains(f.Clause, bound) {
			return fmt.Sprintf("no invariant bounds %s: add `%s <= %s` and its lower bound, then this clause may become inductive", v, v, bound)
		}
		if strings.Contains(f.Clause, "\\forall") && strings.Contains(f.Clause, "<= "+v) {
			return fmt.Sprintf("the range includes %s itself, which has not been looked at when the iteration begins: use `< %s`", v, v)
		}
	}
	return "the clause is not kept by an iteration: add an invariant about the variables the body changes that the clause depends on, or weaken the clause"
}

func (s *sources) variantHint(f Failure, negative bool) string {
	l := s.loopAt(f.Line)
	if l != nil {
		if v, bound := s.counter(l); v != "" {
			if negative {
				return fmt.Sprintf("`%s - %s` is not negative while the loop runs, given the invariant `%s <= %s`", bound, v, v, bound)
			}
			return fmt.Sprintf("the loop increases %s: use `decreases %s - %s`", v, bound, v)
		}
	}
	if negative {
		return "while the loop's condition holds the variant must be 0 or more: add an invariant that bounds it, or another measure"
	}
	return "every path through the body, continue included, has to make the measure smaller"
}

func (s *sources) indexHint(f Failure) string {
	if l := s.loopAt(f.Line); l != nil {
		if v, bound := s.counter(l); v != "" && len(l.spec.Of(jml.LoopInvariant)) > 0 && !s.bounded(l, v, bound) {
			return fmt.Sprintf("the invariant doesn't bound the index: add `0 <= %s && %s <= %s`", v, v, bound)
		}
		if len(l.spec.Of(jml.LoopInvariant)) == 0 {
			return fmt.Sprintf("the loop at line %d has no invariant: add the bounds of the index", l.from)
		}
	}
	return "add the bounds of the index as a requires clause (0 <= i && i < a.length), or an invariant when a loop changes it"
}

func (s *sources) overflowHint(f Failure) string {
	if l := s.loopAt(f.Line); l != nil {
		return "bound the variable by a loop invariant (for a sum: a bound on the elements times the index), and the inputs by requires"
	}
	return "add a requires clause that keeps the result within the type, e.g. `Integer.MIN_VALUE <= a + b && a + b <= Integer.MAX_VALUE` (arithmetic in specifications is mathematical)"
}

// counter recognises `i < n` (or <=, !=) as a loop's condition, i being changed in
// the loop: the variable and the bound as written.
func (s *sources) counter(l *loop) (v, bound string) {
	var cond java.Expr
	switch st := l.stmt.(type) {
	case *java.For:
		cond = st.Cond
	case *java.While:
		cond = st.Cond
	case *java.DoWhile:
		cond = st.Cond
	}
	for {
		p, ok := cond.(*java.Paren)
		if !ok {
			break
		}
		cond = p.X
	}
	for {
		b, ok := cond.(*java.Binary)
		if !ok {
			return "", ""
		}
		switch b.Op {
		case java.AndAnd:
			cond = b.X
			continue
		case java.Lt, java.Ne:
			if n, ok := b.X.(*java.Name); ok {
				return n.Name, s.file.Text(b.Y)
			}
		case java.Le:
			if n, ok := b.X.(*java.Name); ok {
				return n.Name, s.file.Text(b.Y) + " + 1"
			}
		}
		return "", ""
	}
}

// bounded reports whether an invariant compares v with the bound.
func (s *sources) bounded(l *loop, v, bound string) bool {
	for _, c := range l.spec.Of(jml.LoopInvariant) {
		t := oneLine(s.file.Text(c.Expr))
		for _, form := range []string{v + " <= " + bound, v + " < " + bound, bound + " >= " + v, bound + " > " + v, v + " == " + bound} {
			if strings.Contains(t, form) {
				return true
			}
		}
	}
	return false
}
