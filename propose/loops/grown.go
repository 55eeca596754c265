package loops

import (
	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
)

// sequence is how specifications read what loops build: a list, a StringBuilder or a
// String.
type sequence struct {
	size, at string     // the methods that return the length and an element
	elem     types.Type // of its elements
}

// sequenceOf returns how values of a type are read; nil for what is no sequence.
func sequenceOf(t types.Type) *sequence {
	if e := elementOf(t); e != nil {
		return &sequence{"size", "get", e}
	}
	if isText(t) || isClass(t, "java.lang.StringBuilder", "java.lang.StringBuffer") {
		return &sequence{"length", "charAt", types.TChar}
	}
	return nil
}

// isClass reports whether t is one of the classes named.
func isClass(t types.Type, names ...string) bool {
	c, ok := t.(*types.ClassType)
	if !ok {
		return false
	}
	for _, n := range names {
		if c.Class.QualifiedName() == n {
			return true
		}
	}
	return false
}

func isText(t types.Type) bool { return isClass(t, "java.lang.String") }

// isSet reports whether t is a set.
func isSet(t types.Type) bool {
	return isClass(t, "java.util.Set", "java.util.HashSet", "java.util.TreeSet", "java.util.LinkedHashSet")
}

// appended notes what a call does to a sequence or a set.
func (r *reader) appended(e *java.Call) {
	var chain []*java.Call // sb.append(x).append(y), the first call first
	root := java.Expr(e)
	for {
		c, ok := root.(*java.Call)
		if !ok {
			break
		}
		chain, root = append([]*java.Call{c}, chain...), c.X
	}
	x, ok := root.(*java.Name)
	if !ok || r.types == nil || r.loop == nil || r.own[x.Name] || r.lost {
		return
	}

	t := r.types.Types[x]
	if isSet(t) {
		if chain[0].Name.Name == "add" && len(chain) == 1 && len(e.Args) == 1 {
			r.puts(e)
		}
		return
	}
	seq := sequenceOf(t)
	if seq == nil {
		return
	}
	for _, c := range chain {
		if value, front, ok := r.adds(c, seq); ok {
			r.loop.events = append(r.loop.events, event{kind: appends, guard: r.guard, target: x, value: expr.Replace(value, r.env), seq: seq, front: front})
		}
	}
}

// adds returns the element that a call adds to a sequence, at its end or in front of the
// others; nil for one that can't be said. It is false for a call that adds none.
func (r *reader) adds(c *java.Call, seq *sequence) (value java.Expr, front, ok bool) {
	one := func(e java.Expr) java.Expr {
		if seq.at == "charAt" {
			return r.character(e)
		}
		return e
	}
	first := func() bool { n, ok := expr.Int(c.Args[0]); return ok && n == 0 }
	switch name, args := c.Name.Name, len(c.Args); {
	case (name == "add" || name == "append" || name == "addLast") && args == 1:
		return one(c.Args[0]), false, true
	case (name == "add" || name == "insert") && args == 2 && first():
		return one(c.Args[1]), true, true
	case name == "addFirst" && args == 1:
		return one(c.Args[0]), true, true
	// In the middle, or of unknown place: an element more, of which nothing is said.
	case name == "insert" || name == "add":
		return nil, false, true
	}
	return nil, false, false
}

// character is what a text of one character holds; nil for another one.
func (r *reader) character(e java.Expr) java.Expr {
	e = java.Unparen(e)
	if t := r.types.Types[e]; t != nil && t.Kind() == types.Char {
		return e
	}
	switch e := e.(type) {
	case *java.Literal:
		// Three bytes are two quotes and one ASCII character; an escape has more.
		if raw := e.Raw; e.Kind == java.StringLiteral && len(raw) == 3 && raw[1] != '\'' {
			return &java.Literal{Kind: java.CharLiteral, Raw: "'" + raw[1:2] + "'"}
		}
	case *java.Call:
		if x, ok := e.X.(*java.Name); ok && len(e.Args) == 1 && (x.Name == "String" && e.Name.Name == "valueOf" || x.Name == "Character" && e.Name.Name == "toString") {
			return r.character(e.Args[0])
		}
		if e.Name.Name == "substring" && len(e.Args) == 2 && isText(r.types.Types[e.X]) && java.Equal(java.Unparen(e.Args[1]), expr.Plus(e.Args[0], 1)) {
			return expr.Call(e.X, "charAt", e.Args[0])
		}
	case *java.Binary:
		if lit, ok := java.Unparen(e.X).(*java.Literal); ok && e.Op == java.Plus && lit.Raw == `""` {
			return r.character(e.Y)
		}
	}
	return nil
}

