package feedback

import (
	"fmt"
	"strings"

	"ensures/java"
	"ensures/jml"
	"ensures/verify"
)

// bound says where a condition on values can stand: in front of the method when it
// speaks of unchanged parameters alone, else in the loop or before the place.
func (s *sources) bound(f Failure, e java.Expr, cond string) string {
	if ofParams(s.methodOf(f), e) {
		return "add " + s.require(f, cond)
	}
	if every := s.everyElement(f, e, cond); every != "" {
		return every
	}
	if l := s.loopAt(f.Line); l != nil && len(l.changes) > 0 {
		for _, n := range names(e) {
			if l.changes[n] {
				return fmt.Sprintf("make `%s` follow from the invariants of the loop at line %d, which changes %s", cond, l.line(s), n)
			}
		}
	}
	return fmt.Sprintf("make `%s` known here: by a requires clause on what it is computed from, by an ensures clause of the method that gave it, or by a condition around this", cond)
}

// everyElement is the hint for an element of an unchanged array parameter at a loop's
// counter: what holds of it is required of all elements.
func (s *sources) everyElement(f Failure, e java.Expr, cond string) string {
	x, ok := java.Unparen(e).(*java.Index)
	if !ok {
		return ""
	}
	a, ok1 := x.X.(*java.Name)
	i, ok2 := x.I.(*java.Name)
	c, counts := s.counter(s.loopAt(f.Line))
	if !ok1 || !ok2 || !counts || c.name != i.Name || !isParam(s.methodOf(f), a.Name) {
		return ""
	}
	all := strings.ReplaceAll(cond, s.text(x), a.Name+"[k]")
	return "add " + s.require(f, fmt.Sprintf("(\\forall int k; 0 <= k && k < %s.length; %s)", a.Name, all))
}

func (s *sources) indexHint(f Failure) string {
	x, ok := at[*java.Index](s, f)
	if !ok {
		return "add the bounds of the index as a requires clause (0 <= i && i < a.length), or an invariant when a loop changes it"
	}
	a, i := s.text(x.X), s.text(x.I)
	cond := fmt.Sprintf("0 <= %s && %s < %s.length", i, i, a)
	switch f.Kind {
	case verify.PossiblyNegativeIndex:
		cond = "0 <= " + i
	case verify.PossiblyTooLargeIndex:
		cond = i + " < " + a + ".length"
	}

	l := s.loopAt(f.Line)
	c, counts := s.counter(l)

	// An index that is made of unchanged parameters is no matter of the loop, also inside one.
	if counts && !ofParams(s.methodOf(f), x.I) {
		switch {
		case len(l.invariants()) == 0:
			return fmt.Sprintf("the loop at line %d has no invariant: add %s", l.line(s), s.invariant(l, s.counterBounds(l, c)))
		case f.Kind != verify.PossiblyTooLargeIndex && !s.lowerBounded(l, c.name):
			return "the invariant doesn't bound the index from below: add " + s.invariant(l, "0 <= "+c.name)
		case !s.bounded(l, c.name, c.exit, c.up):
			return "the invariant doesn't bound the index: add " + s.invariant(l, s.counterBounds(l, c))
		case c.le && f.Kind == verify.PossiblyTooLargeIndex && strip(c.bound) == strip(a)+".length":
			// i <= a.length reads past the end: no clause helps.
			return fmt.Sprintf("the loop's condition `%s` lets the index be %s, one too many: the code is wrong, or the bound is", s.text(l.cond()), c.bound)
		case strip(c.bound) != strip(a)+".length" && c.up && f.Kind == verify.PossiblyTooLargeIndex:
			return fmt.Sprintf("%s goes up to %s, which is not known to be at most %s.length: add %s", c.name, c.exit, a, s.require(f, c.exit+" <= "+a+".length"))
		}
	}
	return s.bound(f, x, cond)
}

// counterBounds is both bounds of a counter.
func (s *sources) counterBounds(l *loop, c counter) string {
	start := s.initial(l)[c.name]
	switch {
	case c.up && start != "":
		return fmt.Sprintf("%s <= %s && %s <= %s", start, c.name, c.name, c.exit)
	case c.up:
		return fmt.Sprintf("0 <= %s && %s <= %s", c.name, c.name, c.exit)
	case start != "":
		return fmt.Sprintf("%s <= %s && %s <= %s", c.exit, c.name, c.name, strings.Trim(start, "()"))
	}
	return fmt.Sprintf("%s <= %s", c.exit, c.name)
}

