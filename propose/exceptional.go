package propose

import (
	"maps"
	"slices"
	"strings"

	"ensures/bench"
	"ensures/candidate"
	"ensures/java"
	"ensures/jml"
	"ensures/propose/search"
)

// behaviour is what is said of the state before the call, in cases where the method
// throws on purpose.
type behaviour struct {
	requires []string // of all cases
	normal   []string // further conditions under which it returns
	throws   map[string][]string
	others   []string // classes of exceptions that no condition found tells the inputs of
}

// split tells inputs on which the code throws in so many words from those on
// which it fails.
func (w *method) split() (deliberate map[string][]*bench.Pair, failures []*bench.Pair) {
	names := thrown(w.prep.Decl)
	deliberate = map[string][]*bench.Pair{}
	for _, p := range w.prep.Invalid {
		simple := p.Class[strings.LastIndexAny(p.Class, ".$")+1:]
		if p.End == bench.Threw && names[simple] {
			deliberate[simple] = append(deliberate[simple], p)
		} else {
			failures = append(failures, p)
		}
	}
	return deliberate, failures
}

// cases finds the preconditions: what keeps out failures, and what tells inputs
// on which the method throws on purpose from those on which it returns.
func (w *method) cases() behaviour {
	deliberate, failures := w.split()
	b := behaviour{throws: map[string][]string{}}
	// Inputs on which it throws on purpose are good ones here: the contract has cases for them.
	var good []*bench.Pair
	good = append(good, w.prep.Pairs...)
	for _, ps := range deliberate {
		good = append(good, ps...)
	}
	var left []*bench.Pair
	b.requires, left = w.preconditions(good, failures)
	b.others = reported(left)
	var names []string
	for n := range deliberate {
		names = append(names, n)
	}

	slices.Sort(names)
	for _, n := range names {
		conds, _ := w.preconditions(w.prep.Pairs, deliberate[n])
		// Nothing tells these inputs from the others: there is no case to write.
		if len(conds) == 0 {
			continue
		}
		for i, c := range conds {
			if e, _, errs := jml.ParseExpr(c); len(errs) == 0 && e != java.Unparen(e) {
				conds[i] = java.Print(java.Unparen(e))
			}
		}
		b.throws[n] = conds
		for _, c := range conds {
			if !slices.Contains(b.normal, c) {
				b.normal = append(b.normal, c)
			}
		}
	}
	return b
}

// mistakes are the exceptions of the language's own operations, and of an index into a text or a
// list: a caller is to avoid them, and a specification that allows them has no use.
var mistakes = []string{
	"java.lang.NullPointerException", "java.lang.ArrayIndexOutOfBoundsException", "java.lang.ArithmeticException",
	"java.lang.NegativeArraySizeException", "java.lang.ClassCastException", "java.lang.ArrayStoreException",
	"java.lang.IndexOutOfBoundsException", "java.lang.StringIndexOutOfBoundsException",
}

// mostOthers bounds the classes of exceptions in one clause.
const mostOthers = 2

// reported are the classes of the exceptions by which a call tells its caller that it does not
// take an argument, as parsing does, sorted; none where there are more than a few, or one is a
// mistake.
func reported(failures []*bench.Pair) (out []string) {
	for _, p := range failures {
		name := strings.ReplaceAll(strings.TrimPrefix(p.Class, "java.lang."), "$", ".")
		if p.End != bench.Threw || slices.Contains(mistakes, p.Class) {
			return nil
		}
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	if len(out) > mostOthers {
		return nil
	}
	slices.Sort(out)
	return out
}

// cases returns the specification: one case where nothing is thrown on purpose, else a
// normal and an exceptional behaviour for each class of exceptions. frame is nil where
// it can't be said.
func (b behaviour) cases(ensures []*candidate.Clause, frame *candidate.Clause) []candidate.Case {
	normal := candidate.Case{Behaviour: jml.Lightweight, Clauses: candidate.All(jml.Requires, slices.Concat(b.requires, b.normal))}
	if frame != nil {
		normal.Clauses = append(normal.Clauses, frame)
	}
	normal.Clauses = append(normal.Clauses, ensures...)

	if len(b.throws) == 0 {
		if len(b.others) > 0 {
			normal.Clauses = append(normal.Clauses, candidate.New(jml.SignalsOnly, strings.Join(b.others, ", ")))
		}
		if len(normal.Clauses) == 0 {
			return nil
		}
		return []candidate.Case{normal}
	}

	normal.Behaviour = jml.NormalBehavior
	out := []candidate.Case{normal}
	for _, n := range slices.Sorted(maps.Keys(b.throws)) {
		k := candidate.Case{Behaviour: jml.ExceptionalBehavior, Clauses: candidate.All(jml.Requires, append(slices.Clone(b.requires), negated(b.throws[n])))}
		if frame != nil && frame.Body == "\\nothing" {
			k.Clauses = append(k.Clauses, candidate.New(frame.Kind, frame.Body)) // not said, a caller would have to expect any change
		}
		k.Clauses = append(k.Clauses, candidate.New(jml.SignalsOnly, n))
		out = append(out, k)
	}
	return out
}

// negated is the opposite of a conjunction.
func negated(conds []string) string {
	if e, _, errs := jml.ParseExpr(strings.Join(conds, " && ")); len(errs) == 0 {
		switch e := java.Unparen(e).(type) {
		case *java.Unary:
			if e.Op == java.Not {
				return java.Print(java.Unparen(e.X))
			}
		case *java.Name:
			return "!" + e.Name
		}
	}
	if len(conds) == 1 {
		// Opposite turns the last comparison of a text round, which must be its only one.
		if strings.Contains(conds[0], "&&") || strings.Contains(conds[0], "||") || strings.Contains(conds[0], "==>") || strings.Contains(conds[0], "(") {
			return "!(" + conds[0] + ")"
		}
		if o := search.Opposite(conds[0]); o != "" {
			return o
		}
	}
	return "!(" + strings.Join(conds, " && ") + ")"
}
