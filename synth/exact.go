package synth

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ensures/candidate"
	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
	"ensures/jml"
	"ensures/symbolic"
)

func itoa(n int) string { return strconv.Itoa(n) }

// describe turns the cases of the summary into facts.
func (x *exact) describe(result types.Type) error {
	normal := 0
	for _, c := range x.sum.Cases {
		if c.Throws == "" {
			normal++
			x.returned(c, result)
			continue
		}
		i := slices.IndexFunc(x.throws, func(t thrown) bool { return t.class == c.Throws })
		if i < 0 {
			i = len(x.throws)
			x.throws = append(x.throws, thrown{class: c.Throws})
		}
		x.throws[i].guards = append(x.throws[i].guards, c.Guard)
		x.throws[i].writes = x.throws[i].writes || len(c.Writes) > 0
	}

	x.normal = normal
	x.left()
	x.framed(normal)
	// What the precondition of the normal case says needn't stand in front of its postconditions.
	kept := x.kept()
	for i := range x.facts {
		x.facts[i].guard = slices.DeleteFunc(x.facts[i].guard, func(g java.Expr) bool { return symbolic.IsTrue(symbolic.Given(kept, g)) })
		for j, g := range x.facts[i].guard {
			// Conditions are about the state before; a postcondition reads names in the state after.
			x.facts[i].guard[j] = x.sum.After(g)
		}
		x.facts[i].full = x.facts[i].guard
	}
	return nil
}

func (x *exact) add(key string, c symbolic.Case, forms ...string) {
	x.facts = append(x.facts, fact{key: key, guard: slices.Clone(c.Guard), forms: forms})
}

// returned says what a case returns.
func (x *exact) returned(c symbolic.Case, t types.Type) {
	switch {
	case c.Made != nil:
		x.made("\\result", c, *c.Made)
	case c.Result != nil:
		x.equal("\\result", c, c.Result, t)
	}
}

// equal says that a place holds a value, in the forms that its type allows.
func (x *exact) equal(at string, c symbolic.Case, v java.Expr, t types.Type) {
	e := x.sum.After(bare(v, t))
	text := java.Print(e)
	p := types.Unboxed(t)
	operand := text
	if needsParens(e) {
		operand = "(" + text + ")"
	}
	switch {
	case p != nil && p.Kind() == types.Boolean:
		f := fact{key: at, guard: slices.Clone(c.Guard), value: e}
		// \result <==> true would be a clause that nobody writes.
		switch text {
		case "true":
			f.forms = []string{at}
		case "false":
			f.forms = []string{"!" + at}
		default:
			f.forms = []string{at + " <==> " + text}
		}
		if !types.IsPrimitive(t) {
			f.forms = append(f.forms, at+" == "+operand, at+".booleanValue() == "+operand)
		}
		x.facts = append(x.facts, f)
	case p != nil && types.IsFloating(p) && isNaN(e):
		x.add(at, c, strings.ToUpper(p.String()[:1])+p.String()[1:]+".isNaN("+at+")")
	case p != nil && types.IsFloating(p):
		eq := at + " == " + operand
		forms := []string{eq}
		// A literal is a number: no condition for NaN is needed.
		if isLiteral(v, java.DoubleLiteral) || isLiteral(v, java.IntLiteral) {
			if !types.IsPrimitive(t) {
				forms = append(forms, at+".doubleValue() == "+operand)
			}
			x.add(at, c, forms...)
			return
		}
		if names := x.floats(v); len(names) > 0 {
			forms = append(forms, strings.Join(names, " && ")+" ==> "+eq)
		}
		// NaN equals nothing, itself included (JLS 15.21.1): where the value may be one, == says too much.
		last := len(forms)
		forms = append(forms, "!Double.isNaN("+text+") ==> "+eq)
		if !types.IsPrimitive(t) {
			forms = append(forms, at+".doubleValue() == "+operand, at+" != null && "+at+".doubleValue() == "+operand)
		}
		x.add(at, c, forms...)
		x.facts[len(x.facts)-1].last = last
	case p != nil:
		forms := []string{at + " == " + operand}
		if !types.IsPrimitive(t) {
			forms = append(forms, at+".intValue() == "+operand)
		}
		x.add(at, c, forms...)
	case isLiteral(v, java.NullLiteral):
		x.add(at, c, at+" == null")
	case types.IsString(t):
		same, eq := at+".equals("+text+")", at+" == "+operand
		// A string that is handed on is the same object; one that is made only equals.
		if _, name := v.(*java.Name); name {
			x.add(at, c, eq, same)
		} else {
			x.add(at, c, same, eq)
		}
	default:
		x.add(at, c, at+" == "+operand)
	}
}