// lowerBounded reports whether an invariant has a lower bound of a variable.
func (s *sources) lowerBounded(l *loop, v string) bool {
	for _, b := range []string{"0", "1", "-1", s.initial(l)[v]} {
		if b != "" && s.bounded(l, v, b, false) {
			return true
		}
	}
	return false
}

func (s *sources) nullHint(f Failure) string {
	if f.Class == NullReturn || f.Kind == verify.PossiblyNullReturn {
		return "null may be returned: declare the method `/*@ nullable @*/` where that is meant, else show that the value is not null (a requires clause, an invariant, a branch)"
	}

	switch f.Kind {
	case verify.PossiblyNullField, verify.PossiblyNullInitial, "NullField":
		return "a field is non-null unless declared otherwise: give it a value in its declaration or in every constructor, or declare it `/*@ nullable @*/`"
	}

	var e java.Expr
	if x, ok := at[*java.Select](s, f); ok {
		e = x.X
	} else if x, ok := at[*java.Index](s, f); ok {
		e = x.X
	}
	if x, ok := at[*java.Call](s, f); ok && x.X != nil && (e == nil || x.Pos() >= e.Pos()) {
		e = x.X
	}

	m := s.methodOf(f)
	switch x := java.Unparen(e).(type) {
	case nil:
		return "exclude null by a requires clause (x != null), or declare the reference nullable and treat null where it is used"
	case *java.Index:
		return fmt.Sprintf("elements of %s may be null: add %s, or treat null in the code", s.text(x.X), s.require(f, "\\nonnullelements("+s.text(x.X)+")"))
	case *java.Call:
		return fmt.Sprintf("%s may give null: add `ensures \\result != null;` to it, or treat null in the code", s.text(x))
	case *java.Name:
		if isParam(m, x.Name) {
			return fmt.Sprintf("add %s, or take `nullable` away from the parameter", s.require(f, x.Name+" != null"))
		}
	}
	return s.bound(f, e, s.text(e)+" != null")
}

func (s *sources) sizeHint(f Failure) string {
	x, ok := at[*java.NewArray](s, f)
	if !ok || len(x.Lens) == 0 {
		return "add a requires clause that the length is not negative"
	}
	for _, n := range x.Lens {
		if _, lit := java.Unparen(n).(*java.Literal); !lit {
			return s.bound(f, n, s.text(n)+" >= 0")
		}
	}
	return "the length is not known to be 0 or more: require it"
}

func (s *sources) divisionHint(f Failure) string {
	if d := s.divisor(f); d != nil {
		return s.bound(f, d, s.text(d)+" != 0")
	}
	return "add a requires clause or loop invariant that the divisor is not 0"
}

func (s *sources) divisor(f Failure) java.Expr {
	var found java.Expr
	s.inspect(func(n java.Node) bool {
		var op java.Op
		var y java.Expr
		switch x := n.(type) {
		case *java.Binary:
			op, y = x.Op, x.Y
		case *java.AssignExpr:
			op, y = x.Op, x.Y
		}
		if (op == java.Div || op == java.Rem) && s.lineOf(n.Pos()) <= f.Line && f.Line <= s.lineOf(n.End()) {
			if p := s.file.Position(y.Pos()); found == nil || p.Column > f.Column && s.file.Position(found.Pos()).Column <= f.Column {
				found = y
			}
		}
		return true
	})
	return found
}

// operation is the arithmetic at a failure's place: its text, the operands, and the
// variable that is assigned, if any.
func (s *sources) operation(f Failure) (text string, e java.Expr, target string) {
	if x, ok := at[*java.AssignExpr](s, f); ok && x.Op != java.Assign && s.file.Position(x.X.End()).Column <= f.Column+2 && s.inside(x, f) {
		text, e = s.text(x.X)+" "+x.Op.String()+" "+s.operand(x.Y), x
		if n, ok := x.X.(*java.Name); ok {
			target = n.Name
		}
	}
	if x, ok := at[*java.Unary](s, f); ok && s.inside(x, f) {
		switch x.Op {
		case java.PreInc, java.PostInc:
			text, e = s.text(x.X)+" + 1", x
		case java.PreDec, java.PostDec:
			text, e = s.text(x.X)+" - 1", x
		case java.Neg:
			text, e = s.text(x), x
		}
		if n, ok := x.X.(*java.Name); ok && e == java.Expr(x) {
			target = n.Name
		}
	}

	// The smaller of the two, where both are around the place.
	if x, ok := at[*java.Binary](s, f); ok && s.inside(x, f) && (e == nil || x.Pos() >= e.Pos() && x.End() <= e.End()) {
		switch x.Op {
		case java.Plus, java.Sub, java.Mul, java.Div:
			text, e, target = s.text(x), x, ""
		}
	}
	return text, e, target
}