// joined notes that an assignment adds one character to a String; false for any other.
func (r *reader) joined(e *java.AssignExpr) bool {
	x, ok := e.X.(*java.Name)
	if !ok || r.types == nil || r.loop == nil || r.own[x.Name] || r.lost || !isText(r.types.Types[x]) {
		return false
	}
	value, front := r.adding(e, x.Name)
	if value == nil {
		return false
	}
	r.loop.events = append(r.loop.events, event{kind: appends, guard: r.guard, target: x, value: expr.Replace(value, r.env), seq: sequenceOf(r.types.Types[x]), front: front})
	// The text itself can't be said in words of the head any more.
	r.set(x.Name, nil)
	return true
}

// adding returns the character of s += c, s = s + c and, in front, s = c + s.
func (r *reader) adding(e *java.AssignExpr, name string) (value java.Expr, front bool) {
	is := func(e java.Expr) bool { n, ok := java.Unparen(e).(*java.Name); return ok && n.Name == name }
	b, binary := java.Unparen(e.Y).(*java.Binary)
	switch {
	case e.Op == java.Plus:
		return r.character(e.Y), false
	case e.Op != java.Assign || !binary || b.Op != java.Plus:
	case is(b.X):
		return r.character(b.Y), false
	case is(b.Y):
		return r.character(b.X), true
	}
	return nil, false
}

// paths are the fewest and the most elements that the iterations add to a sequence which
// come to their end.
type paths struct{ least, most int }

// unclear is what is said of statements that aren't followed.
var unclear = paths{0, 99}

// onePerIteration reports whether each iteration adds one element to a sequence.
func (l *loop) onePerIteration(name string) bool {
	return appendsIn([]java.Stmt{bodyOf(l.loop)}, name) == paths{1, 1}
}

// appendsIn counts the elements that statements add to a sequence, on the paths that come
// to the end of the iteration.
func appendsIn(list []java.Stmt, name string) paths {
	if len(list) == 0 {
		return paths{}
	}
	s, rest := list[0], list[1:]
	switch s := s.(type) {
	case *java.Block:
		// A block's statements are followed with what comes behind the block, so that a return inside
		// of it ends the path.
		return appendsIn(append(append([]java.Stmt{}, s.Stmts...), rest...), name)
	case *java.If:
		then := appendsIn(append([]java.Stmt{s.Then}, rest...), name)
		other := rest
		if s.Else != nil {
			other = append([]java.Stmt{s.Else}, rest...)
		}
		return joinPaths(then, appendsIn(other, name))
	case *java.Return, *java.Throw, *java.Break:
		return paths{1, 0} // none: the identity of joinPaths
	case *java.Continue:
		return paths{}
	}
	here := paths{}
	switch changed := java.Assigned(s)[name]; x := s.(type) {
	case *java.ExprStmt:
		if n := calls(x.X, name); n > 0 || changed {
			here = paths{max(n, 1), max(n, 1)}
		}
	default:
		// An inner loop, a switch or a try that has to do with the sequence isn't counted.
		if changed || expr.Mentions(s, name) {
			return unclear
		}
	}
	after := appendsIn(rest, name)
	// No path comes to the end from here.
	if after.least > after.most {
		return after
	}
	return paths{here.least + after.least, here.most + after.most}
}

// joinPaths is what is so of the paths of both.
func joinPaths(a, b paths) paths {
	switch {
	case a.least > a.most:
		return b
	case b.least > b.most:
		return a
	}
	return paths{min(a.least, b.least), max(a.most, b.most)}
}

// calls is how many calls are chained on a name.
func calls(e java.Expr, name string) int {
	n := 0
	for {
		c, ok := e.(*java.Call)
		if !ok {
			break
		}
		n, e = n+1, c.X
	}
	if x, ok := e.(*java.Name); ok && x.Name == name {
		return n
	}
	return 0
}

// bodyOf is a loop's body.
func bodyOf(s java.Stmt) java.Stmt {
	switch s := s.(type) {
	case *java.For:
		return s.Body
	case *java.While:
		return s.Body
	case *java.DoWhile:
		return s.Body
	case *java.ForEach:
		return s.Body
	}
	return nil
}

// grown says what a sequence holds to which iterations add.
func (p *suggestions) grown(e event, lo, hi java.Expr) {
	name, ok := e.target.(*java.Name)
	if !ok || e.value == nil {
		return
	}
	alone := true // no other statement adds to it
	for _, x := range p.l.events {
		if n, ok := x.target.(*java.Name); ok && x.kind == appends && n.Name == name.Name {
			alone = alone && x.target == e.target
		}
	}

	size := expr.Call(name, e.seq.size)
	count := expr.Minus(hi, lo)
	p.add(name.Name, " != null")
	switch {
	case p.l.onePerIteration(name.Name) && count != nil:
		p.add(java.Print(size), " == ", java.Print(java.Unparen(count)))
		is := p.element(name, e, p.l.at(e.value, p.adder(e, size)))
		if e.guard != nil && is != nil {
			g := p.l.at(e.guard, p.adder(e, size))
			if g == nil {
				return
			}
			// Another statement adds the element where this guard is false.
			is = implication(g, is)
		}
		p.add(quantifierOf("forall", p.k, expr.Number(0), size, is))
	case alone && e.guard != nil:
		p.filtered(e, name, lo, hi)
	}

	// Unboxing an element, or calling equals on it, needs that it isn't null.
	if e.seq.at == "get" && (types.Unboxed(e.seq.elem) != nil || isText(e.seq.elem)) {
		p.add(quantifierOf("forall", p.k, expr.Number(0), size, &java.Binary{Op: java.Ne, X: expr.Call(name, "get", expr.Name(p.k)), Y: expr.Null()}))
	}
}

