package trace

import (
	"fmt"
	"slices"
	"strings"

	"ensures/tla/syntax"
)

// within says that the next-state relation applies an action to the arguments that the
// application x gives it; "" where it does not apply the action by name.
func (g *generator) within(x string, own []Hidden) string {
	name, _ := head(x)
	if len(g.facts.applied[name]) == 0 {
		return ""
	}
	x = strings.TrimSpace(x)
	return g.fill(memberOf(name)+x[len(name):], own)
}

// memberOf names the definition that [generator.applies] writes. It has the arguments
// as parameters of its own: the quantifiers' names, which stand in it, must be none
// that a mapping's expression binds too.
func memberOf(name string) string {
	return prefix + "of_" + strings.ReplaceAll(name, "!", "_")
}

// applies defines when the next-state relation applies an action to some values: in
// one of the places where it does, for some values of what is quantified there.
//
//	Next == \E t \in T, q \in Q : A(t, q + 1)
//	trc_of_A(trc_1, trc_2) == LET t == trc_1 IN t \in T /\ \E q \in Q : trc_2 = q + 1
//
// A variable that is an argument as it stands has that one value: nothing is gone through,
// and the set may be one without an end, such as Nat.
func (g *generator) applies(name string) {
	places := g.facts.applied[name]
	var params []string
	for i := range places[0].Args {
		params = append(params, fmt.Sprintf("%s%d", prefix, i+1))
	}
	left := memberOf(name)
	if len(params) > 0 {
		left += "(" + strings.Join(params, ", ") + ")"
	}
	g.line(0, "%s ==", left)
	for _, a := range places {
		g.line(0, "  \\/ %s", wrap(applied(a, params)))
	}
}

// applied is one place of [generator.applies].
func applied(a syntax.Action, params []string) string {
	args := slices.Clone(a.Args)
	var b strings.Builder
	closing := 0
	for _, q := range a.Quantifiers {
		if q.Pattern {
			b.WriteString(open(q) + "(")
			closing++
			continue
		}
		for _, n := range q.Names {
			if i := slices.Index(args, n); i >= 0 {
				fmt.Fprintf(&b, "LET %s == %s IN (%s \\in %s /\\ (", n, params[i], n, block(q.Set))
				args[i] = "" // said
				closing += 2
				continue
			}
			b.WriteString(open(syntax.Quantifier{Names: []string{n}, Set: q.Set}) + "(")
			closing++
		}
	}

	b.WriteString("TRUE")
	for i, x := range args {
		if x != "" {
			fmt.Fprintf(&b, " /\\ %s = %s", params[i], block(x))
		}
	}
	b.WriteString(strings.Repeat(")", closing))
	return b.String()
}

// open is a quantifier as it stands in front of what is quantified.
func open(q syntax.Quantifier) string {
	q.Set = block(q.Set)
	return q.String()
}

// block makes an expression safe in the middle of a line: one of several lines begins a
// line of its own, since lists in it lean on its columns.
func block(x string) string {
	if strings.Contains(x, "\n") {
		x = "\n" + x + "\n"
	}
	return wrap(x)
}