func (s *sources) operand(e java.Expr) string {
	if _, ok := java.Unparen(e).(*java.Binary); ok {
		return "(" + s.text(java.Unparen(e)) + ")"
	}
	return s.text(e)
}

// inside reports whether a failure's place lies within a node.
func (s *sources) inside(n java.Node, f Failure) bool {
	from, to := s.file.Position(n.Pos()), s.file.Position(n.End())
	return (from.Line < f.Line || from.Line == f.Line && from.Column <= f.Column) && (to.Line > f.Line || to.Line == f.Line && f.Column <= to.Column)
}

func (s *sources) overflowHint(f Failure) string {
	text, e, target := s.operation(f)
	if e == nil {
		return "add a requires clause that keeps the result of the operation between the smallest and the largest value of its type (arithmetic in specifications is mathematical)"
	}

	m := s.methodOf(f)

	// By the operands' declared types: one long makes the operation long (binary numeric
	// promotion).
	box := "Integer"
	for _, n := range names(e) {
		if s.typeName(m, n) == "long" {
			box = "Long"
		}
	}

	l := s.loopAt(f.Line)
	if u, ok := e.(*java.Unary); ok && u.Op == java.Neg {
		return "only the smallest value has no negation: " + s.bound(f, e, fmt.Sprintf("%s != %s.MIN_VALUE", s.text(u.X), box))
	}
	if c, ok := s.counter(l); ok && target == c.name {
		if c.le && c.up {
			return fmt.Sprintf("%s reaches %s: add %s", c.name, c.exit, s.require(f, c.bound+" < "+box+".MAX_VALUE"))
		}
		return "bound the counter: add " + s.invariant(l, s.counterBounds(l, c))
	}

	// A sum of two indices that overflows before it is halved is a mistake in the code (as in
	// many a binary search), so that the hint is about the code first.
	if x, ok := e.(*java.Binary); ok && x.Op == java.Plus && s.half(x) {
		if a, b, ok := twoNames(x); ok {
			return fmt.Sprintf("the sum of %s and %s does not fit although their mean does: write `%s + (%s - %s) / 2`, or bound them: `requires`/invariant `%s <= Integer.MAX_VALUE / 2`", a, b, a, b, a, b)
		}
	}

	// A sum over a loop needs a bound of what is added and of how often it is added; neither
	// alone is enough.
	if l != nil && target != "" && l.changes[target] {
		// The numbers are an example that fits an int: 1000 elements of at most a million.
		if a := s.element(e); a != "" {
			c, counts := s.counter(l)
			i := "i"
			if counts {
				i = c.name
			}
			return fmt.Sprintf("%s grows with every element: require a bound of the elements and of the length, `requires %s.length <= 1000 && (\\forall int k; 0 <= k && k < %s.length; -1000000 <= %s[k] && %s[k] <= 1000000);`, and keep `loop_invariant -1000000 * %s <= %s && %s <= 1000000 * %s;`",
				target, a, a, a, a, i, target, target, i)
		}
		return fmt.Sprintf("%s grows with every iteration: bound it by a loop invariant (its value after so many iterations), and the number of iterations by a requires clause, so that `%s <= %s.MAX_VALUE` follows", target, text, box)
	}

	low, high := fmt.Sprintf("%s.MIN_VALUE <= %s", box, text), fmt.Sprintf("%s <= %s.MAX_VALUE", text, box)
	return s.bound(f, e, low+" && "+high) + " (arithmetic in specifications is mathematical: it does not overflow there)"
}

// half reports whether a sum is halved, as in a binary search.
func (s *sources) half(sum *java.Binary) bool {
	found := false
	s.inspectLine(s.lineOf(sum.Pos()), func(n java.Node) {
		if b, ok := n.(*java.Binary); ok && (b.Op == java.Div || b.Op == java.Shr || b.Op == java.Ushr) && java.Unparen(b.X) == java.Expr(sum) {
			if lit, ok := java.Unparen(b.Y).(*java.Literal); ok && (lit.Raw == "2" && b.Op == java.Div || lit.Raw == "1" && b.Op != java.Div) {
				found = true
			}
		}
	})
	return found
}

func twoNames(b *java.Binary) (string, string, bool) {
	x, ok1 := java.Unparen(b.X).(*java.Name)
	y, ok2 := java.Unparen(b.Y).(*java.Name)
	if !ok1 || !ok2 {
		return "", "", false
	}
	return x.Name, y.Name, true
}

