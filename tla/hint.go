package tla

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Hint says in a sentence or two what to do about an outcome; empty where there is
// nothing to do.
func (o Outcome) Hint() string {
	at := func() string {
		for _, p := range o.Problems {
			if p.Line > 0 {
				return fmt.Sprintf(" (module %s, line %d)", p.Module, p.Line)
			}
		}
		return ""
	}
	last := func() string {
		if n := len(o.Trace); n > 0 && o.Trace[n-1].Action != initialAction {
			return fmt.Sprintf(" Action %s led to the bad state; its diff shows what it changed.", o.Trace[n-1].Action)
		}
		return ""
	}

	// What was found out about this very problem comes before what its status says in general.
	if f := o.Failing; o.Advice != "" && f != nil && f.Definition != "" {
		return fmt.Sprintf("%s It is in %s, line %d of module %s.", o.Advice, f.Definition, f.Line, f.Module)
	} else if o.Advice != "" && !o.Untranslated {
		return o.Advice
	}

	switch o.Status {
	case Partial:
		if o.Constrained {
			return "A behavior that the constraint cuts off counts for no temporal property, so that none is violated says little. Make the module finite by its guards, and leave the constraint out."
		}
		if idle := o.idle(); len(idle) > 0 {
			return "No error in the part that was explored, but never taken: " + strings.Join(idle, ", ") + "."
		}
		return "No error in the part that was explored. Smaller constants or a CONSTRAINT make a complete exploration possible."
	case OK:
		if idle := o.idle(); len(idle) > 0 {
			return "Never taken, so nothing was checked of them: " + strings.Join(idle, ", ") + ". Their guards are never true."
		}
	case Vacuous:
		if o.Initial > 0 {
			return "The next-state relation has no action left: a set that it quantifies over is empty."
		}
		return "No state satisfies the initial predicate: two of its conjuncts contradict each other, or a set that it draws from is empty."
	case Timeout:
		if o.Distinct < 0 { // the first count comes with the initial states
			return o.noStates()
		}
		return fmt.Sprintf("%d distinct states were found and %d were left when the time was up. Use smaller constants, a CONSTRAINT, or a budget of time.", max(0, o.Distinct), max(0, o.Queue))
	case Syntax:
		if len(o.Problems) > 0 {
			if h := ascii(o.Problems[0].Text); h != "" && o.Problems[0].Kind == LexicalError {
				return h + at() + "."
			}
			if h := o.Problems[0].Kind.hint(at()); h != "" {
				return h
			}
		}
		return "The parser stopped where it names, so the mistake is there or just before" + at() + ": an operator without its operand, a bracket that is not closed, a list whose bullets are not in one column."
	case Semantic:
		if o.Untranslated {
			return untranslated
		}
		if len(o.Problems) > 0 && strings.Contains(o.Problems[0].Text, "already defined or declared") {
			return "The name is there twice: in this module, or in one that it extends. Delete one of the two, or give it another name" + at() + "."
		}
		return "Define or declare the names that are unknown; an operator must stand before its use" + at() + "."
	case Config:
		if o.Untranslated {
			return untranslated
		}
		if strings.Contains(o.Message, "expecting a keyword") || strings.Contains(o.Message, "expecting = or <-") {
			return "A constant without a value, or a keyword that this TLC does not have. Keywords: SPECIFICATION, INIT, NEXT, CONSTANT, INVARIANT, PROPERTY, CONSTRAINT, ACTION_CONSTRAINT, SYMMETRY, VIEW."
		}
		if strings.Contains(o.Message, "not assigned a value") {
			return "Every CONSTANT needs a value: a number, a string, a model value or a set of them."
		}
		return "The configuration must name what the module defines, letter for letter."
	case Assumption:
		return "The constants' values don't satisfy the ASSUME" + at() + "."

	case Deadlock:
		return "No action is enabled in the trace's last state. If the system may end there, add a step that leaves everything unchanged, or do not check for deadlock."
	case Invariant:
		return "The trace's last state violates it." + last()
	case ActionProperty:
		return "The trace's last step violates it." + last()
	case Temporal:
		if o.Violated == "" {
			return "TLC does not tell which temporal property it is: where there are several, check one at a time. " + o.endless()
		}
		return o.endless()

	case Evaluation, Assertion:
		return o.valueless(at())
	case Unassigned:
		return "Give " + strings.Join(o.Unassigned, ", ") + " a next value in the action, or list it under UNCHANGED."
	case StackOverflow:
		return "A recursive definition goes too deep or has no end."
	case OutOfMemory:
		return "Sets or the state space are too large: use smaller constants."
	}
	return ""
}

