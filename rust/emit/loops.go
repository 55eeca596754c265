package emit

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"ensures/rust/spec"
)

// loop writes the attribute of a loop, and reports whether there is one.
func (c *attributed) loop(l *spec.Loop, t *translator) bool {
	if reason := c.noLoop(l); reason != "" {
		for _, cl := range l.Clauses {
			c.omit(c.fn, cl, reason)
		}
		return false
	}

	in := c.inLoop(l, t)
	invariants, whole := c.invariants(l, in)
	var measure []string
	for _, cl := range spec.Of(l.Clauses, spec.Ensures) {
		c.omit(c.fn, cl, "what a loop ensures")
	}

	list := spec.Of(l.Clauses, spec.Decreases)
	if whole {
		measure = c.decreases(list, in)
	} else {
		for _, cl := range list {
			c.omit(c.fn, cl, lostInvariant)
		}
	}
	return c.loopAttribute(l, invariants, measure)
}

// noLoop is why a loop can have no attribute.
func (c *attributed) noLoop(l *spec.Loop) string {
	head := c.f.Src[l.Head.From:l.Head.To]
	switch {
	case c.style == Contracts:
		return "a loop"
	case !l.Alone:
		return "a loop inside of an expression"
	case l.Word == "while" && letRE.MatchString(head):
		return "the head of a while let"
	case c.style == Anodized && l.Word == "loop":
		return "a loop without a head"
	}
	return ""
}

var letRE = regexp.MustCompile(`\blet\b`)

// lostInvariant is why the rest of a loop's clauses is left out.
const lostInvariant = "an invariant of the loop is left out"

// invariants are those of a loop where all can be said; else none is, and whole is false.
func (c *attributed) invariants(l *spec.Loop, t *translator) (out []string, whole bool) {
	var list []spec.Clause
	reasons := map[spec.Span]string{}
	for _, cl := range l.Clauses {
		if cl.Kind != spec.Invariant && cl.Kind != spec.InvariantExceptBreak {
			continue
		}
		list = append(list, cl)
		reason := attempt(func() { t.condition(cl.Expr) })
		if mentionsOld(cl.Expr) {
			reason = "the state before the call inside of a loop"
		}
		if reason != "" {
			reasons[cl.Span] = reason
		}
	}

	// Only now that all of them are known to be sayable: see [emitter.attributes].
	for _, cl := range list {
		if len(reasons) > 0 {
			c.omit(c.fn, cl, cmp.Or(reasons[cl.Span], lostInvariant))
		} else if x, ok := c.formula(cl, t); ok {
			out = append(out, proved(x, t.recursive))
		}
	}
	return out, len(reasons) == 0
}

// decreases is the measure of a loop, which needs a value everywhere.
func (c *attributed) decreases(list []spec.Clause, t *translator) []string {
	if len(list) == 0 {
		return nil
	}
	all, texts, reason := c.measured(list, t)
	// It was counted as written before its value was in question.
	if reason == "" && all.partial {
		c.written -= len(list)
		reason = "a measure that may have no value"
	}
	if reason == "" {
		return texts
	}
	for _, cl := range list {
		c.omit(c.fn, cl, reason)
	}
	return nil
}

func mentionsOld(x spec.Expr) bool {
	found := false
	spec.Walk(x, func(x spec.Expr) {
		call, ok := x.(*spec.Call)
		found = found || ok && call.Path.Name() == "old"
	})
	return found
}

// inLoop translates the clauses of a loop. To Kani the variable of a for is not there yet, but
// how many items came before.
func (c *attributed) inLoop(l *spec.Loop, t *translator) *translator {
	if c.style != Kani || l.Word != "for" {
		return t
	}
	in := *t
	in.scope = slices.Clone(t.scope)
	from := regexp.MustCompile(`^\s*[A-Za-z_][A-Za-z0-9_]*\s+in\s+0\s*\.\.`).MatchString(c.f.Src[l.Head.From:l.Head.To])
	for _, name := range l.Vars {
		b := binding{name: name, reason: "the variable of a for that does not begin at 0"}
		// kani::index counts from 0, as the variable does only where the range begins there.
		if from {
			b = binding{name: name, term: size("kani::index", false)}
		}
		in.scope = append(in.scope, b)
	}
	return &in
}

// loopAttribute puts what is left in front of a loop.
func (c *attributed) loopAttribute(l *spec.Loop, invariants, measure []string) bool {
	var out []string
	switch {
	case len(invariants)+len(measure) == 0:
		return false
	case c.style == Kani:
		if len(invariants) == 0 { // a measure alone has no meaning
			invariants = []string{"true"}
		}
		out = append(out, "#[cfg_attr(kani, kani::loop_invariant("+conjunction(invariants)+"))]")
		if len(measure) > 0 {
			out = append(out, "#[cfg_attr(kani, kani::loop_decreases("+strings.Join(measure, ", ")+"))]")
		}
		c.loopAttributes = true
	default:
		var fields []string
		if len(invariants) > 0 {
			fields = append(fields, "maintains: ["+strings.Join(invariants, ", ")+"]")
		}
		if len(measure) == 1 {
			fields = append(fields, "decreases: "+measure[0])
		} else if len(measure) > 1 {
			fields = append(fields, "decreases: ("+strings.Join(measure, ", ")+")")
		}
		out = append(out, "#[spec("+strings.Join(fields, ", ")+")]") // which the function's own attribute reads
	}

	indent := c.newline() + c.indent(l.Start)
	c.insert(l.Start, strings.Join(out, indent)+indent)
	return true
}
