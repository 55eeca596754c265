package java

import (
	"fmt"
	"strings"
)

// The strengths below the binary operators' that a printed operand can need.
const (
	precAny  = iota - 3 // lambda, assignment
	precCond            // ?:
)

// strength is how tightly an expression's own operator binds.
func strength(x Expr) int {
	switch x := x.(type) {
	case *AssignExpr, *Lambda:
		return precAny
	case *Cond:
		return precCond
	case *Binary:
		return x.Op.prec()
	case *Chain, *InstanceOf:
		return precRel
	case *Unary:
		if x.Op == PostInc || x.Op == PostDec {
			return precPostfix
		}
		return precUnary
	case *Cast:
		return precUnary
	case *Literal:
		if strings.HasPrefix(x.Raw, "-") { // made by a tool, not read
			return precUnary
		}
	}
	return precPrimary
}

// endsOpen reports whether what follows x would be read as part of it: a lambda
// or a quantifier without parentheses at its right end.
func endsOpen(x Expr) bool {
	for {
		switch v := x.(type) {
		case *Lambda:
			return true
		case *Quantified:
			return !v.Parens
		case *Binary:
			x = v.Y
		case *AssignExpr:
			x = v.Y
		case *Cond:
			x = v.Y
		case *Unary:
			if v.Op == PostInc || v.Op == PostDec {
				return false
			}
			x = v.X
		case *Cast:
			x = v.X
		case *Chain:
			x = v.Xs[len(v.Xs)-1]
		default:
			return false
		}
	}
}

func (p *printer) paren(x Expr) {
	p.str("(")
	p.expr(x, 0)
	p.str(")")
}

// expr prints x; if it binds less tightly than least, in parentheses. A least of
// 0 takes everything.
func (p *printer) expr(x Expr, least int) {
	if x == nil {
		return
	}
	if least != 0 && strength(x) < least {
		p.paren(x)
		return
	}

	switch x := x.(type) {
	case *Literal:
		p.literal(x)
	case *Name:
		p.str(x.Name)
	case *Select:
		p.target(x.X)
		p.dot(x.X)
		p.str(x.Name.Name)
	case *Index:
		p.target(x.X)
		p.str("[")
		p.expr(x.I, 0)
		p.str("]")
	case *Call:
		p.call(x)
	case *New:
		p.create(x)
	case *NewArray:
		p.newArray(x)
	case *ArrayInit:
		p.arrayInit(x)
	case *Unary:
		p.unary(x)
	case *Binary:
		p.binary(x)
	case *Chain:
		p.chain(x)
	case *AssignExpr:
		p.assign(x)
	case *Cond:
		p.cond(x)
	case *Cast:
		p.cast(x)
	case *InstanceOf:
		p.instanceOf(x)
	case *Paren:
		p.paren(x.X)
	case *Lambda:
		p.lambda(x)
	case *MethodRef:
		p.methodRef(x)
	case *SwitchExpr:
		p.str("switch (")
		p.expr(x.X, 0)
		p.str(")")
		p.cases(x.Cases)
	case *This:
		p.outer(x.Outer)
		p.str("this")
	case *Super:
		p.outer(x.Outer)
		p.str("super")
	case *ClassLit:
		p.typ(x.Type)
		p.str(".class")
	case *TypePattern:
		p.mods(x.Mods, false)
		p.typ(x.Type)
		p.str(" ", x.Name.Name)
	case *RecordPattern:
		p.typ(x.Type)
		p.str("(")
		list(p, x.Subs, ", ", func(y Expr) { p.expr(y, 0) })
		p.str(")")
	case *AnnotationExpr:
		p.annotation(x.X)
	case *BadExpr:
		p.str("/* ? */")
	default:
		p.spec(x)
	}
}

func (p *printer) call(x *Call) {
	if x.X != nil {
		p.target(x.X)
		p.dot(x.X)
	}
	if len(x.TypeArgs) > 0 {
		if x.X == nil {
			// Type arguments need something before them; the tree may come from a tool that has
			// left it out.
			p.str("this.")
		}
		p.typeArgs(x.TypeArgs)
	}
	p.str(x.Name.Name)
	p.args(x.Args)
}

func (p *printer) chain(x *Chain) {
	for i, y := range x.Xs {
		if i > 0 {
			p.str(" ", x.Ops[i-1].String(), " ")
		}
		p.operand(y, precRel+1, i < len(x.Xs)-1)
	}
}

func (p *printer) assign(x *AssignExpr) {
	p.expr(x.X, precUnary)
	p.str(" ")
	if x.Op != Assign {
		p.str(x.Op.String())
	}
	p.str("= ")
	p.expr(x.Y, precAny)
}

func (p *printer) cond(x *Cond) {
	p.operand(x.C, precIff, true)
	p.str(" ? ")
	p.expr(x.X, precAny)
	p.str(" : ")
	// A lambda may end the expression, though an assignment may not.
	if _, ok := x.Y.(*Lambda); ok {
		p.expr(x.Y, precAny)
	} else {
		p.expr(x.Y, precCond)
	}
}

