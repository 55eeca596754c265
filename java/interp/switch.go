package interp

import (
	"ensures/java"
	"ensures/java/types"
)

// selector finds the case of a switch: its index, or −1 for none.
type selector func(f *frame) int

func (c *compiler) switchStmt(x *java.Switch, label string) sfn {
	j := c.fn.enter(jump{label: label, breaks: true})
	sel, bodies := c.cases(x, x.X, x.Cases, nil)
	c.fn.leave()
	return c.runCases(sel, bodies, x.Cases, j.brk)
}

// runCases runs the selected group, falling through in the old form.
func (c *compiler) runCases(sel selector, bodies []sfn, cases []*java.Case, brk ctl) sfn {
	// The two forms cannot be mixed in one switch (JLS 14.11.1).
	arrow := len(cases) > 0 && cases[0].Arrow
	return func(f *frame) ctl {
		i := sel(f)
		if i < 0 {
			return ctlNext
		}
		for ; i < len(bodies); i++ {
			if k := bodies[i](f); k != ctlNext {
				if k == brk {
					return ctlNext
				}
				return k
			}
			if arrow {
				break
			}
		}
		return ctlNext
	}
}

func (c *compiler) switchExpr(x *java.SwitchExpr) val {
	t := c.typ(x)
	if t == nil {
		c.unsupported(x, "switch expression")
	}
	void := t.Kind() == types.Void
	var to slot
	if !void {
		to = c.fn.place(isRef(t))
	}

	j := c.fn.enter(jump{})
	jumps := c.fn.jumps
	c.fn.jumps = nil // break and continue do not leave a switch expression
	// A yield means the innermost switch expression, through any statements in between.
	c.fn.yields = append(c.fn.yields, yieldTarget{j.brk, to, t})
	sel, bodies := c.cases(x, x.X, x.Cases, t)
	c.fn.yields = c.fn.yields[:len(c.fn.yields)-1]
	c.fn.jumps = jumps
	c.fn.leave()

	run := c.runCases(sel, bodies, x.Cases, j.brk)
	site := c.position(x)
	eval := func(f *frame) {
		if k := run(f); k != ctlNext {
			panic(&stop{kind: Unsupported, construct: "jump out of a switch expression", at: site})
		}
	}
	i := to.i
	switch {
	case void:
		return val{t: t, p: func(f *frame) int64 { eval(f); return 0 }}
	case to.ref:
		return val{t: t, r: func(f *frame) Ref { eval(f); return f.r[i] }}
	case t.Kind() == types.Boolean:
		return val{t: t, b: func(f *frame) bool { eval(f); return f.p[i] != 0 }}
	}
	return val{t: t, p: func(f *frame) int64 { eval(f); return f.p[i] }}
}

func (c *compiler) yield(at java.Node, e java.Expr) sfn {
	if len(c.fn.yields) == 0 {
		c.unsupported(at, "yield outside a switch expression")
	}
	y := c.fn.yields[len(c.fn.yields)-1]
	if y.t.Kind() == types.Void {
		s := c.effect(e)
		return func(f *frame) ctl { s(f); return y.done }
	}
	s := store(y.to, c.as(e, y.t))
	return func(f *frame) ctl {
		s(f)
		return y.done
	}
}

// cases compiles the selection and the bodies of a switch; result is the type of
// a switch expression.
func (c *compiler) cases(at java.Node, subject java.Expr, cases []*java.Case, result types.Type) (selector, []sfn) {
	v := c.expr(subject)
	sel := c.selection(at, subject, v, cases, result != nil)
	if c.prog.hooks.Branches && c.prog.lib != nil {
		in := sel
		sel = func(f *frame) int {
			i := in(f)
			if h := f.m.opts.Hooks; h != nil && h.Branch != nil {
				h.Branch(f.m, at, i)
			}
			return i
		}
	}

	bodies := make([]sfn, len(cases))
	for i, k := range cases {
		if k.Arrow && result != nil && len(k.Body) == 1 {
			if e, ok := k.Body[0].(*java.ExprStmt); ok {
				bodies[i] = c.yield(e, e.X)
				continue
			}
		}
		list := make([]sfn, len(k.Body))
		for n, s := range k.Body {
			list[n] = c.stmt(s)
		}
		bodies[i] = sequence(list)
	}
	return sel, bodies
}

