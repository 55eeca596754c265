package tla

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"ensures/tla/syntax"
)

// Names of what the second run of a job adds.
const (
	againRoot  = "EnsuresAgain"
	againFails = "EnsuresFails"
)

// nextOf finds the next-state relation in the formula of a specification.
var nextOf = regexp.MustCompile(`\[\]\s*\[\s*([A-Za-z0-9_!]+)\s*\]_`)

// reproduce fills in the trace of an action that can't be evaluated, where TLC printed
// none: it does so of an operator of its own modules, as Head(<<>>), in any state but an
// initial one.
//
//	second run: INVARIANT  C₁ ∧ … ∧ Cₙ ⇒ ¬ENABLED (Next ∧ FALSE)
//
// The conjunct FALSE makes ENABLED go through all successors of a state and find none, so
// the invariant is TRUE wherever Next can be evaluated, and fails with a trace where it
// can't. Side conditions: the states are those of the first run (no simulation; states
// beyond a CONSTRAINT Cᵢ have no successors; an ACTION_CONSTRAINT can't be asked in a
// state, so there must be none), and the second run ends with the first one's words.
// Otherwise the outcome stays as it is.
func (t Toolchain) reproduce(ctx context.Context, j Job, out *Outcome) error {
	if out.Status != Evaluation || len(out.Trace) > 0 || out.Initial < 1 || j.Simulate != nil {
		return nil
	}
	again, ok := j.again()
	if !ok {
		return nil
	}

	second, err := t.check(ctx, again)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	same := second.Status == out.Status && second.Violated == againFails && strings.Contains(second.Message, lastLine(out.Message))
	if err == nil && same {
		out.Trace = second.Trace
	}
	return nil
}

// again is the job of the second run; false where none can be made.
func (j Job) again() (Job, bool) {
	next, constraints, limits := j.Next, slices.Clone(j.Constraints), j.ActionLimits
	specification := j.Specification
	if j.Config != "" {
		said := sections(j.Config)
		specification, next = strings.Join(said["SPECIFICATION"], ""), strings.Join(said["NEXT"], "")
		constraints = slices.Concat(said["CONSTRAINT"], said["CONSTRAINTS"])
		limits = slices.Concat(said["ACTION_CONSTRAINT"], said["ACTION_CONSTRAINTS"])
	} else if specification == "" && next == "" {
		next = "Next"
	}

	// A formula may have fairness beside [][Next]_vars: only the next-state relation in it can be
	// asked under ENABLED.
	if specification != "" {
		next = ""
		for _, s := range append([]Source{j.Module}, j.Extra...) {
			if d := syntax.NewSpec(s.Text).Definition(specification); d != nil && next == "" {
				if v := nextOf.FindStringSubmatch(d.Body.Text); v != nil {
					next = v[1]
				}
			}
		}
	}
	root, err := j.Module.name()
	if err != nil || next == "" || len(limits) > 0 {
		return j, false
	}

	fails := "~ENABLED (" + next + " /\\ FALSE)"
	if len(constraints) > 0 {
		fails = "(" + strings.Join(constraints, " /\\ ") + ") => " + fails
	}
	j.Extra = append([]Source{j.Module}, j.Extra...)
	j.Module = Source{againRoot, "---- MODULE " + againRoot + " ----\nEXTENDS " + root + "\n" + againFails + " == " + fails + "\n====\n"}
	// A budget could end the second run before the state that the first one came to.
	j.Budget, j.NoCoverage, j.Dump = 0, true, ""
	if j.Config != "" {
		j.Config += "\nINVARIANT " + againFails + "\n"
	} else {
		j.Invariants = append(slices.Clone(j.Invariants), againFails)
	}
	return j, true
}

var (
	configComment = regexp.MustCompile(`\\\*[^\n]*|(?s:\(\*.*?\*\))`)
	// configKeys are the keywords of configuration files.
	configKeys = strings.Fields(`CONSTANT CONSTANTS INVARIANT INVARIANTS PROPERTY PROPERTIES CONSTRAINT CONSTRAINTS ACTION_CONSTRAINT ACTION_CONSTRAINTS
		INIT NEXT SPECIFICATION VIEW SYMMETRY TYPE TYPE_CONSTRAINT CHECK_DEADLOCK ALIAS POSTCONDITION`)
)

// sections are the words under each keyword of a configuration file.
func sections(config string) map[string][]string {
	said := map[string][]string{}
	key := ""
	for _, w := range strings.Fields(configComment.ReplaceAllString(config, " ")) {
		if slices.Contains(configKeys, w) {
			key = w
		} else {
			said[key] = append(said[key], w)
		}
	}
	return said
}

// lastLine is the last line of a message that is not empty: the words of the error
// itself, which others wrap.
func lastLine(s string) string {
	s = strings.TrimSpace(s)
	return strings.TrimSpace(strings.TrimPrefix(s[strings.LastIndexByte(s, '\n')+1:], ": "))
}
