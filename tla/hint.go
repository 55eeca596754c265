package tla

import (
	"fmt"
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

	switch o.Status {
	case Partial:
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
		return fmt.Sprintf("%d distinct states were found and %d were left when the time was up. Use smaller constants, a CONSTRAINT, or a budget of time.", max(0, o.Distinct), max(0, o.Queue))
	case Syntax:
		if len(o.Problems) > 0 {
			if h := o.Problems[0].Kind.hint(at()); h != "" {
				return h
			}
		}
		return "The parser stopped where it names, so the mistake is there or just before" + at() + ": an operator without its operand, a bracket that is not closed, a list whose bullets are not in one column."
	case Semantic:
		return "Define or declare the names that are unknown; an operator must stand before its use" + at() + "."
	case Config:
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
		if o.Stuttering {
			return "The behavior stops for ever in its last state. Without WF_vars or SF_vars in the specification every behavior may stop."
		}
		return "The behavior repeats its last states for ever. Look for fairness that is missing, or for an action that undoes another."
	case Evaluation, Assertion:
		if f := o.Failing; f != nil {
			where := ""
			if f.Definition != "" {
				where = " in " + f.Definition
			}
			return fmt.Sprintf("The expression at line %d, columns %d to %d of module %s%s has no value in the trace's last state. Guard it, or mend what leads there.", f.Line, f.Column, f.EndColumn, f.Module, where)
		}
		return "An expression has no value in the trace's last state; the message says which. Guard it, or mend what leads there."
	case Unassigned:
		return "Give " + strings.Join(o.Unassigned, ", ") + " a next value in the action, or list it under UNCHANGED."
	case StackOverflow:
		return "A recursive definition goes too deep or has no end."
	case OutOfMemory:
		return "Sets or the state space are too large: use smaller constants."
	}
	return ""
}

// hint is what to do about a syntax error of its kind; at says where it is.
func (k Kind) hint(at string) string {
	switch k {
	case MissingModule:
		return "Only the standard modules are there: Naturals, Integers, Reals, Sequences, FiniteSets, Bags, TLC, Randomization. Define what you need in the module itself."
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
