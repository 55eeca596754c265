package types

import (
	"ensures/java"
)

func (c *checker) operand(e java.Expr, t Type) { c.info.Operand[e] = t }

// badOperands reports an operator that its operands do not have.
func (c *checker) badOperands(e *java.Binary, a, b Type) Type {
	hint := ""
	switch e.Op {
	case java.BitAnd:
		if kindOf(Unboxed(a)) == Boolean || kindOf(Unboxed(b)) == Boolean {
			hint = "logical and is &&"
		}
	case java.AndAnd, java.OrOr, java.Implies, java.ImpliedBy, java.Iff, java.NotIff:
		hint = "both sides must be boolean"
	case java.Lt, java.Gt, java.Le, java.Ge:
		if IsString(a) || IsString(b) {
			hint = "compare strings with .compareTo(…)"
		} else if _, ok := java.Unparen(e.X).(*java.Binary); ok && kindOf(a) == Boolean {
			hint = "write a < b && b < c"
		}
	case java.Eq, java.Ne:
		if kindOf(a) == Char && IsString(b) || IsString(a) && kindOf(b) == Char {
			hint = "a char is written with single quotes"
		}
	}
	c.errorf(e, hint, "bad operand types for binary operator '%s': %s and %s", e.Op, ShortString(a), ShortString(b))
	return Bad
}

// leftChain returns the operators that nest to the left in e, the outermost first, and
// the operand of the innermost: long chains of + are walked without recursion. The
// operators && and || end a chain, for what they evaluate depends on their left side.
func leftChain(e *java.Binary) (first java.Expr, chain []*java.Binary) {
	first = e
	for {
		b, ok := first.(*java.Binary)
		if !ok || b.Op == java.AndAnd || b.Op == java.OrOr {
			return first, chain
		}
		chain = append(chain, b)
		first = b.X
	}
}

func (c *checker) binary(e *java.Binary) Type {
	first, chain := leftChain(e)
	if len(chain) == 0 {
		return c.logical(e)
	}

	a := c.expr(first)
	for i := len(chain) - 1; i >= 0; i-- {
		b := chain[i]
		var y Type
		switch b.Op {
		case java.Implies:
			// The right side of an implication is asked only where the left one holds: it sees
			// its pattern variables, as that of && does.
			old := c.sc
			c.sc = c.withBindings(old, c.binds[b.X].whenTrue)
			y = c.expr(b.Y)
			c.sc = old
		default:
			y = c.expr(b.Y)
		}
		a = c.binaryTypes(b, a, y)
		// The outermost operator's type is recorded by whoever asked for it.
		if i > 0 {
			c.record(b, a)
		}
	}
	return a
}

// logical checks && and ||, whose right side sees the pattern variables of the
// left.
func (c *checker) logical(e *java.Binary) Type {
	a := c.expr(e.X)
	old := c.sc
	bx := c.binds[e.X]
	if e.Op == java.AndAnd {
		c.sc = c.withBindings(old, bx.whenTrue)
	} else {
		c.sc = c.withBindings(old, bx.whenFalse)
	}
	b := c.expr(e.Y)
	c.sc = old
	by := c.binds[e.Y]
	// Both sides of && hold where it does; where it is false either may have been, so that no
	// variable is bound. For || it is the other way round (JLS 6.3.1).
	if e.Op == java.AndAnd {
		c.bind(e, bindings{whenTrue: join(bx.whenTrue, by.whenTrue)})
	} else {
		c.bind(e, bindings{whenFalse: join(bx.whenFalse, by.whenFalse)})
	}
	return c.binaryTypes(e, a, b)
}

func join(a, b []*Local) []*Local {
	if len(a) == 0 {
		return b
	}
	// The capacity is cut: other expressions may hold the same list.
	return append(a[:len(a):len(a)], b...)
}

// binaryTypes is the type of e with operands of types a and b.
func (c *checker) binaryTypes(e *java.Binary, a, b Type) Type {
	t, operand := c.binaryType(e, a, b)
	c.operand(e, operand)
	if t == nil {
		return Bad
	}
	x, y := c.info.Consts[e.X], c.info.Consts[e.Y]
	if x != nil && y != nil && operand == nil && IsString(x.Type) && IsString(y.Type) {
		// Constant strings are interned: == compares their contents.
		switch e.Op {
		case java.Eq:
			c.info.Consts[e] = boolConst(x.S == y.S)
		case java.Ne:
			c.info.Consts[e] = boolConst(x.S != y.S)
		}
	}
	if x != nil && y != nil && operand != nil {
		if k := foldBinary(e.Op, x, y, operand, t); k != nil {
			c.info.Consts[e] = k
		}
	}
	return t
}

