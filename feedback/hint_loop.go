package feedback

import (
	"fmt"
	"strings"

	"ensures/jml"
)

func (s *sources) beforeLoopHint(f Failure) string {
	l := s.loopAt(f.Line)
	e, file := s.clause(f)
	if l == nil || e == nil {
		return "put the initial values into the clause: it has to be true before the first iteration; weaken a strict bound (<= for <), or require what is missing"
	}
	if h := s.wrongRange(l, f); h != "" {
		return h
	}
	if h := s.strictBound(l, f); h != "" {
		return h
	}
	// Variables that the clause binds itself are no variables of the code.
	bound := map[string]bool{}
	for _, q := range s.quantifiers(file, e) {
		bound[q.variable] = true
	}
	now, used := put(s.clauseText(f), s.initial(l), bound)
	if len(used) == 0 {
		return "before the first iteration the clause has to follow from what is required and done before the loop: require it, or weaken the clause"
	}
	return fmt.Sprintf("before the first iteration (%s) the clause says `%s`, which does not follow: weaken it (<= for <, an empty range at the start), or require what makes it true there", strings.Join(used, ", "), now)
}

// wrongRange is the hint for a quantifier that includes the loop's index, or is about
// the part that the loop has not come to.
func (s *sources) wrongRange(l *loop, f Failure) string {
	c, ok := s.counter(l)
	e, file := s.clause(f)
	if !ok || e == nil {
		return ""
	}
	for _, q := range s.quantifiers(file, e) {
		// An existential quantifier over what is left is a usual invariant of a search.
		if q.low == "" || q.high == "" || q.q.Kind == "\\exists" {
			continue
		}
		low, high := strip(q.low), strip(q.high)
		switch {
		case c.up && high == c.name && q.highLe:
			return fmt.Sprintf("the range of the quantifier includes %s itself, which has not been looked at when an iteration begins: write `%s < %s` for `%s <= %s`", c.name, q.variable, c.name, q.variable, q.high)
		case c.up && (low == c.name || low == c.name+"+1") && high != c.name:
			start := s.initial(l)[c.name]
			if start == "" {
				start = "0"
			}
			return fmt.Sprintf("the loop counts %s up, so what is done lies below it, but the range starts at the wrong end (`%s`): write `%s <= %s && %s < %s`", c.name, rangeText(q), start, q.variable, q.variable, c.name)
		case !c.up && low == c.name:
			return fmt.Sprintf("the range of the quantifier includes %s itself, which has not been looked at when an iteration begins: write `%s < %s` for `%s <= %s`", c.name, c.name, q.variable, q.low, q.variable)
		case !c.up && high == c.name:
			end := q.variable + " <= " + startOf(s, l, c)
			if whole := s.wholeRange(f); whole != "" {
				end = q.variable + whole
			}
			return fmt.Sprintf("the loop counts %s down, so what is done lies above it, but the range starts at the wrong end (`%s`): write `%s < %s && %s`", c.name, rangeText(q), c.name, q.variable, end)
		}
	}
	return ""
}

// wholeRange is the upper end of the range of the first quantifier among the
// method's postconditions, " < a.length", "" where there is none.
func (s *sources) wholeRange(f Failure) string {
	m := s.methodOf(f)
	if m == nil || s.spec == nil {
		return ""
	}
	for _, c := range jml.Normalise(s.spec.Methods[m]).Cases {
		for _, e := range c.Ensures {
			for _, q := range s.quantifiers(s.file, e.Expr) {
				if q.low == "" || q.high == "" {
					continue
				}
				if q.highLe {
					return " <= " + q.high
				}
				return " < " + q.high
			}
		}
	}
	return ""
}

func startOf(s *sources, l *loop, c counter) string {
	if v := s.initial(l)[c.name]; v != "" {
		return strings.Trim(v, "()")
	}
	return "the first value of " + c.name
}