func (p *printer) instanceOf(x *InstanceOf) {
	p.operand(x.X, precRel, true)
	p.str(" instanceof ")
	if x.Pattern != nil {
		p.expr(x.Pattern, 0)
	} else {
		p.typ(x.Type)
	}
}

func (p *printer) methodRef(x *MethodRef) {
	if x.Type != nil {
		p.typ(x.Type)
	} else {
		p.target(x.X)
	}
	p.str("::")
	if len(x.TypeArgs) > 0 {
		p.typeArgs(x.TypeArgs)
	}
	p.str(x.Name.Name)
}

func (p *printer) outer(t *TypeExpr) {
	if t != nil {
		p.typ(t)
		p.str(".")
	}
}

// target prints what stands before "." or "[".
func (p *printer) target(x Expr) {
	switch v := x.(type) {
	case *NewArray:
		if v.Init == nil { // new int[1][0] is another array
			p.paren(x)
			return
		}
	case *Quantified:
		if !v.Parens {
			p.paren(x)
			return
		}
	case *ArrayInit, *SwitchExpr:
		p.paren(x)
		return
	}
	p.expr(x, precPrimary)
}

// dot prints the dot after x; a number must not take it for its own.
func (p *printer) dot(x Expr) {
	if l, ok := x.(*Literal); ok && l.Kind <= DoubleLiteral {
		p.str(" ")
	}
	p.str(".")
}

func (p *printer) args(l []Expr) {
	p.str("(")
	list(p, l, ", ", func(x Expr) { p.expr(x, 0) })
	p.str(")")
}

// operand prints an operand; followed says that an operator comes after it.
func (p *printer) operand(x Expr, least int, followed bool) {
	if followed && endsOpen(x) {
		p.paren(x)
		return
	}
	p.expr(x, least)
}

func (p *printer) binary(x *Binary) {
	// left-deep chains are long, so the left spine is a loop
	var spine []*Binary
	var left Expr = x
	for {
		b, ok := left.(*Binary)
		if !ok || len(spine) > 0 && !leftFits(spine[len(spine)-1], b) {
			break
		}
		spine = append(spine, b)
		left = b.X
	}

	last := spine[len(spine)-1]

	// Implication binds to the right, and neither it nor a chain of comparisons may
	// stand to the left of its kind without parentheses.
	prec := last.Op.prec()
	if last.Op == Implies {
		prec++
	}
	switch left := left.(type) {
	case *Binary:
		if left.Op == Implies && last.Op == ImpliedBy {
			prec++
		}
	case *Chain:
		if Lt <= last.Op && last.Op <= Ge {
			prec++
		}
	case *InstanceOf:
		if last.Op == Lt { // the type would take it for its arguments
			prec++
		}
	}

	p.operand(left, prec, true)
	for i := len(spine) - 1; i >= 0; i-- {
		b := spine[i]
		p.str(" ", b.Op.String(), " ")
		// The right side of an operator that groups to the left needs a stronger one of its
		// own.
		right := b.Op.prec() + 1
		if b.Op == Implies {
			right--
			if y, ok := b.Y.(*Binary); ok && y.Op == ImpliedBy {
				right++
			}
		}
		p.operand(b.Y, right, i > 0)
	}
}

// leftFits reports whether b can be printed as the left operand of outer
// without parentheses.
func leftFits(outer, b *Binary) bool {
	if endsOpen(b) {
		return false
	}
	o, i := outer.Op.prec(), b.Op.prec()
	switch {
	case i != o:
		return i > o
	case outer.Op == Implies:
		// (a ==> b) ==> c: without the parentheses it would group to the right.
		return false
	case outer.Op == ImpliedBy:
		return b.Op == ImpliedBy
	}
	return true
}

func (p *printer) unary(x *Unary) {
	if x.Op == PostInc || x.Op == PostDec {
		p.target(x.X)
		p.str(x.Op.String())
		return
	}
	p.str(x.Op.String())
	at := p.b.Len()
	p.expr(x.X, precUnary)
	// - -x and + +x must not become -- and ++
	if c := p.b.Bytes()[at-1]; at < p.b.Len() && p.b.Bytes()[at] == c && (c == '-' || c == '+') {
		rest := string(p.b.Bytes()[at:])
		p.b.Truncate(at)
		p.str(" ", rest)
	}
}

func (p *printer) cast(x *Cast) {
	p.str("(")
	p.typ(x.Type)
	p.str(") ")
	if _, ok := x.X.(*Lambda); ok {
		p.expr(x.X, precAny)
		return
	}
	// (T) -x would be read as a difference.
	if u, ok := x.X.(*Unary); ok && u.Op <= PreDec && u.Op != Not && u.Op != BitNot && !obviousCast(x.Type) {
		p.paren(x.X)
		return
	}
	if l, ok := x.X.(*Literal); ok && strings.HasPrefix(l.Raw, "-") {
		p.paren(x.X)
		return
	}
	p.expr(x.X, precUnary)
}