// binaryType gives the result and operand types of a binary operator; a nil
// result after a reported error.
func (c *checker) binaryType(e *java.Binary, a, b Type) (result, operand Type) {
	if a == Type(TVoid) || b == Type(TVoid) {
		c.badOperands(e, a, b)
		return nil, nil
	}

	ua, ub := Unboxed(a), Unboxed(b)
	switch e.Op {
	case java.Plus:
		// Before everything else: a string may be added to anything, to what isn't known as
		// well.
		if IsString(a) || IsString(b) {
			return c.lib.String(), c.lib.String()
		}
		if isBad(a) || isBad(b) {
			return nil, nil
		}
		if isDynamic(a) || isDynamic(b) {
			// Perhaps a sum, perhaps a concatenation: the run knows.
			return Dynamic, Dynamic
		}
		return c.arithmetic(e, a, b)
	case java.Sub, java.Mul, java.Div, java.Rem:
		if isBad(a) || isBad(b) {
			return nil, nil
		}
		if isDynamic(a) || isDynamic(b) {
			return Dynamic, Dynamic
		}
		return c.arithmetic(e, a, b)
	case java.Shl, java.Shr, java.Ushr:
		if isBad(a) || isBad(b) {
			return nil, nil
		}
		// The distance need not be known: it has no part in the type.
		if isDynamic(a) {
			return Dynamic, Dynamic
		}
		if !IsIntegral(ua) || !IsIntegral(ub) && !isDynamic(b) {
			c.badOperands(e, a, b)
			return nil, nil
		}
		// The distance is promoted by itself; the result has the left side's type.
		p := promote1(ua)
		return p, p
	case java.BitAnd, java.BitOr, java.BitXor:
		if isBad(a) || isBad(b) {
			return nil, nil
		}
		// One boolean side makes it the logical operator: nothing else fits beside it.
		if kindOf(ua) == Boolean && (kindOf(ub) == Boolean || isDynamic(b)) || isDynamic(a) && kindOf(ub) == Boolean {
			return TBoolean, TBoolean
		}
		if isDynamic(a) || isDynamic(b) {
			return Dynamic, Dynamic
		}
		if !IsIntegral(ua) || !IsIntegral(ub) {
			c.badOperands(e, a, b)
			return nil, nil
		}
		p := Promote(ua, ub)
		return p, p
	case java.AndAnd, java.OrOr, java.Implies, java.ImpliedBy, java.Iff, java.NotIff:
		if !(unsure(a) || kindOf(ua) == Boolean) || !(unsure(b) || kindOf(ub) == Boolean) {
			c.badOperands(e, a, b)
		}
		return TBoolean, TBoolean
	case java.Lt, java.Le, java.Gt, java.Ge:
		if isBad(a) || isBad(b) {
			return TBoolean, nil
		}
		if isDynamic(a) || isDynamic(b) {
			return TBoolean, Dynamic
		}
		if p := Promote(a, b); p != nil {
			return TBoolean, c.comparison(p, e.X, e.Y)
		}
		c.badOperands(e, a, b)
		return TBoolean, nil
	case java.Eq, java.Ne:
		return TBoolean, c.equality(e, a, b)
	case java.Subtype:
		return TBoolean, nil
	}
	return nil, nil
}

func (c *checker) arithmetic(e *java.Binary, a, b Type) (result, operand Type) {
	p := Promote(a, b)
	if p == nil {
		c.badOperands(e, a, b)
		return nil, nil
	}
	return c.mathematical(p)
}

// mathematical is the result and operand type of arithmetic on operands promoted
// to p. In specifications integral operands are computed as \bigint; the result
// keeps the promoted Java type, so that overloads are chosen as in Java, though
// its value may lie outside.
func (c *checker) mathematical(p Type) (result, operand Type) {
	if c.spec.bigint() && IsIntegral(p) {
		return p, TBigint
	}
	return p, p
}

// comparison is the operand type of a relation between integral operands
// promoted to p: \bigint in specifications where one may lie outside p.
func (c *checker) comparison(p Type, xs ...java.Expr) Type {
	if !c.spec.bigint() || !IsIntegral(p) {
		return p
	}
	for _, x := range xs {
		if c.unbounded(x) {
			return TBigint
		}
	}
	return p
}