// adder is the iteration that adds element k, where each adds one.
func (p *suggestions) adder(e event, size java.Expr) java.Expr {
	k := java.Expr(expr.Name(p.k))
	if e.front { // the last one is the first now
		k = expr.Minus(expr.Plus(size, -1), k)
	}
	if !p.l.up {
		return expr.Minus(p.l.lo, k)
	}
	if n, ok := expr.Int(p.l.lo); ok && n == 0 {
		return k
	}
	return expr.Binary(java.Plus, p.l.lo, expr.Group(k))
}

// filtered says what a sequence holds to which the iterations add where their guard holds:
// the element of iteration k has as many before it as there are such iterations before k.
func (p *suggestions) filtered(e event, name *java.Name, lo, hi java.Expr) {
	size, count, k := expr.Call(name, e.seq.size), expr.Minus(hi, lo), expr.Name(p.k)
	guard, value := p.l.at(e.guard, k), p.l.at(e.value, k)
	p.add(java.Print(size), " == ", quantifierOf("num_of", p.k, lo, hi, guard))
	if count != nil {
		p.add(java.Print(size), " <= ", java.Print(java.Unparen(count)))
	}
	// The place of an element is the number of those before it that passed, which only holds where
	// they are added at the end, in the order of the counter.
	if before := quantified("num_of", p.k2, lo, k, p.l.at(e.guard, expr.Name(p.k2))); before != nil && guard != nil && p.l.up && !e.front {
		p.add(quantifierOf("forall", p.k, lo, hi, implication(guard, &java.Binary{Op: java.Lt, X: before, Y: size})))
		p.add(quantifierOf("forall", p.k, lo, hi, implication(guard, p.elementAt(name, e, before, value))))
	}
	p.add(quantifierOf("forall", p.k, expr.Number(0), size, p.kept(name, e)))
	p.add(quantifierOf("forall", p.k, expr.Number(0), size, quantified("exists", p.k2, lo, hi, p.element(name, e, p.l.at(e.value, expr.Name(p.k2))))))
	if value != nil && guard != nil {
		if in := quantified("exists", p.k2, expr.Number(0), size, p.elementAt(name, e, expr.Name(p.k2), value)); in != nil {
			p.add(quantifierOf("forall", p.k, lo, hi, implication(guard, in)))
		}
	}
}

// element is that the sequence's element k is the value.
func (p *suggestions) element(name *java.Name, e event, value java.Expr) java.Expr {
	return p.elementAt(name, e, expr.Name(p.k), value)
}

func (p *suggestions) elementAt(name *java.Name, e event, k, value java.Expr) java.Expr {
	if value == nil {
		return nil
	}
	at := expr.Call(name, e.seq.at, k)
	switch {
	// == on boxes compares references, so the numbers are compared; texts are by equals.
	case types.Unboxed(e.seq.elem) != nil:
		return &java.Binary{Op: java.Eq, X: unboxedOf(at, e.seq.elem), Y: expr.Group(java.Unparen(value))}
	case isText(e.seq.elem):
		return expr.Call(at, "equals", java.Unparen(value))
	}
	return &java.Binary{Op: java.Eq, X: at, Y: expr.Group(java.Unparen(value))}
}

// kept is what the condition under which an element is added says of the element; nil
// where it speaks of something else about the iteration.
func (p *suggestions) kept(name *java.Name, e event) java.Expr {
	value := java.Unparen(e.value)
	if _, ok := value.(*java.Call); !ok {
		if _, ok := value.(*java.Index); !ok {
			return nil
		}
	}
	el := expr.Call(name, e.seq.at, expr.Name(p.k))
	boxed := java.Expr(nil)
	if c, ok := value.(*java.Call); ok && len(c.Args) == 0 && types.Unboxed(e.seq.elem) != nil {
		boxed = c.X
	}
	plain := unboxedOf(el, e.seq.elem)
	is := substitute(e.guard, func(x java.Expr) java.Expr {
		switch {
		case java.Equal(x, value):
			return plain
		case boxed != nil && java.Equal(x, boxed):
			return el
		}
		return nil
	})
	if is == nil || expr.Mentions(is, p.l.counter) {
		return nil
	}
	return is
}
