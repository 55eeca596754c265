package propose

import (
	"slices"
	"strings"

	"ensures/bench"
)

// behaviour is a method's specification as lines, in cases where it throws on purpose.
type behaviour struct {
	requires []string // of all cases
	normal   []string // further conditions under which it returns
	throws   map[string][]string
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
	var good []*bench.Pair
	good = append(good, w.prep.Pairs...)
	for _, ps := range deliberate {
		good = append(good, ps...)
	}
	b.requires = w.preconditions(good, failures)
	var names []string
	for n := range deliberate {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		conds := w.preconditions(w.prep.Pairs, deliberate[n])
		if len(conds) == 0 {
			continue
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

// lines prints the specification: one case where nothing is thrown on purpose,
// else a normal and an exceptional behaviour.
func (b behaviour) lines(ensures []string, frame string) []string {
	var out []string
	if len(b.throws) == 0 {
		for _, r := range b.requires {
			out = append(out, "requires "+r+";")
		}
		if frame != "" {
			out = append(out, frame)
		}
		return append(out, ensures...)
	}
	out = append(out, "public normal_behavior")
	for _, r := range slices.Concat(b.requires, b.normal) {
		out = append(out, "  requires "+r+";")
	}
	if frame != "" {
		out = append(out, "  "+frame)
	}
	for _, e := range ensures {
		out = append(out, "  "+e)
	}
	var names []string
	for n := range b.throws {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		out = append(out, "also public exceptional_behavior")
		for _, r := range b.requires {
			out = append(out, "  requires "+r+";")
		}
		out = append(out, "  requires "+negated(b.throws[n])+";", "  signals_only "+n+";")
	}
	return out
}

// negated is the opposite of a conjunction.
func negated(conds []string) string {
	if len(conds) == 1 {
		t := term{text: conds[0], prec: precRel}
		if strings.Contains(conds[0], "&&") || strings.Contains(conds[0], "||") || strings.Contains(conds[0], "==>") || strings.Contains(conds[0], "(") {
			return "!(" + conds[0] + ")"
		}
		if o := opposite(&t); o != "" {
			return o
		}
	}
	return "!(" + strings.Join(conds, " && ") + ")"
}