// unbounded reports whether the value of a specification's expression may lie
// outside its Java type.
func (c *checker) unbounded(e java.Expr) bool {
	switch e := e.(type) {
	case *java.Literal, *java.Name, *java.Select, *java.Call, *java.Index, *java.Cast, *java.This:
		// What Java's code computes lies within its type.
		return false
	case *java.Paren:
		return c.unbounded(e.X)
	case *java.SpecWord:
		return false
	case *java.SpecCall:
		// \old(e) and its like have the value of e.
		return len(e.Args) != 1 || c.unbounded(e.Args[0])
	case *java.Cond:
		return c.unbounded(e.X) || c.unbounded(e.Y)
	case *java.Unary:
		return kindOf(c.info.Operand[e]) == Bigint
	case *java.Binary:
		return kindOf(c.info.Operand[e]) == Bigint
	}
	// Quantifiers and whatever else JML has: \bigint is never wrong, only slower.
	return true
}

// equality is the operand type of == and !=: nil when references are compared.
func (c *checker) equality(e *java.Binary, a, b Type) Type {
	if isBad(a) || isBad(b) {
		return nil
	}
	pa, pb := IsPrimitive(a), IsPrimitive(b)
	if isDynamic(a) && pb || isDynamic(b) && pa {
		// The run has to unbox the unknown side, or to find that it isn't a number.
		return Dynamic
	}
	if isDynamic(a) || isDynamic(b) {
		return nil
	}
	if a == Type(TTYPE) || b == Type(TTYPE) {
		return nil
	}

	// Two boxes are compared as references (JLS 15.21.3): only a primitive side unboxes the
	// other.
	if !pa && !pb {
		if !c.lib.Castable(a, b) && !c.lib.Castable(b, a) {
			c.errorf(e, "", "incomparable types: %s and %s", ShortString(a), ShortString(b))
		}
		return nil
	}

	ua, ub := Unboxed(a), Unboxed(b)
	if ua == nil && pb || ub == nil && pa {
		c.badOperands(e, a, b)
		return nil
	}
	if ua.Kind() == Boolean && ub.Kind() == Boolean {
		return TBoolean
	}
	if p := Promote(ua, ub); p != nil {
		return c.comparison(p, e.X, e.Y)
	}
	c.badOperands(e, a, b)
	return nil
}

func (c *checker) unary(e *java.Unary) Type {
	switch e.Op {
	case java.PreInc, java.PreDec, java.PostInc, java.PostDec:
		t := c.expr(e.X)
		c.checkAssignable(e.X, t)
		c.counts(e.X)
		if unsure(t) {
			c.operand(e, Dynamic)
			return t
		}
		p := promote1(t)
		if p == nil {
			c.errorf(e, "", "bad operand type %s for unary operator '%s'", ShortString(t), e.Op)
			return Bad
		}
		// The sum is computed in the promoted type and cast back to the variable's (JLS
		// 15.14.2).
		c.operand(e, p)
		return t
	}

	// -2147483648 is a literal of its own: without the minus sign it would be too
	// large.
	old := c.negated
	if l, ok := e.X.(*java.Literal); ok && e.Op == java.Neg {
		c.negated = l
	}
	t := c.expr(e.X)
	c.negated = old

	if e.Op == java.Not {
		if b, ok := c.binds[e.X]; ok {
			c.bind(e, bindings{whenTrue: b.whenFalse, whenFalse: b.whenTrue})
		}
		c.operand(e, TBoolean)
		if !unsure(t) && kindOf(Unboxed(t)) != Boolean {
			c.errorf(e, "", "bad operand type %s for unary operator '!'", ShortString(t))
		}
	} else if unsure(t) {
		c.operand(e, Dynamic)
		return t
	}

	if e.Op == java.Not {
		if k := c.info.Consts[e.X]; k != nil {
			if v := foldUnary(e.Op, k, TBoolean); v != nil {
				c.info.Consts[e] = v
			}
		}
		return TBoolean
	}

	p := promote1(t)
	if p == nil || e.Op == java.BitNot && !IsIntegral(p) {
		c.errorf(e, "", "bad operand type %s for unary operator '%s'", ShortString(t), e.Op)
		return Bad
	}

	// A negative literal lies in its type, and stays a constant in specifications too.
	operand := p
	if _, literal := e.X.(*java.Literal); e.Op == java.Neg && !literal {
		_, operand = c.mathematical(p)
	}
	c.operand(e, operand)

	if k := c.info.Consts[e.X]; k != nil && operand.Kind() != Bigint {
		if v := foldUnary(e.Op, k, p); v != nil {
			c.info.Consts[e] = v
		}
	}
	return p
}