// element is the array whose element an expression takes, "" where it takes none.
func (s *sources) element(e java.Expr) string {
	a := ""
	java.Walk(e, func(n java.Node) bool {
		if x, ok := n.(*java.Index); ok && a == "" {
			if v, ok := x.X.(*java.Name); ok {
				a = v.Name
			}
		}
		return true
	})
	return a
}

var ranges = map[string][2]string{
	"byte": {"Byte.MIN_VALUE", "Byte.MAX_VALUE"}, "short": {"Short.MIN_VALUE", "Short.MAX_VALUE"},
	"char": {"Character.MIN_VALUE", "Character.MAX_VALUE"}, "int": {"Integer.MIN_VALUE", "Integer.MAX_VALUE"},
}

func (s *sources) castRangeHint(f Failure) string {
	x, ok := at[*java.Cast](s, f)
	if !ok {
		return "add a requires clause that bounds the value to the range of the type it is cast to"
	}
	r, ok := ranges[s.text(x.Type)]
	if !ok {
		return "bound the value to the range of " + s.text(x.Type)
	}
	v := s.operand(x.X)
	return s.bound(f, x.X, fmt.Sprintf("%s <= %s && %s <= %s", r[0], v, v, r[1]))
}

func (s *sources) castHint(f Failure) string {
	if f.Class == ArrayStore {
		return "the array may have been made for a smaller class: require its element type, `requires \\typeof(a) == \\type(C[]);`, or take a more exact array type"
	}
	x, ok := at[*java.Cast](s, f)
	if !ok {
		return "require the class by instanceof, or narrow the declared type"
	}
	return s.bound(f, x.X, fmt.Sprintf("%s instanceof %s", s.text(x.X), s.text(x.Type))) + "; a declared type that is exact needs no cast"
}

func (s *sources) shiftHint(f Failure) string {
	x, ok := at[*java.Binary](s, f)
	if !ok || x.Op != java.Shl && x.Op != java.Shr && x.Op != java.Ushr {
		return "bound the distance of the shift: 0 <= n && n < 32 for int, 64 for long"
	}
	bits := 32
	m := s.methodOf(f)
	for _, n := range names(x.X) {
		if s.typeName(m, n) == "long" {
			bits = 64
		}
	}
	d := s.text(x.Y)
	return s.bound(f, x.Y, fmt.Sprintf("0 <= %s && %s < %d", d, d, bits))
}

func (s *sources) frameHint(f Failure) string {
	loc := s.location(f)
	e := oneLine(strings.TrimSuffix(f.Clause, ";"))
	if loc == "" {
		return "add the location that is assigned to the assignable clause, or drop the clause; locations created in the method need no mention"
	}
	word := "assignable"
	// The word that the clause was written with; other clauses, such as pure, get assignable.
	if kw, _, ok := strings.Cut(e, " "); ok && (strings.HasPrefix(kw, "loop_") || kw == "modifies" || kw == "assigns" || kw == "modifiable") {
		word = kw
	}
	switch {
	case e == "pure":
		return fmt.Sprintf("the method is declared pure and changes %s: take `pure` away and give it `assignable %s;`", loc, loc)
	case strings.Contains(e, "nothing"):
		return fmt.Sprintf("the clause says that nothing changes, but %s does: write `%s %s;`", loc, word, loc)
	}
	return fmt.Sprintf("%s is missing in the frame: add it, `%s …, %s;`; locations created in the method need no mention", loc, word, loc)
}

// location is what is assigned at a failure's place, as a frame would list it.
func (s *sources) location(f Failure) string {
	var target java.Expr
	if x, ok := at[*java.AssignExpr](s, f); ok {
		target = x.X
	} else if x, ok := at[*java.Unary](s, f); ok && x.Op.Changes() {
		target = x.X
	} else if x, ok := at[*java.Call](s, f); ok {
		if m := s.declared(x.Name.Name, len(x.Args)); m != nil && s.spec != nil {
			for _, c := range jml.Normalise(s.spec.Methods[m]).Cases {
				if kind, refs := c.Frame(); kind == jml.FrameListed && len(refs) > 0 {
					return "what " + x.Name.Name + " assigns (" + s.text(refs[0]) + ")"
				}
			}
			return "what " + x.Name.Name + " assigns (give it an assignable clause too)"
		}
		return ""
	}
	target = java.Unparen(target) // a frame's locations stand without
	switch x := target.(type) {
	case nil:
		return ""
	case *java.Index:
		// An index that is computed in the body means nothing in front of it: all elements, then.
		if m := s.methodOf(f); !ofParams(m, x.I) {
			if _, lit := java.Unparen(x.I).(*java.Literal); !lit {
				return s.text(x.X) + "[*]"
			}
		}
	}
	return s.text(target)
}
