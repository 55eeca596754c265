package emit

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ensures/rust/mir"
	"ensures/rust/spec"
)

// attributes writes clauses as attributes that provers read too. What is proved must not say
// more than the specification does, so that
//
//   - a postcondition or an invariant without a value is one that does not hold, while a
//     precondition without a value is one that holds: less is taken for granted;
//   - without all of its preconditions a function is left out, since it would be asked to
//     keep its word for calls that nobody may make;
//   - without all of its invariants a loop has none, since those that are left may not be
//     kept without the others.
//
// Leaving out a postcondition is safe: less is proved, and less is taken for granted of calls.
func (e *emitter) attributes(d Dialect) {
	some := false
	for _, fn := range e.f.Funcs {
		if fn.Mode != spec.Exec {
			continue
		}

		c := &attributed{checked: checked{emitter: e, fn: fn, style: d}}
		reason := e.untouchable(fn)
		if d != Contracts && reason == "" && strings.Contains(e.f.Src[fn.Returns.From:fn.Returns.To], "impl ") {
			reason = "a result of type impl" // which no closure can have
		}
		if reason != "" {
			c.omitAll(reason)
			continue
		}
		c.function()
		some = some || len(c.lines) > 0
	}

	if d == Kani {
		e.derive()
	}
	e.specFunctions(map[Dialect]string{Kani: "#[cfg(kani)]", Anodized: "#[allow(dead_code)]", Contracts: "#[allow(dead_code)]"}[d])
	e.eraseDocs()

	nl := e.newline()
	switch {
	case d == Contracts && some && !strings.Contains(e.f.Src, "#![feature(contracts)]"):
		e.header("#![feature(contracts)]" + nl + "#![allow(incomplete_features)]" + nl)
	case d == Kani && e.loopAttributes:
		e.header("#![cfg_attr(kani, feature(stmt_expr_attributes, proc_macro_hygiene))]" + nl)
	}
}

// header puts attributes of the crate in front of everything, but for a line for the shell.
func (e *emitter) header(text string) {
	at := 0
	if strings.HasPrefix(e.f.Src, "#!") && !strings.HasPrefix(e.f.Src, "#![") {
		at = strings.IndexByte(e.f.Src+"\n", '\n') + 1
	}
	// In front of all edits: apply keeps the order of those at one place.
	e.edits = slices.Insert(e.edits, 0, edit{spec.Span{From: min(at, len(e.f.Src)), To: min(at, len(e.f.Src))}, text})
}

// attributed is a function on its way to one with attributes.
type attributed struct {
	checked
	lines   []string  // in front of it
	hoisted []capture // what is computed before the call, for any clause
}

// function writes the attributes of a function and of its loops.
func (c *attributed) function() {
	fn := c.fn
	params := c.parameters(fn)
	if reason := c.frame(); reason != "" {
		c.omitAll(reason)
		return
	}

	entry := c.translator(params, params)
	entry.before, entry.withoutMacros = nil, true
	if c.unsayable(entry) {
		return
	}

	var requires []string
	for _, cl := range spec.Of(fn.Clauses, spec.Requires) {
		if x, ok := c.formula(cl, entry); ok {
			requires = append(requires, claim(x, entry.recursive))
		}
	}
	ensures := c.ensures(params)

	switch c.style {
	case Kani:
		c.kani(requires, ensures)
	case Contracts:
		c.contracts(requires, ensures)
	case Anodized:
		c.anodized(requires, ensures)
	}

	locals := c.translator(c.locals(fn), params)
	locals.before, locals.withoutMacros = nil, true
	loops := 0
	for _, l := range fn.Loops {
		if c.loop(l, locals) {
			loops++
		}
	}

	if c.style == Anodized && loops > 0 && len(c.lines) == 0 {
		c.lines = []string{"#[anodized::spec()]"} // without it those of loops have no meaning
	}
	for _, cl := range fn.Proof {
		c.assertion(cl, locals)
	}

	if len(c.lines) > 0 {
		indent := c.indent(fn.From)
		c.insert(fn.From, strings.Join(c.lines, c.newline()+indent)+c.newline()+indent)
	}
}

// unsayable leaves out a function where one of its preconditions cannot be said, and reports
// whether it did.
func (c *attributed) unsayable(t *translator) bool {
	reasons := map[spec.Span]string{}
	for _, cl := range spec.Of(c.fn.Clauses, spec.Requires) {
		if reason := attempt(func() { t.condition(cl.Expr) }); reason != "" {
			reasons[cl.Span] = reason
		}
	}
	if len(reasons) == 0 {
		return false
	}
	// Each clause gets its own reason where it has one; the others are left out because of it.
	from := len(c.omitted)
	c.omitAll("a precondition of the function is left out")
	for i, o := range c.omitted[from:] {
		if own := reasons[o.Span]; own != "" {
			c.omitted[from+i].Reason = own
		}
	}
	return true
}

// postcondition is a clause with what it needs of the state before the call.
type postcondition struct {
	text     string
	captures []capture
	result   bool // it speaks of the result
}

