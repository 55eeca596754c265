package types

import "ensures/java"

func (c *checker) switchStmt(s *java.Switch) {
	t := c.expr(s.X)
	outer, ctx := c.ctx, *c.ctx
	ctx.breakOK = true
	c.ctx = &ctx
	c.cases(s.Cases, t, func(k *java.Case) {
		if !k.Arrow {
			c.stmts(k.Body)
			return
		}
		for _, b := range k.Body {
			c.stmt(b)
		}
	})
	c.ctx = outer
}

// cases checks the labels of a switch over a value of type t and calls body for
// each group in its scope.
func (c *checker) cases(cases []*java.Case, t Type, body func(*java.Case)) {
	c.selector(t, cases)
	old := c.sc
	seen := map[string]bool{}
	for _, k := range cases {
		if k.Arrow {
			// A group of statements sees what the groups before it declare, a rule doesn't.
			c.sc = old
		}
		var vars []*Local
		for _, l := range k.Labels {
			c.caseLabel(l, t, &vars, seen)
		}
		sc := c.sc
		c.sc = c.withBindings(sc, vars)
		if k.Guard != nil {
			c.condition(k.Guard)
			c.sc = c.withBindings(c.sc, c.binds[k.Guard].whenTrue)
		}
		body(k)
		if len(vars) > 0 || k.Arrow {
			c.sc = sc
		}
	}
	c.sc = old
}

// selector reports a switch over a type that has none.
func (c *checker) selector(t Type, cases []*java.Case) {
	if unsure(t) {
		return
	}
	pattern := false
	for _, k := range cases {
		for _, l := range k.Labels {
			switch l.(type) {
			case *java.TypePattern, *java.RecordPattern:
				pattern = true
			}
		}
	}
	if u := Unboxed(t); u != nil {
		switch u.Kind() {
		case Long, Float, Double, Boolean:
			c.errorf(firstLabel(cases), "use if and else", "a switch over %s is not allowed", ShortString(t))
		}
		return
	}
	if pattern || IsString(t) {
		return
	}
	if ct := classOfType(t); ct != nil {
		ct.ensure(declared)
		if ct.Kind == java.EnumClass || ct.absent {
			return
		}
	}
	if _, ok := t.(*TypeVar); ok {
		return
	}

	// Any reference type has null as a label; other constants need a type that has constants.
	for _, k := range cases {
		for _, l := range k.Labels {
			if lit, ok := l.(*java.Literal); !ok || lit.Kind != java.NullLiteral {
				c.errorf(l, "", "constant label of type %s is not assignment compatible with switch selector of type %s", labelType(l), ShortString(t))
				return
			}
		}
	}
}

func labelType(e java.Expr) string {
	if l, ok := e.(*java.Literal); ok {
		switch l.Kind {
		case java.StringLiteral:
			return "String"
		case java.CharLiteral:
			return "char"
		}
	}
	return "int"
}

func firstLabel(cases []*java.Case) java.Node {
	for _, k := range cases {
		return k
	}
	return &java.BadExpr{}
}

func (c *checker) caseLabel(l java.Expr, t Type, vars *[]*Local, seen map[string]bool) {
	switch l := l.(type) {
	case *java.TypePattern, *java.RecordPattern:
		c.pattern(l, t, vars)
		return
	case *java.Literal:
		if l.Kind == java.NullLiteral {
			c.record(l, TNull)
			return
		}
	case *java.Name:
		if ct := classOfType(t); ct != nil {
			ct.ensure(complete)
			if ct.Kind == java.EnumClass {
				// The label is looked up in the enum alone, whatever else has its name here.
				f := ct.fields[l.Name]
				if f == nil || f.Decl != nil || !isConstant(ct, f) {
					var names []string
					for _, k := range ct.Constants {
						names = append(names, k.Name)
					}
					hint := ""
					if s := similar(l.Name, names); s != "" {
						hint = "did you mean " + s + "?"
					}
					c.undefined(l, hint, "an enum switch case label must be the unqualified name of a constant of "+ct.Name)
					return
				}
				c.info.Uses[l] = &Use{Kind: FieldRef, Field: f}
				c.record(l, t)
				c.duplicateLabel(l, l.Name, seen)
				return
			}
		}
	}

	lt := c.exprIn(l, t)
	k := c.info.Consts[l]

	if k == nil {
		if !unsure(lt) && c.errs.muted == 0 {
			// A constant of an enum, qualified or under a selector of another type.
			if ct := classOfType(lt); ct != nil && ct.Kind == java.EnumClass {
				return
			}
			c.errorf(l, "", "constant expression required")
		}
		return
	}

	if !unsure(t) && !c.assignableConst(l, lt, t) {
		return
	}

	key, ok := constString(k)
	if ok {
		if kindOf(k.Type) == Char {
			key = string(rune(k.N))
			if kindOf(Unboxed(t)) != Char {
				key = itoa(k.N)
			}
		}
		c.duplicateLabel(l, key, seen)
	}
}