// valueless says what to do about an expression that has no value; at is its place.
func (o Outcome) valueless(at string) string {
	if strings.Contains(o.Message, "too many elements") || strings.Contains(o.Message, "Overflow when computing the number of elements") {
		return "A set is too large to list" + at + ". SUBSET S has 2^n elements and [S -> T] has m^n: quantify over a smaller set, or say with a guard which elements count."
	}
	if f := o.Failing; f != nil {
		where := ""
		if f.Definition != "" {
			where = " in " + f.Definition
		}
		return fmt.Sprintf("The expression at line %d, columns %d to %d of module %s%s has no value in the trace's last state. Guard it, or mend what leads there.", f.Line, f.Column, f.EndColumn, f.Module, where)
	}
	return "An expression has no value in the trace's last state; the message says which. Guard it, or mend what leads there."
}

// endless says of what kind the counterexample of a temporal property is.
func (o Outcome) endless() string {
	if o.Stuttering {
		return "The behavior stops for ever in its last state. Without WF_vars or SF_vars in the specification every behavior may stop."
	}
	return "The behavior repeats its last states for ever. Look for fairness that is missing, or for an action that undoes another."
}

// noStates says what takes long before the first state is explored.
func (o Outcome) noStates() string {
	if o.Initial > 0 {
		return fmt.Sprintf("%d initial states and more: TLC was still listing them when the time was up. A set in the initial predicate is too large: SUBSET S has 2^n elements, [S -> T] has m^n.", o.Initial)
	}
	return "No initial state was found when the time was up: an ASSUME, a constant's value or the initial predicate lists a set that is too large, such as SUBSET S."
}

const untranslated = "The module has a PlusCal algorithm, which TLC does not read: translate it (java -cp tla2tools.jar pcal.trans FILE.tla writes the translation below it), or write the actions in TLA+."

// typeset are characters that word processors put in the place of ASCII ones.
var typeset = map[rune]string{'·': `*`, '–': `-`, '“': `"`, '”': `"`, '‘': `'`, '’': `'`}

var encountered = regexp.MustCompile(`Encountered: "[^"]*" \((\d+)\)`)

// ascii says how TLA+ writes the character at which the lexer stopped; empty where it is
// an ASCII one.
func ascii(text string) string {
	v := encountered.FindStringSubmatch(text)
	if v == nil {
		return ""
	}
	n, _ := strconv.Atoi(v[1])
	if n < 128 {
		return ""
	}
	if w, ok := typeset[rune(n)]; ok {
		return fmt.Sprintf("This parser reads ASCII only: write %s in place of %c, and so with all other such characters", w, rune(n))
	}
	return fmt.Sprintf("This parser reads ASCII only: %c can stand in comments and nowhere else", rune(n))
}

// hint is what to do about a syntax error of its kind; at says where it is.
func (k Kind) hint(at string) string {
	switch k {
	case MissingModule:
		return "The standard modules are there (Naturals, Integers, Reals, Sequences, FiniteSets, Bags, TLC, Randomization), SequencesExt, FiniteSetsExt, Functions, Folds, and those of tla.library. Define what you need in the module itself."
	case NoModule:
		return "A module begins with `---- MODULE Name ----`, Name being the file's, and ends with `====`."
	case WrongName:
		return "The name in `---- MODULE Name ----` must be the file's."
	case Precedence:
		return "Put brackets around the operators that conflict, or write the conjuncts or disjuncts as a list, one a line" + at + "."
	}
	return ""
}

// idle are the actions that were never taken.
func (o Outcome) idle() []string {
	var names []string
	for _, a := range o.Actions {
		if a.Generated == 0 {
			name := a.Name
			if a.Part {
				name = fmt.Sprintf("%s, line %d", name, a.Line)
			}
			names = append(names, name)
		}
	}
	return names
}