// obviousCast reports whether (t) before a sign is read as a cast.
func obviousCast(t *TypeExpr) bool {
	if len(t.Alternatives) > 0 {
		t = t.Alternatives[len(t.Alternatives)-1]
		return isPrimitive(t.Name) || t.Dims > 0 || t.Args != nil
	}
	return isPrimitive(t.Name) || isSpecType(t.Name) || t.Dims > 0 || t.Args != nil
}

func (p *printer) create(x *New) {
	if x.Outer != nil {
		p.target(x.Outer)
		p.dot(x.Outer)
	}
	p.str("new ")
	if len(x.TypeArgs) > 0 {
		p.typeArgs(x.TypeArgs)
		p.str(" ")
	}
	p.typ(x.Type)
	p.args(x.Args)
	if x.Body != nil {
		p.str(" ")
		p.classBody(x.Body)
	}
}

func (p *printer) newArray(x *NewArray) {
	p.str("new ")
	p.typ(x.Elem)
	for _, n := range x.Lens {
		p.str("[")
		p.expr(n, 0)
		p.str("]")
	}
	p.dims(x.Dims - len(x.Lens))
	if x.Init != nil {
		p.str(" ")
		p.arrayInit(x.Init)
	}
}

func (p *printer) arrayInit(x *ArrayInit) {
	p.str("{")
	list(p, x.Elems, ", ", func(y Expr) { p.expr(y, 0) })
	p.str("}")
}

func (p *printer) lambda(x *Lambda) {
	if len(x.Params) == 1 && x.Params[0].Type == nil {
		p.str(x.Params[0].Name.Name)
	} else {
		p.params(x.Params)
	}
	p.str(" -> ")
	if x.Body != nil {
		p.block(x.Body)
	} else {
		p.expr(x.X, precAny)
	}
}

// literal prints a literal as written; one made by a tool without Raw from its
// Value.
func (p *printer) literal(x *Literal) {
	switch {
	case x.Raw != "":
		p.str(x.Raw)
	case x.Kind == CharLiteral:
		p.str("'", escape(x.Value, '\''), "'")
	case x.Kind == StringLiteral || x.Kind == TextBlock:
		p.str(`"`, escape(x.Value, '"'), `"`)
	case x.Kind == NullLiteral:
		p.str("null")
	}
}

// Quote is a string literal of Java for a value in WTF-8.
func Quote(wtf8 string) string { return `"` + escape(wtf8, '"') + `"` }

// escape replaces what cannot stand in a literal as it is.
func escape(wtf8 string, quote rune) string {
	var b strings.Builder
	for i := 0; i < len(wtf8); {
		r, n := decodeWTF8(wtf8[i:])
		i += n
		switch {
		case r == quote || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\b':
			b.WriteString(`\b`)
		case r == '\f':
			b.WriteString(`\f`)
		case r < ' ' || r == 0x7f || 0xd800 <= r && r < 0xe000 || r == 0xfeff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// spec prints an expression of JML.
func (p *printer) spec(x Expr) {
	switch x := x.(type) {
	case *Quantified:
		p.quantified(x)
	case *SpecWord:
		p.str(x.Word)
	case *SpecCall:
		p.str(x.Word, "(")
		list(p, x.Args, ", ", func(y Expr) { p.expr(y, 0) })
		if x.Label != "" {
			p.str(", ", x.Label)
		}
		p.str(")")
	case *TypeSpec:
		p.str(`\type(`)
		p.typ(x.Type)
		p.str(")")
	case *Labelled:
		p.str("(", x.Word, " ", x.Name, " ")
		p.expr(x.X, 0)
		p.str(")")
	case *Informal:
		p.str("(* ", x.Text, " *)")
	case *StoreRange:
		if x.Lo == nil && x.Hi == nil {
			p.str("*")
			return
		}
		p.expr(x.Lo, 0)
		p.str(" .. ")
		p.expr(x.Hi, 0)
	case *StoreAll:
		p.target(x.X)
		p.dot(x.X)
		p.str("*")
	default:
		panic(fmt.Sprintf("java: print of %T", x))
	}
}

func (p *printer) quantified(x *Quantified) {
	if x.Parens {
		p.str("(")
	}
	p.str(x.Kind, " ")
	p.typ(x.Type)
	p.str(" ")
	list(p, x.Vars, ", ", p.declarator)
	p.str("; ")
	if x.Range != nil {
		p.expr(x.Range, 0)
		p.str("; ")
	} else if !x.Parens && x.Kind != `\let` {
		p.str("; ") // \forall int i; ; body: what follows the body is no second part
	}
	p.expr(x.Body, 0)
	if x.Parens {
		p.str(")")
	}
}