func (c *attributed) ensures(params variables) (out []postcondition) {
	for _, cl := range c.fn.Clauses {
		switch cl.Kind {
		case spec.Requires:
		case spec.Ensures:
			c.captures = nil
			t := c.after(params)
			if x, ok := c.formula(cl, t); ok {
				out = append(out, postcondition{proved(x, t.recursive), c.captures, mentions(cl.Expr, c.fn.ResultName())})
			}
		case spec.Recommends:
			c.omit(c.fn, cl, "recommends, which is no obligation")
		default:
			c.omit(c.fn, cl, "the "+cl.Kind.String()+" of a function")
		}
	}
	return out
}

// after translates clauses behind the call: the result is a reference.
func (c *attributed) after(params variables) *translator {
	t := c.exit(params)
	t.withoutMacros = true
	if typ := c.ownType(c.fn, c.fn.Result.Type); typ != nil && c.fn.ResultName() != "" {
		t.bind(c.fn.ResultName(), place(c.resultName(), &mir.Type{Kind: mir.RefType, Elem: typ}), false)
	}
	if c.style == Contracts {
		c.keep(t, params)
	}
	return t
}

// keep lets the closure of a postcondition in core::contracts, which must be Copy and hold no
// reference, speak of the state before the call: what it needs of it is computed then.
func (c *attributed) keep(t *translator, params variables) {
	for i, b := range t.scope {
		typ := params[b.name]
		switch {
		case !b.param || typ == nil:
		case typ.Kind == mir.RefType && typ.Mutable:
			t.scope[i].reason = "what a mutable reference refers to after the call"
		case strings.ContainsAny(typ.String(), "&'") || !c.has(typ, "Copy"):
			t.scope[i].reason = "a postcondition that holds " + b.name + ", which is a reference or no Copy"
		}
	}

	t.entry = nil
	t.before = func(name string) term {
		// A Copy is moved into the closure when that is made, which is before the call.
		if typ := params[name]; typ != nil && typ.Kind != mir.RefType && c.has(typ, "Copy") {
			return term{}
		}
		refuse("a postcondition that holds %s as it was, which is a reference or no Copy", name)
		return term{}
	}

	entry := c.translator(params, params)
	entry.before, entry.withoutMacros = nil, true
	t.hoist = func(x spec.Expr) (out term, ok bool) {
		// Only whole parts that speak of nothing but the state before can be computed there.
		if !c.ofEntry(x, params) {
			return out, false
		}
		entry.recursive, entry.granted = false, nil

		reason := attempt(func() { out = entry.expr(x) })
		// The closure holds numbers, characters and truth values alone: they are Copy and no references.
		if reason != "" || out.literal || out.lo == nil && !isPrim(out.typ, "bool") && !isPrim(out.typ, "char") || out.text == "true" {
			return out, false
		}
		return c.kept(out, entry.recursive), true
	}
}

// kept is a number or a truth value that is computed before the call.
func (c *attributed) kept(x term, recursive bool) term {
	if !x.partial && x.refs == 0 && plainName.MatchString(x.text) { // the parameter itself
		return x
	}
	text := x.operand(anyLevel)
	if x.partial {
		x.text, x.refs = text, 0
		text = optional(x, recursive)
	}

	// One variable for each text, however many clauses need it.
	p := capture{"ensures_old_" + strconv.Itoa(len(c.hoisted)+1), text}
	if i := slices.IndexFunc(c.hoisted, func(q capture) bool { return q.text == text }); i >= 0 {
		p = c.hoisted[i]
	} else {
		c.hoisted = append(c.hoisted, p)
	}
	if !slices.Contains(c.captures, p) {
		c.captures = append(c.captures, p)
	}

	x.text, x.level, x.refs, x.option = p.name, postfixLevel, 0, ""
	if x.partial {
		x.text += "?"
	}
	return x
}

var plainName = regexp.MustCompile(`^[a-z_][A-Za-z0-9_]*$`)

// ofEntry reports whether an expression speaks of the state before the call alone, and of
// something in it.
func (c *attributed) ofEntry(x spec.Expr, params variables) bool {
	some, other := false, false
	var look func(x spec.Expr, old bool)
	look = func(x spec.Expr, old bool) {
		switch x := x.(type) {
		case *spec.Name:
			typ, param := params[x.Path.Last()]
			changes := typ != nil && typ.Kind == mir.RefType && typ.Mutable
			// Constants alone need no keeping; a local name is bound inside of the clause.
			some = some || param
			other = other || !param && len(x.Path.Segs) == 1 || param && changes && !old || x.Path.Last() == c.fn.ResultName()
			return
		case *spec.Call:
			if x.Path.Name() == "old" {
				old = true
			}
		// Taken whole or not at all: what they bind is no name of the state.
		case *spec.Quant, *spec.Closure, *spec.Let, *spec.Match, *spec.Is: // which bind names
			bound := false
			spec.Walk(x, func(y spec.Expr) {
				if n, ok := y.(*spec.Name); ok {
					typ, param := params[n.Path.Last()]
					bound = bound || n.Path.Last() == c.fn.ResultName() || param && typ != nil && typ.Kind == mir.RefType && typ.Mutable
					some = some || param
				}
			})
			other = other || bound
			return
		}

		for _, part := range spec.Parts(x) {
			look(part, old)
		}
	}
	look(x, false)
	return some && !other
}