// checkAssignable reports an assignment to something that is no variable, or a
// final one.
func (c *checker) checkAssignable(e java.Expr, t Type) {
	switch x := java.Unparen(e).(type) {
	case *java.Name:
		u := c.info.Uses[x]
		if u == nil {
			return
		}
		switch {
		case u.Kind == LocalRef:
			c.checkLocalAssign(e, u.Local)
		case u.Kind == FieldRef && u.Field.Flags.Has(java.Final):
			c.checkFinalField(e, u.Field)
		}
	case *java.Select:
		u := c.info.Uses[x]
		if u == nil {
			return
		}
		if u.Kind == LengthRef {
			c.errorf(e, "", "cannot assign a value to final variable length")
		} else if u.Kind == FieldRef && u.Field.Flags.Has(java.Final) {
			c.checkFinalField(e, u.Field)
		}
	case *java.Index, *java.BadExpr:
	default:
		if !isBad(t) {
			c.errorf(e, "", "unexpected type: a variable is required, a value found")
		}
	}
}

func (c *checker) checkLocalAssign(e java.Expr, l *Local) {
	if c.spec == nil {
		l.assigned++
	}
	if l.Final && (l.initialised || l.Param) && c.spec == nil {
		c.errorf(e, "", "cannot assign a value to final variable %s", l.Name)
	}
}

// counts notes that a local variable is read and assigned at once.
func (c *checker) counts(e java.Expr) {
	if n, ok := java.Unparen(e).(*java.Name); ok && c.spec == nil {
		if u := c.info.Uses[n]; u != nil && u.Local != nil {
			u.Local.counted = true
		}
	}
}

func (c *checker) checkFinalField(e java.Expr, f *Field) {
	if c.spec != nil {
		return
	}
	if f.Owner == c.sc.Class && (c.sc.Method == nil || c.sc.Method.IsConstructor()) && (f.Decl == nil || f.Decl.Init == nil) {
		return // a blank final being initialised
	}
	c.errorf(e, "", "cannot assign a value to final variable %s", f.Name)
}

func (c *checker) assign(e *java.AssignExpr) Type {
	t := c.expr(e.X)
	c.checkAssignable(e.X, t)

	if e.Op == java.Assign {
		c.exprTo(e.Y, t)
		return t
	}

	c.counts(e.X)
	y := c.expr(e.Y)
	if isBad(t) || isBad(y) {
		return t
	}

	// A String variable takes anything, converted to text.
	if e.Op == java.Plus && IsString(t) {
		if y == Type(TVoid) {
			c.errorf(e.Y, "", "'void' type not allowed here")
		}
		c.operand(e, c.lib.String())
		return t
	}

	if isDynamic(t) || isDynamic(y) {
		if e.Op == java.Shl || e.Op == java.Shr || e.Op == java.Ushr {
			// A shift has the type of its left side, whatever the right one is (JLS 15.19).
			if p := promote1(t); p != nil {
				c.operand(e, p)
				return t
			}
		}
		c.operand(e, Dynamic)
		return t
	}

	var p Type
	ut, uy := Unboxed(t), Unboxed(y)
	switch e.Op {
	case java.Shl, java.Shr, java.Ushr:
		if IsIntegral(ut) && IsIntegral(uy) {
			p = promote1(ut)
		}
	case java.BitAnd, java.BitOr, java.BitXor:
		if kindOf(ut) == Boolean && kindOf(uy) == Boolean {
			p = TBoolean
		} else if IsIntegral(ut) && IsIntegral(uy) {
			p = Promote(ut, uy)
		}
	default:
		p = Promote(ut, uy)
		if p == nil && e.Op == java.Plus && IsString(y) && IsSubtype(c.lib.String(), t) {
			p = c.lib.String() // Object += String
		}
	}

	if p == nil {
		c.errorf(e, "", "bad operand types for binary operator '%s': %s and %s", e.Op, ShortString(t), ShortString(y))
		return t
	}
	// The value is cast to the variable's type: a box holds its own type only (JLS 15.26.2, 5.5).
	if ut != nil && !IsPrimitive(t) && kindOf(ut) != kindOf(p) {
		c.errorf(e.Y, "", "incompatible types: %s cannot be converted to %s", ShortString(p), ShortString(t))
	}
	c.operand(e, p)
	return t
}
