package emit

import (
	"regexp"
	"slices"
	"strings"

	"ensures/rust/mir"
	"ensures/rust/spec"
)

// specFunc is a function of clauses as one that runs.
type specFunc struct {
	fn     *spec.Func
	text   string
	reason string // for which there is none
	// recursive says that it may call itself, also through others: it has two more
	// parameters that end that.
	recursive bool
	partial   bool // its result is an Option
	used      bool
	defining  bool
	result    term // a pattern for its result: the type, and bounds of an integer
}

// The calls of functions of clauses that one clause may cost, and how deep they may call each
// other. Where they are used up the clause has no value.
const (
	callDepth = "500"
	callCount = "20_000"
)

// The names of what is left of them.
const (
	depthName = "ensures_depth"
	callsName = "ensures_calls"
)

// specName is the name of a function of clauses as one that runs.
func specName(name string) string { return "spec_" + name }

// specCall is a call of a function of clauses.
func (t *translator) specCall(x *spec.Call) term {
	name := x.Path.Last()
	f := t.e.specFunc(name)
	if f == nil {
		refuse("the function %s, which is no spec fn of the file", name)
	}
	// Its bounds and whether it is partial are known only when its definition is finished.
	if f.defining && f != t.inside {
		refuse("the spec fn %s, which calls itself through others", name)
	}
	if f.reason != "" {
		refuse("the spec fn %s: %s", name, f.reason)
	}
	if len(x.Args) != len(f.fn.Params) {
		refuse("the spec fn %s with %d arguments", name, len(x.Args))
	}

	out := f.result
	var args []string
	for i, a := range x.Args {
		v := t.argument(a, f.fn.Params[i].Type)
		out.partial = out.partial || v.partial
		args = append(args, v.text)
	}

	if f.recursive {
		args = append(args, depthName, callsName)
		t.recursive = true
	}
	out.text, out.level = specName(name)+"("+strings.Join(args, ", ")+")", postfixLevel
	if f.partial {
		out.text += "?"
		out.partial = true
	}
	return out
}

// mathematical reports whether a type is one of clauses' integers.
func mathematical(t *mir.Type) bool { return t != nil && (t.String() == "int" || t.String() == "nat") }

// argument is a value for a parameter of a function of clauses.
func (t *translator) argument(x spec.Expr, typ *mir.Type) term {
	switch {
	case mathematical(typ):
		v := number(t.expr(x))
		if typ.String() == "nat" && v.lo.Sign() < 0 {
			v.text, v.level, v.partial = "u128::try_from("+v.text+").ok()? as i128", castLevel, true
		}
		return v
	case isInt(typ):
		return coerced(t.expr(x), typ)
	case isPrim(typ, "bool"):
		return t.condition(x)
	}

	v := t.expr(x)
	// References don't count: clauses speak of values, and arguments are lent here.
	plain := place("", typ).typ
	switch {
	case element(plain) != nil:
		if element(v.typ) == nil || element(v.typ).String() != element(plain).String() {
			refuse("an argument of type %s where %s is expected", typeName(v), typ)
		}
		v.text = "&" + whole(v)
	case v.typ == nil || v.typ.String() != plain.String():
		refuse("an argument of type %s where %s is expected", typeName(v), typ)
	default:
		v.text = "&" + v.operand(unaryLevel)
	}
	v.level, v.refs = unaryLevel, 0
	return v
}

// specFunc is the function of clauses with a name; nil where there is none, or several.
func (e *emitter) specFunc(name string) *specFunc {
	if f, ok := e.functions[name]; ok {
		return f
	}
	var fn *spec.Func
	for _, f := range e.f.Funcs {
		if f.Mode == spec.SpecFn && (f.Name == name || strings.HasSuffix(f.Name, "::"+name)) {
			if fn != nil {
				return nil
			}
			fn = f
		}
	}
	if fn == nil {
		return nil
	}
	f := &specFunc{fn: fn, recursive: e.recursive(fn)}
	f.partial = f.recursive
	if e.functions == nil {
		e.functions = map[string]*specFunc{}
	}
	e.functions[name] = f
	f.defining = true
	f.reason = attempt(func() { e.define(f) })
	f.defining = false
	return f
}

// recursive reports whether a function of clauses calls itself, or one that does.
func (e *emitter) recursive(fn *spec.Func) bool {
	calls := func(f *spec.Func) (out []*spec.Func) {
		spec.Walk(f.Value, func(x spec.Expr) {
			c, ok := x.(*spec.Call)
			for _, g := range e.f.Funcs {
				if ok && g.Mode == spec.SpecFn && g.Name == c.Path.Last() {
					out = append(out, g)
				}
			}
		})
		return out
	}

	reaches := func(from, to *spec.Func) bool {
		seen := map[*spec.Func]bool{}
		work := calls(from)
		for len(work) > 0 {
			f := work[0]
			work = work[1:]
			if f == to {
				return true
			}
			if !seen[f] {
				seen[f] = true
				work = append(work, calls(f)...)
			}
		}
		return false
	}

	if reaches(fn, fn) {
		return true
	}
	// One that calls a recursive function hands on what limits the calls.
	return slices.ContainsFunc(e.f.Funcs, func(g *spec.Func) bool {
		return g.Mode == spec.SpecFn && g != fn && reaches(fn, g) && reaches(g, g)
	})
}