func itoa(n int64) string {
	s, _ := constString(intConst(TLong, n))
	return s
}

func isConstant(c *Class, f *Field) bool {
	for _, k := range c.Constants {
		if k == f {
			return true
		}
	}
	return false
}

func (c *checker) assignableConst(l java.Expr, lt, t Type) bool {
	return c.assignable(l, lt, t)
}

func (c *checker) duplicateLabel(l java.Node, key string, seen map[string]bool) {
	if seen[key] {
		c.errorf(l, "", "duplicate case label")
	}
	seen[key] = true
}

// switchArg checks a switch expression as far as that is possible without its
// target.
func (c *checker) switchArg(e *java.SwitchExpr, s *session) *operand {
	t := c.expr(e.X)
	var parts []*operand
	outer, ctx := c.ctx, bodyCtx{}
	if outer != nil {
		ctx = *outer
	}

	ctx.yields, ctx.yieldS = &parts, s
	ctx.breakOK, ctx.contOK, ctx.labels, ctx.inSwitch = false, false, nil, true
	// A break or continue can't leave a switch expression.
	c.ctx = &ctx
	c.cases(e.Cases, t, func(k *java.Case) {
		if !k.Arrow {
			c.stmts(k.Body)
			return
		}
		for _, b := range k.Body {
			if x, ok := b.(*java.ExprStmt); ok {
				parts = append(parts, c.arg(x.X, s))
				continue
			}
			c.stmt(b)
		}
	})

	c.ctx = outer
	c.exhaustive(e, t)

	// All standalone with a common primitive or String type: a type of its own.
	var st Type
	for i, p := range parts {
		if p.kind != plainOperand {
			st = nil
			break
		}
		if i == 0 {
			st = p.typ
			continue
		}
		if st != nil && !Identical(st, p.typ) {
			st = switchType(st, p.typ, parts)
		}
		if st == nil {
			break
		}
	}

	if st != nil && (IsPrimitive(st) || IsString(st)) {
		c.record(e, st)
		return &operand{e: e, kind: plainOperand, typ: st}
	}
	return &operand{e: e, kind: branchOperand, parts: parts}
}

// switchType is the numeric or boolean type of a switch expression with results
// of types a and b, nil when it has none of its own.
func switchType(a, b Type, parts []*operand) Type {
	ua, ub := Unboxed(a), Unboxed(b)
	if ua == nil || ub == nil {
		return nil
	}
	if ua.Kind() == Boolean && ub.Kind() == Boolean {
		return TBoolean
	}
	if ua.Kind() == ub.Kind() {
		return ua
	}
	// Constants that fit a smaller type do not widen it.
	for _, small := range [...]Type{ua, ub} {
		if small.Kind() == Int || !IsIntegral(small) {
			continue
		}
		all := true
		for _, p := range parts {
			u := Unboxed(p.typ)
			all = all && u != nil && (u.Kind() == small.Kind() || intFits(p.konst, small.Kind()))
		}
		if all {
			return small
		}
	}
	return Promote(ua, ub)
}

// exhaustive reports a switch expression that does not cover its selector's
// values.
func (c *checker) exhaustive(e *java.SwitchExpr, t Type) {
	if unsure(t) {
		return
	}
	covered := map[string]bool{}
	for _, k := range e.Cases {
		if k.Default {
			return
		}
		for _, l := range k.Labels {
			switch l := l.(type) {
			case *java.TypePattern, *java.RecordPattern:
				return // sealed hierarchies and records: left to the run
			case *java.Name:
				covered[l.Name] = true
			}
		}
	}

	if ct := classOfType(t); ct != nil && ct.Kind == java.EnumClass {
		for _, f := range ct.Constants {
			if !covered[f.Name] {
				c.errorf(e, "add case "+f.Name+" or default", "the switch expression does not cover all possible input values")
				return
			}
		}
		return
	}
	if u := Unboxed(t); u != nil && u.Kind() == Boolean {
		return
	}
	c.errorf(e, "add a default", "the switch expression does not cover all possible input values")
}