// proved is a formula as a condition that has to hold: one without a value does not.
func proved(x term, recursive bool) string {
	if !x.partial {
		return x.text
	}
	return optional(x, recursive) + " == Some(true)"
}

// kani writes a contract that Kani alone sees, what the function may change, and a harness.
func (c *attributed) kani(requires []string, ensures []postcondition) {
	for _, r := range requires {
		c.lines = append(c.lines, "#[cfg_attr(kani, kani::requires("+r+"))]")
	}
	for _, e := range ensures {
		c.lines = append(c.lines, "#[cfg_attr(kani, kani::ensures(|"+c.bound(e.result)+"| "+e.text+"))]")
	}

	if len(c.lines) == 0 {
		return
	}

	// Kani refuses a write to what a contract does not name.
	var changed []string
	for _, p := range c.fn.Params {
		if p.Type != nil && p.Type.Kind == mir.RefType && p.Type.Mutable {
			changed = append(changed, p.Name)
			c.anyValue(c.ownType(c.fn, p.Type.Elem))
		}
	}
	if len(changed) > 0 {
		c.lines = append(c.lines, "#[cfg_attr(kani, kani::modifies("+strings.Join(changed, ", ")+"))]")
	}
	c.harness()
}

// bound is the name of the result in a closure that speaks of it, or not.
func (c *attributed) bound(result bool) string {
	if !result {
		return "_"
	}
	return c.resultName()
}

// conjunction is all of several conditions.
func conjunction(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	return "(" + strings.Join(list, ") && (") + ")"
}

// together are several postconditions as one.
func together(list []postcondition) (out postcondition) {
	var texts []string
	for _, e := range list {
		texts = append(texts, e.text)
		out.result = out.result || e.result
		for _, p := range e.captures {
			if !slices.Contains(out.captures, p) {
				out.captures = append(out.captures, p)
			}
		}
	}
	out.text = conjunction(texts)
	return out
}

// contracts writes core::contracts, of which a function has one attribute of each kind. The
// closure of a postcondition is made before the call.
func (c *attributed) contracts(requires []string, ensures []postcondition) {
	if len(requires) > 0 {
		c.lines = append(c.lines, "#[core::contracts::requires("+conjunction(requires)+")]")
	}
	if len(ensures) == 0 {
		return
	}
	e := together(ensures)
	typ := ""
	if c.fn.Result.Type != nil && !strings.Contains(c.f.Src[c.fn.Returns.From:c.fn.Returns.To], "impl ") {
		typ = ": &" + c.f.Src[c.fn.Returns.From:c.fn.Returns.To]
	}
	closure := "move |" + c.bound(e.result) + typ + "| " + e.text
	if len(e.captures) > 0 {
		closure = "{ " + lets(e.captures) + closure + " }"
	}
	c.lines = append(c.lines, "#[core::contracts::ensures("+closure+")]")
}

func lets(list []capture) string {
	var b strings.Builder
	for _, p := range list {
		b.WriteString("let " + p.name + " = " + p.text + "; ")
	}
	return b.String()
}

// anodized writes the attribute of the crate anodized.
func (c *attributed) anodized(requires []string, ensures []postcondition) {
	var fields []string
	if len(requires) > 0 {
		fields = append(fields, "requires: ["+strings.Join(requires, ", ")+"]")
	}

	all := together(ensures)

	var captures []string
	for _, p := range all.captures {
		captures = append(captures, p.name+" = "+p.text)
	}
	if len(captures) > 0 {
		fields = append(fields, "captures: ["+strings.Join(captures, ", ")+"]")
	}

	for _, result := range []bool{false, true} {
		texts, binder := []string(nil), ""
		for _, e := range ensures {
			if e.result == result {
				texts = append(texts, e.text)
			}
		}
		if result {
			binder = "|ref " + c.resultName() + "| "
		}
		if len(texts) > 0 {
			fields = append(fields, "ensures: "+binder+"["+strings.Join(texts, ", ")+"]")
		}
	}
	if len(fields) > 0 {
		c.lines = append(c.lines, "#[anodized::spec("+strings.Join(fields, ", ")+")]")
	}
}

// assertion writes an assertion for Kani; other dialects have none.
func (c *attributed) assertion(cl spec.Clause, t *translator) {
	switch {
	case c.style != Kani:
		c.omit(c.fn, cl, "an assertion inside of a function")
		return
	case mentionsOld(cl.Expr):
		c.omit(c.fn, cl, "the state before the call inside of a function")
		return
	}
	x, ok := c.formula(cl, t)
	if !ok {
		return
	}
	text := "kani::assert(" + proved(x, t.recursive) + ", " + message(c.fn.Name+": assert "+oneLine(cl.Text)) + ");"
	if cl.Kind == spec.Assume {
		// Without a value it is assumed to hold: less is taken for granted then.
		text = "kani::assume(" + claim(x, t.recursive) + ");"
	}
	c.insertBehind(cl.Span, []string{"#[cfg(kani)]", text})
}