// selection compiles the choice of a case by the kind of subject.
func (c *compiler) selection(at java.Node, subject java.Expr, v val, cases []*java.Case, isExpr bool) selector {
	none := -1
	nullCase := -1
	patterns := false
	for i, k := range cases {
		if k.Default {
			none = i
		}
		if k.Guard != nil {
			// A guard can fail, so that the next case has its turn: only the tests in order do
			// that.
			patterns = true
		}
		for _, l := range k.Labels {
			switch y := java.Unparen(l).(type) {
			case *java.TypePattern, *java.RecordPattern:
				patterns = true
			case *java.Literal:
				if y.Kind == java.NullLiteral {
					nullCase = i
				}
			}
		}
	}

	missing := func(f *frame) int {
		if none < 0 && isExpr {
			f.m.Throw("java.lang.MatchException", "")
		}
		return none
	}
	if patterns {
		return c.patternSelection(v, cases, nullCase, missing)
	}

	t := v.t
	if u := types.Unboxed(t); u != nil {
		table := map[int64]int{}
		c.labels(cases, nullCase, func(i int, n *types.Const) { table[n.N] = i })
		if v.ref() && nullCase >= 0 {
			r := v.r
			return func(f *frame) int {
				b, ok := r(f).(*Box)
				if !ok {
					return nullCase
				}
				if i, ok := table[b.N]; ok {
					return i
				}
				return missing(f)
			}
		}
		return intSelection(c.convert(v, u).prim(), table, missing)
	}
	r := v.r
	if r == nil {
		c.unsupported(at, "switch")
	}
	if types.IsString(t) {
		table := map[string]int{}
		c.labels(cases, nullCase, func(i int, n *types.Const) { table[n.S] = i })
		fn, info := c.fn, c.info
		return func(f *frame) int {
			s, ok := r(f).(*String)
			if !ok {
				if nullCase >= 0 {
					return nullCase
				}
				f.m.ThrowNPE(`Cannot invoke "String.hashCode()"`, `"`+jvmTemp(info, fn, at)+`"`)
			}
			if i, ok := table[s.GoString()]; ok {
				return i
			}
			return missing(f)
		}
	}
	return c.enumSelection(subject, r, t, cases, nullCase, missing)
}

// labels gives the constants of the cases' labels, each with its case's number.
func (c *compiler) labels(cases []*java.Case, nullCase int, add func(i int, n *types.Const)) {
	for i, k := range cases {
		for _, l := range k.Labels {
			n := c.info.Consts[l]
			if n == nil {
				n = c.info.Consts[java.Unparen(l)]
			}
			if n != nil {
				add(i, n)
			} else if i != nullCase {
				c.unsupported(l, "case label")
			}
		}
	}
}

// enumSelection chooses by the constant's ordinal.
func (c *compiler) enumSelection(subject java.Expr, r rfn, t types.Type, cases []*java.Case, nullCase int, missing selector) selector {
	ct, ok := types.Erasure(t).(*types.ClassType)
	if !ok {
		c.unsupported(subject, "switch on "+t.String())
	}
	ct.Class.Load()

	ordinals := map[string]int64{}
	for i, f := range ct.Class.Constants {
		ordinals[f.Name] = int64(i)
	}

	// javac has the ordinals looked up when the program runs, as the enum may be
	// compiled anew; here all comes from one source.
	table := map[int64]int{}
	for i, k := range cases {
		for _, l := range k.Labels {
			name := ""
			switch y := java.Unparen(l).(type) {
			case *java.Literal:
				if y.Kind == java.NullLiteral {
					continue
				}
			case *java.Name:
				name = y.Name
			case *java.Select:
				name = y.Name.Name
			}
			n, ok := ordinals[name]
			if !ok {
				c.unsupported(l, "case label")
			}
			table[n] = i
		}
	}

	site := c.nullSite(subject, `Cannot invoke "`+ct.Class.Binary+`.ordinal()"`)
	enum := c.prog.std().enum
	at := enum.slots[enum.FieldNamed("ordinal")].i
	if nullCase >= 0 {
		table[-1] = nullCase // the ordinal of null, here
	}

	return intSelection(func(f *frame) int64 {
		o, ok := r(f).(*Object)
		if !ok {
			if nullCase < 0 {
				site.throw(f.m)
			}
			return -1
		}
		return o.P[at]
	}, table, missing)
}