// define writes a function of clauses as one that runs: int and nat are i128, sequences are
// slices, and other values are handed on by reference. A result that may have no value is an
// Option.
func (e *emitter) define(f *specFunc) {
	fn := f.fn
	switch {
	case e.refused[fn.Span] != "":
		refuse("%s", e.refused[fn.Span])
	case strings.Contains(fn.Name, "::"):
		refuse("it belongs to a type")
	case len(fn.Generics) > 0:
		refuse("it has type parameters")
	case regexp.MustCompile(`\b` + specName(fn.Name) + `\b`).MatchString(e.f.Src):
		refuse("its name as a function that runs, %s, is taken", specName(fn.Name))
	case fn.Value == nil:
		refuse("it has no body that could be read")
	}

	t := &translator{e: e, inside: f}
	var params []string
	for _, p := range fn.Params {
		typ, x := e.specParam(p)
		params = append(params, p.Name+": "+typ)
		t.bind(p.Name, x, false)
	}
	result, pattern := e.specResult(fn.Result.Type)
	f.result = pattern

	var body term
	switch {
	case mathematical(fn.Result.Type):
		body = number(t.expr(fn.Value))
		if fn.Result.Type.String() == "nat" && body.lo.Sign() < 0 {
			// A negative number is no nat: the function has no value there.
			body.text, body.level, body.partial = "u128::try_from("+body.text+").ok()? as i128", castLevel, true
		}
	case isInt(fn.Result.Type):
		body = coerced(t.expr(fn.Value), fn.Result.Type)
	default:
		body = t.condition(fn.Value)
	}

	f.partial = f.partial || body.partial
	text := body.text
	if f.partial {
		result, text = "Option<"+result+">", "Some("+text+")"
	}
	lines := []string{text}
	// Depth guards the stack and is each call's own; the number of calls is shared by all of them.
	if f.recursive {
		params = append(params, depthName+": u32", callsName+": &std::cell::Cell<u32>")
		lines = []string{"let " + depthName + " = " + depthName + ".checked_sub(1)?;", callsName + ".set(" + callsName + ".get().checked_sub(1)?);", text}
	}
	f.text = "fn " + specName(fn.Name) + "(" + strings.Join(params, ", ") + ") -> " + result + " {\n    " + strings.Join(lines, "\n    ") + "\n}"
}

// specParam is the type of a parameter of a function of clauses, and the parameter.
func (e *emitter) specParam(p spec.Param) (string, term) {
	switch {
	case mathematical(p.Type):
		low := limit()
		x := term{text: p.Name, level: postfixLevel, lo: low.Neg(low), hi: limit()}
		x.hi.Sub(x.hi, one())
		if p.Type.String() == "nat" {
			x.lo.SetInt64(0)
		}
		return "i128", x
	case p.Type == nil || p.Name == "self":
		refuse("its parameter %s", p.Name)
	case isInt(p.Type) || isPrim(p.Type, "bool"):
		return p.Type.String(), place(p.Name, p.Type)
	}

	plain := place("", p.Type).typ
	if elem := element(plain); elem != nil {
		if mathematical(elem) {
			refuse("a sequence of mathematical integers")
		}
		// As a slice, which a vector, an array and a slice can all be lent as.
		slice := &mir.Type{Kind: mir.RefType, Elem: &mir.Type{Kind: mir.SliceType, Elem: elem}}
		return slice.String(), place(p.Name, slice)
	}
	if !e.has(plain, "PartialEq") && e.item(plain) == nil {
		refuse("its parameter %s of type %s", p.Name, p.Type)
	}
	ref := &mir.Type{Kind: mir.RefType, Elem: plain}
	return ref.String(), place(p.Name, ref)
}

// specResult is the type of the result of a function of clauses, and the result.
func (e *emitter) specResult(t *mir.Type) (string, term) {
	switch {
	case mathematical(t):
		x := term{lo: limit(), hi: limit()}
		x.lo.Neg(x.lo)
		x.hi.Sub(x.hi, one())
		if t.String() == "nat" {
			x.lo.SetInt64(0)
		}
		return "i128", x
	case isInt(t) || isPrim(t, "bool"):
		return t.String(), place("", t)
	}
	refuse("a result of type %s", t)
	return "", term{}
}

// specFunctions writes the functions of clauses that are used where they stand in the file, each
// under an attribute.
func (e *emitter) specFunctions(attribute string) {
	nl := e.newline()
	for _, fn := range e.f.Funcs {
		f := e.functions[fn.Name]
		if f == nil || f.fn != fn || f.reason != "" || !f.used {
			continue
		}
		at := e.behind(fn)
		indent := e.indent(fn.From)
		e.insert(at, nl+indent+strings.ReplaceAll(attribute+"\n"+f.text, "\n", nl+indent))
	}
}

// behind is where a function of clauses is written as one that runs.
func (e *emitter) behind(fn *spec.Func) int {
	if !e.inComment(fn.To - 1) {
		return fn.To
	}
	return e.endOf(fn.To)
}

// use notes which functions of clauses a formula calls, also through each other.
func (e *emitter) use(x spec.Expr) {
	spec.Walk(x, func(x spec.Expr) {
		c, ok := x.(*spec.Call)
		if !ok {
			return
		}
		if f := e.functions[c.Path.Last()]; f != nil && !f.used {
			f.used = true
			e.use(f.fn.Value)
		}
	})
}