func (s *sources) bodyHint(f Failure) string {
	l := s.loopAt(f.Line)
	if l == nil {
		return "an iteration breaks the clause: weaken it, or add a second invariant that makes it inductive"
	}

	// The order is from the certain to the general: what is visibly wrong in the clause, then
	// what a run shows, then facts that are missing.
	if h := s.wrongRange(l, f); h != "" {
		return h
	}
	if h := s.strictBound(l, f); h != "" {
		return h
	}

	c, counts := s.counter(l)
	if refuted(f) {
		return "a run reaches a loop head where the clause is false (see the values): correct it so that it says what holds after every number of iterations"
	}
	if counts && !s.bounded(l, c.name, c.exit, c.up) {
		rel := "<="
		if !c.up {
			rel = ">="
		}
		return fmt.Sprintf("no invariant bounds %s: add %s and its other bound, then this clause may be kept by every iteration", c.name, s.invariant(l, c.name+" "+rel+" "+c.exit))
	}

	e, _ := s.clause(f)
	said := l.mentioned()
	for _, v := range s.changed(l) {
		if !said[v] && v != c.name {
			return fmt.Sprintf("an iteration does not keep the clause: no invariant says anything about %s, which the body changes; add what holds of it after every iteration", v)
		}
	}

	var about []string
	for _, n := range names(e) {
		if l.changes[n] {
			about = append(about, n)
		}
	}
	if len(about) == 0 {
		return "an iteration does not keep the clause: add an invariant about what the body changes, or weaken the clause"
	}
	return fmt.Sprintf("an iteration does not keep the clause from the invariants alone: strengthen what they say of %s, or weaken the clause", strings.Join(about, ", "))
}

// strictBound is the hint for a bound of the counter that the last iteration breaks.
func (s *sources) strictBound(l *loop, f Failure) string {
	c, ok := s.counter(l)
	if !ok {
		return ""
	}
	text, exit, bound := strip(f.Clause), strip(c.exit), strip(c.bound)
	strict, same, rel := c.name+"<"+exit, c.name+"<="+bound, "<="
	if !c.up {
		strict, same, rel = c.name+">"+exit, c.name+">="+bound, ">="
	}
	switch {
	case !c.le && strings.Contains(text, strict):
		return fmt.Sprintf("after the last iteration %s equals %s: write `%s %s %s`", c.name, c.exit, c.name, rel, c.exit)
	case c.le && strings.Contains(text, same) && !strings.Contains(text, same+"+1") && !strings.Contains(text, same+"-1"):
		return fmt.Sprintf("the loop goes on while %s equals %s, so after the last iteration %s is %s: write `%s %s %s`", c.name, c.bound, c.name, c.exit, c.name, rel, c.exit)
	}
	return ""
}

func (s *sources) variantHint(f Failure, negative bool) string {
	l := s.loopAt(f.Line)
	c, ok := s.counter(l)
	if !ok {
		if negative {
			return "while the loop's condition holds the measure has to be 0 or more: add an invariant that bounds it, or take another measure"
		}
		return "every path through the body, continue included, has to make the measure smaller: measure what each of them changes"
	}

	// The distance to the value that ends the loop: 0 at its end, and smaller by every step.
	measure, keep := c.exit+" - "+c.name, c.name+" <= "+c.exit
	word := "up"
	if !c.up {
		word, keep = "down", c.name+" >= "+c.exit
		measure = c.name + " - " + c.exit
		if c.exit == "-1" {
			measure = c.name + " + 1"
		}
		if c.exit == "0" {
			measure = c.name
		}
	}
	if c.le && c.up {
		measure = c.bound + " - " + c.name + " + 1"
	}
	if negative {
		return fmt.Sprintf("the loop counts %s %s: `decreases %s;` is not negative, given the invariant `%s`", c.name, word, measure, keep)
	}
	return fmt.Sprintf("the loop counts %s %s: write `decreases %s;`; where a path through the body (a continue) does not change %s, add what it changes to the measure", c.name, word, measure, c.name)
}

func (s *sources) missingHint(f Failure) string {
	l := s.loopAt(f.Line)
	if l == nil {
		return "give the loop an invariant: bounds of its index, and what has been computed so far"
	}
	var parts []string
	c, ok := s.counter(l)
	if ok {
		start := s.initial(l)[c.name]
		switch {
		case c.up && start != "":
			parts = append(parts, s.invariant(l, start+" <= "+c.name+" && "+c.name+" <= "+c.exit))
		case c.up:
			parts = append(parts, s.invariant(l, c.name+" <= "+c.exit))
		default:
			parts = append(parts, s.invariant(l, c.name+" >= "+c.exit))
		}
	}

	var rest []string
	for _, v := range s.changed(l) {
		if v != c.name {
			rest = append(rest, v)
		}
	}
	if len(rest) > 0 {
		parts = append(parts, "what "+strings.Join(rest, ", ")+" is after the iterations so far")
	}

	if len(parts) == 0 {
		parts = append(parts, "what holds after every iteration")
	}
	return fmt.Sprintf("give the loop at line %d an invariant: %s", l.line(s), strings.Join(parts, ", and "))
}