// intSelection looks an integer up, by position when the labels are dense.
func intSelection(p pfn, table map[int64]int, missing selector) selector {
	if len(table) == 0 {
		return func(f *frame) int { p(f); return missing(f) }
	}
	lo, hi := int64(1)<<40, int64(-1)<<40
	for n := range table {
		lo, hi = min(lo, n), max(hi, n)
	}
	// A table of at most about four times the labels costs little, and needs no hashing in a loop.
	if hi-lo < int64(4*len(table)+16) {
		dense := make([]int32, hi-lo+1)
		for i := range dense {
			dense[i] = -1
		}
		for n, i := range table {
			dense[n-lo] = int32(i)
		}
		return func(f *frame) int {
			n := p(f) - lo
			if uint64(n) < uint64(len(dense)) {
				if i := dense[n]; i >= 0 {
					return int(i)
				}
			}
			return missing(f)
		}
	}
	return func(f *frame) int {
		if i, ok := table[p(f)]; ok {
			return i
		}
		return missing(f)
	}
}

// patternSelection tries the labels in order.
func (c *compiler) patternSelection(v val, cases []*java.Case, nullCase int, missing selector) selector {
	if !v.ref() {
		v = c.box(v, c.prog.tlib.Boxed(v.t))
	}
	type test struct {
		i     int
		match func(*frame, Ref) bool
		guard bfn
	}

	var tests []test
	for i, k := range cases {
		first := len(tests)
		for _, l := range k.Labels {
			l = java.Unparen(l)
			switch y := l.(type) {
			case *java.TypePattern, *java.RecordPattern:
				tests = append(tests, test{i: i, match: c.pattern(y, v.t)})
				continue
			case *java.Literal:
				if y.Kind == java.NullLiteral {
					continue
				}
			}

			tests = append(tests, test{i: i, match: c.labelMatch(l)})
		}

		if k.Guard != nil {
			guard := c.cond(k.Guard)
			// The guard belongs to the case, and so to each of its labels.
			for n := first; n < len(tests); n++ {
				tests[n].guard = guard
			}
		}
	}

	r := v.r
	site := c.nullSite(nil, "")
	return func(f *frame) int {
		o := r(f)
		if o == nil {
			// Null is selected by `case null` alone; no pattern of a switch matches it at the top.
			if nullCase >= 0 {
				return nullCase
			}
			site.throw(f.m)
		}
		for i := range tests {
			t := &tests[i]
			if t.match(f, o) && (t.guard == nil || t.guard(f)) {
				return t.i
			}
		}
		return missing(f)
	}
}

// labelMatch tests for the constant that a label names.
func (c *compiler) labelMatch(l java.Expr) func(*frame, Ref) bool {
	if n := c.info.Consts[l]; n != nil {
		k := c.convert(c.constVal(n), c.prog.tlib.Boxed(n.Type)).r
		return func(f *frame, r Ref) bool { return f.m.Equals(k(f), r) }
	}

	name := ""
	switch y := l.(type) {
	case *java.Name:
		name = y.Name
	case *java.Select:
		name = y.Name.Name
	default:
		c.unsupported(l, "case label")
	}

	var owner *types.Class
	if u := c.info.Uses[l]; u != nil && u.Field != nil {
		owner = u.Field.Owner
	}
	// The name is what javac switches on too; the owner keeps apart constants
	// of two enums that have one name.
	enum := c.prog.std().enum
	nameAt := enum.slots[enum.FieldNamed("name")].i
	return func(f *frame, r Ref) bool {
		o, ok := r.(*Object)
		if !ok || !o.Class.subs[enum.Class] || owner != nil && !o.Class.subs[owner] {
			return false
		}
		s, ok := o.R[nameAt].(*String)
		return ok && s.b == name
	}
}
