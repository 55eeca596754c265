// Package soundtest looks for the one thing a verifier must never do: call a method
// verified that a concrete run shows to violate its specification.
//
// [Generate] makes small random Java programs with random specifications; [Search]
// weakens a program until a verifier verifies methods of it, and runs those in the
// interpreter on random and boundary inputs. A violation is a run that the verified
// specification forbids: a false postcondition or loop invariant, a location
// written outside of the frame, an exception that is not allowed, an overflow where
// overflow is an error.
//
// [Questions] looks where random programs seldom lead. It takes small true programs, a
// [Catalogue] of them by groups of rules, and makes claims that runs show to be false:
// clauses and code with one thing changed, and what a program with one thing changed
// returns. Each claim is a method of its own, so that no other hides it, and a verifier
// that calls one of them verified is wrong. [Changed] makes the same programs without
// looking at runs first, for a Search.
//
// The package must not know any particular verifier.
package soundtest

import (
	"strings"
)

// Program is a Java file with specifications, each clause of which has its line to
// itself.
type Program struct {
	Source string
	// Exact is the same program line by line, its arithmetic throwing an Error
	// where it would overflow or a cast would lose something. Empty when overflow
	// is not looked for.
	Exact string
	// Calls lists, for each method, the methods of the file that it may call.
	Calls map[string][]string
	// Floats is set where floating-point numbers occur: quiet arithmetic takes them
	// to be finite, which runs need not be.
	Floats bool
	// Mutated is the lines of clauses that were changed; where it is set, only
	// programs that keep one of them are worth a run.
	Mutated   []int
	falsified []int // lines of clauses that a run has shown to be false
}

// spent reports whether every changed clause has been taken out.
func (p *Program) spent() bool {
	if p.Mutated == nil {
		return false
	}
	ls := strings.Split(p.Source, "\n")
	for _, n := range p.Mutated {
		if strings.TrimSpace(ls[n-1]) != "" {
			return false
		}
	}
	return true
}

// drop takes clauses out of a program, by line.
func (p *Program) drop(lines map[int]bool) {
	p.Source, p.Exact = blank(p.Source, lines), blank(p.Exact, lines)
}

func blank(src string, lines map[int]bool) string {
	if src == "" {
		return ""
	}
	ls := strings.Split(src, "\n")
	for n := range lines {
		ls[n-1] = ""
	}
	return strings.Join(ls, "\n")
}

// droppable reports whether a line holds nothing but one clause that says what is
// to be proved, so that the program means something without it.
func droppable(src string, line int) bool {
	ls := strings.Split(src, "\n")
	if line < 1 || line > len(ls) {
		return false
	}
	l := strings.TrimSpace(ls[line-1])
	for _, k := range []string{"ensures ", "loop_invariant ", "maintaining ", "decreases ", "assert ", "assignable ", "signals ", "signals_only "} {
		if strings.HasPrefix(l, "//@ "+k) {
			return true
		}
	}
	return false
}