// isNaN reports whether an expression is the constant that is no number, which equals
// nothing.
func isNaN(e java.Expr) bool {
	s, ok := java.Unparen(e).(*java.Select)
	if !ok || s.Name.Name != "NaN" {
		return false
	}
	of, ok := s.X.(*java.Name)
	return ok && (of.Name == "Double" || of.Name == "Float")
}

// floats are conditions that the method's floating-point parameters in e are numbers.
func (x *exact) floats(e java.Expr) []string {
	var out []string
	java.Walk(e, func(n java.Node) bool {
		if v, ok := n.(*java.Name); ok && slices.Contains(x.floating, v.Name) {
			if s := "!Double.isNaN(" + v.Name + ")"; !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
		return true
	})
	return out
}

// needsParens reports whether an expression binds less tightly than ==.
func needsParens(e java.Expr) bool {
	switch e := e.(type) {
	case *java.Cond:
		return true
	case *java.Binary:
		return e.Op >= java.Lt && e.Op <= java.Ne || e.Op == java.AndAnd || e.Op == java.OrOr || e.Op == java.BitAnd || e.Op == java.BitOr || e.Op == java.BitXor
	case *java.InstanceOf:
		return true
	}
	return false
}

func isLiteral(e java.Expr, k java.LiteralKind) bool {
	l, ok := e.(*java.Literal)
	return ok && l.Kind == k
}

// bare is a value without the casts that a comparison makes itself.
func bare(e java.Expr, t types.Type) java.Expr {
	p := types.Unboxed(t)
	if c, ok := e.(*java.Cast); ok && p != nil && types.IsFloating(p) && c.Type.Name == p.String() {
		return c.X
	}
	if q, ok := e.(*java.Paren); ok {
		return q.X
	}
	return e
}

// made says what an object that the method made holds.
func (x *exact) made(at string, c symbolic.Case, m symbolic.Made) {
	length, cell := at+".length", func(i string) string { return at + "[" + i + "]" }
	if !m.Array {
		length, cell = at+".size()", func(i string) string { return at + ".get(" + i + ")" }
	}
	x.add(length, c, length+" == "+java.Print(x.sum.After(m.Length)))
	for _, e := range m.Cells {
		i := java.Print(e.Index)
		if m.Elem != nil {
			x.equal(cell(i), c, e.Value, m.Elem)
			continue
		}
		v := x.sum.After(e.Value)
		text := java.Print(v)
		if needsParens(v) {
			text = "(" + text + ")"
		}
		forms := []string{cell(i) + " == " + text, cell(i) + ".equals(" + java.Print(v) + ")"}
		if _, boxed := e.Value.(*java.Call); boxed {
			slices.Reverse(forms)
		}
		x.add(cell(i), c, forms...)
	}
	if len(m.Cells) == 0 && m.Rest != nil {
		x.add(cell("*"), c, fmt.Sprintf("(\\forall int %s; 0 <= %[1]s && %[1]s < %s; %s == %s)", x.k, length, cell(x.k), java.Print(m.Rest)))
	}
}

// left says what the cases leave in fields and arrays: of every place that some case
// writes, in every case.
func (x *exact) left() {
	type spot struct {
		text string
		w    symbolic.Write
	}

	var spots []spot
	for _, c := range x.sum.Cases {
		for _, w := range c.Writes {
			text := java.Print(w.Place)
			if c.Throws == "" && !slices.ContainsFunc(spots, func(s spot) bool { return s.text == text }) {
				spots = append(spots, spot{text, w})
			}
		}
	}
	for _, s := range spots {
		for _, c := range x.sum.Cases {
			if c.Throws != "" {
				continue
			}
			i := slices.IndexFunc(c.Writes, func(w symbolic.Write) bool { return java.Print(w.Place) == s.text })
			switch {
			case i < 0 && s.w.Array == nil:
				x.add(s.text, c, s.text+" == \\old("+s.text+")")
			case i < 0: // the index may be no index there
			case c.Writes[i].Made != nil:
				x.made(x.now(s.w), c, *c.Writes[i].Made)
			default:
				x.equal(x.now(s.w), c, c.Writes[i].Value, s.w.Type)
			}
		}
	}
}

// now is a written place in the words of the state after the call: what leads to it
// is of before.
func (x *exact) now(w symbolic.Write) string {
	if w.Array == nil {
		if s, ok := w.Place.(*java.Select); ok {
			if _, this := s.X.(*java.This); !this {
				return java.Print(&java.Select{X: x.sum.After(s.X), Name: s.Name})
			}
		}
		return java.Print(w.Place)
	}
	return java.Print(&java.Index{X: x.sum.After(w.Array), I: x.sum.After(w.Index)})
}

// framed says what the cases leave alone.
func (x *exact) framed(normal int) {
	var refs []string
	add := func(text string) {
		if !slices.Contains(refs, text) {
			refs = append(refs, text)
		}
	}
	indices := map[string][]string{} // array → written indices
	var arrays []string
	everywhere := map[string]int{}
	for _, c := range x.sum.Cases {
		for _, w := range c.Writes {
			// Exceptional cases have a frame of their own, see cases.
			if c.Throws != "" {
				continue
			}
			if w.New {
				continue // it was not there to be changed
			}
			if w.Array == nil {
				add(java.Print(w.Place))
				continue
			}
			a, i := java.Print(w.Array), java.Print(w.Index)
			if _, ok := indices[a]; !ok {
				arrays = append(arrays, a)
			}
			if !slices.Contains(indices[a], i) {
				indices[a] = append(indices[a], i)
			}
			everywhere[a+"["+i+"]"]++
		}
	}

	for _, a := range arrays {
		always := true
		for _, i := range indices[a] {
			always = always && everywhere[a+"["+i+"]"] == normal
		}
		// A cell that only some cases write may have no valid index in the others: then all cells.
		if always {
			for _, i := range indices[a] {
				add(a + "[" + i + "]")
			}
		} else {
			add(a + "[*]")
		}

		// Which cells keep their values is said in any case, since the frame may name all of them.
		other := ""
		for _, i := range indices[a] {
			other += " && " + x.k + " != " + i
		}
		all := func(cond string) string {
			return fmt.Sprintf("(\\forall int %s; 0 <= %[1]s && %[1]s < %s.length%s; %[2]s[%[1]s] == \\old(%[2]s[%[1]s]))", x.k, a, cond)
		}
		x.facts = append(x.facts, fact{key: a + "[*]", forms: []string{all(other)}})
		for _, c := range x.sum.Cases {
			if c.Throws == "" && !slices.ContainsFunc(c.Writes, func(w symbolic.Write) bool { return w.Array != nil && java.Print(w.Array) == a }) {
				x.add(a+"[*]", c, all(""))
			}
		}
	}

	if len(refs) == 0 {
		refs = []string{"\\nothing"}
	}
	x.frame = strings.Join(refs, ", ")
}

// kept are conditions under which nothing is thrown.
func (x *exact) kept() []java.Expr {
	var kept []java.Expr
	for _, t := range x.throws {
		for _, g := range t.guards {
			c := symbolic.All(g)
			if c == nil {
				continue
			}
			// Each condition is said under those before it: what they exclude needn't be excluded again.
			if n := symbolic.Given(kept, symbolic.Not(symbolic.Given(kept, c))); !symbolic.IsTrue(n) {
				kept = append(kept, n)
			}
		}
	}
	return kept
}

// cases returns the specification: one case where nothing is thrown, else a normal and
// exceptional behaviours.
func (x *exact) cases() []candidate.Case {
	pre := func() []*candidate.Clause { return candidate.All(jml.Requires, x.pre) }
	var posts []*candidate.Clause
	x.saying = map[*candidate.Clause][]int{}
	for _, e := range x.ensures() {
		c := candidate.New(jml.Ensures, e.text)
		x.saying[c] = e.facts
		posts = append(posts, c)
	}
	frame := candidate.New(jml.Assignable, x.frame)
	if len(x.throws) == 0 {
		return []candidate.Case{{Behaviour: jml.Lightweight, Clauses: slices.Concat(pre(), []*candidate.Clause{frame}, posts, x.signals)}}
	}

	var out []candidate.Case
	if len(posts) > 0 || slices.ContainsFunc(x.sum.Cases, func(c symbolic.Case) bool { return c.Throws == "" }) {
		out = append(out, candidate.Case{Behaviour: jml.NormalBehavior,
			Clauses: slices.Concat(predicates(jml.Requires, x.kept()), pre(), []*candidate.Clause{frame}, posts)})
	}
	for _, t := range x.throws {
		k := candidate.Case{Behaviour: jml.ExceptionalBehavior}
		var conds []java.Expr
		for _, g := range t.guards {
			if c := symbolic.All(g); c != nil {
				conds = append(conds, c)
			}
		}
		if c := symbolic.Any(conds); c != nil {
			k.Clauses = predicates(jml.Requires, []java.Expr{c})
		}
		k.Clauses = append(k.Clauses, pre()...)
		// A case that writes before it throws has no frame: anything may have changed.
		if !t.writes {
			k.Clauses = append(k.Clauses, candidate.New(jml.Assignable, "\\nothing"))
		}
		k.Clauses = append(k.Clauses, candidate.New(jml.SignalsOnly, t.class))
		out = append(out, k)
	}
	return out
}

// maxCondition is the size of the largest condition that cases are joined to.
const maxCondition = 40

// said is a clause and the facts that it says.
type said struct {
	text  string
	facts []int
}

// ensures are the facts as clauses: those that say the same joined, truths of a
// boolean as one equivalence.
func (x *exact) ensures() []said {
	var out []said
	done := map[int]bool{}
	for i, f := range x.facts {
		if done[i] {
			continue
		}
		var about, alike []int
		for j := i; j < len(x.facts); j++ {
			if g := x.facts[j]; g.key == f.key {
				about = append(about, j)
				if g.forms[0] == f.forms[0] {
					alike = append(alike, j)
				}
			}
		}
		if e := x.equivalence(f.key); e != "" {
			out = append(out, said{e, about})
			for _, j := range about {
				done[j] = true
			}
			continue
		}

		var conds []java.Expr
		// The same in every case that returns: no condition is needed.
		always := len(alike) == x.normal
		for _, j := range alike {
			done[j] = true
			if c := symbolic.All(x.facts[j].guard); c != nil {
				conds = append(conds, c)
			} else {
				always = true
			}
		}
		switch c := symbolic.Any(conds); {
		case always:
			out = append(out, said{f.forms[0], alike})
		case symbolic.Size(c) <= maxCondition:
			out = append(out, said{guardText(c) + " ==> " + formText(f.forms[0]), alike})
		// Joined, the condition would be longer than anybody reads: a clause each.
		default:
			for k, c := range conds {
				out = append(out, said{guardText(c) + " ==> " + formText(f.forms[0]), alike[k : k+1]})
			}
		}
	}
	return out
}

// equivalence is what is said of a boolean in all cases as one clause; "" where that
// is not shorter, or not so.
func (x *exact) equivalence(key string) string {
	var when, unless []java.Expr
	n := 0
	for _, f := range x.facts {
		if f.key != key {
			continue
		}
		if f.value == nil {
			return ""
		}
		n++
		g := symbolic.All(f.guard)
		with := func(v java.Expr) java.Expr {
			if g == nil {
				return v
			}
			return symbolic.All([]java.Expr{g, v})
		}
		switch text := java.Print(f.value); {
		case text == "true" && g != nil:
			when = append(when, g)
		case text == "false" && g != nil:
			unless = append(unless, g)
		// A truth under no condition decides alone.
		case text == "true" || text == "false":
			return ""
		default:
			when = append(when, with(f.value))
			unless = append(unless, with(symbolic.Not(f.value)))
		}
	}
	if n < 2 || len(when) == 0 || len(unless) == 0 {
		return ""
	}

	// The cases are all there are, so the opposite of "false" is "true": the shorter one is said.
	yes, no := symbolic.Any(when), symbolic.Not(symbolic.Any(unless))
	if symbolic.Size(no) < symbolic.Size(yes) {
		yes = no
	}
	if symbolic.Size(yes) > maxCondition {
		return ""
	}

	form := x.facts[slices.IndexFunc(x.facts, func(f fact) bool { return f.key == key })].forms[0]
	op := " <==> "
	if strings.Contains(form, ".booleanValue()") {
		key += ".booleanValue()"
	}
	if strings.Contains(form, " == ") && !strings.Contains(form, "<==>") {
		return key + " == (" + java.Print(yes) + ")"
	}
	return key + op + java.Print(yes)
}

// halves are the sides of a precondition that bounds an expression from both.
func halves(text string) []string {
	given, what := conditional(text)
	b, is := java.Unparen(what).(*java.Binary)
	if !is || b.Op != java.AndAnd {
		return nil
	}
	guard := ""
	if given != nil {
		guard = java.Print(given) + " ==> "
	}
	return []string{guard + java.Print(java.Unparen(b.X)), guard + java.Print(java.Unparen(b.Y))}
}

// unguarded are versions of a conditional precondition with a condition less.
func unguarded(text string) []string {
	given, what := conditional(text)
	if given == nil {
		return nil
	}
	parts := expr.Conjuncts(given)
	if len(parts) == 1 {
		return []string{java.Print(java.Unparen(what))}
	}
	var out []string
	for i := range parts {
		rest := slices.Delete(slices.Clone(parts), i, i+1)
		out = append(out, java.Print(&java.Binary{Op: java.Implies, X: symbolic.All(rest), Y: what}))
	}
	return out
}

// covers reports whether a precondition says all that another does: the same, under no
// other conditions.
func covers(one, other string) bool {
	given, what := conditional(one)
	others, same := conditional(other)
	if what == nil || same == nil || java.Print(java.Unparen(what)) != java.Print(java.Unparen(same)) {
		return false
	}
	known := conjuncts(others)
	return !slices.ContainsFunc(conjuncts(given), func(g string) bool { return !slices.Contains(known, g) })
}

// conjuncts are the texts of the parts of a condition; nil has none.
func conjuncts(cond java.Expr) []string {
	var out []string
	if cond != nil {
		for _, c := range expr.Conjuncts(cond) {
			out = append(out, java.Print(java.Unparen(c)))
		}
	}
	return out
}

// conditional is the condition of a precondition, nil where it has none, and what it says
// under it, nil where the text is no expression.
func conditional(text string) (given, what java.Expr) {
	x, ok := parsed(text)
	if !ok {
		return nil, nil
	}
	if b, is := x.(*java.Binary); is && b.Op == java.Implies {
		return b.X, b.Y
	}
	return nil, x
}

// parsed is a text as an expression.
func parsed(text string) (java.Expr, bool) {
	x, _, errs := jml.ParseExpr(text)
	return x, len(errs) == 0
}
