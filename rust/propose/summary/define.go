package summary

import (
	"fmt"
	"slices"
	"strings"

	"ensures/rust/mir"
	"ensures/rust/spec"
)

// Function is a recursive function of clauses that a summary needs: what a loop adds up has
// no other name.
type Function struct {
	Name string
	Text string // lines without the marks of comments
}

// define makes the function that adds up, or multiplies, what the iterations below n have:
//
//	f(…, n) = if n <= low { 0 } else { f(…, n - 1) + each(n - 1) }
//
// It gives the call at a value of the counter; nil where each speaks of what a function
// cannot be given.
func (l *loop) define(variable, op string, each spec.Expr) func(at spec.Expr) spec.Expr {
	zero := integer(0)
	if op == "*" {
		zero = integer(1)
	}
	return l.recursion(variable, "int", zero, each, func(before, _, each string) string { return before + " " + op + " (" + each + ")" })
}

// keeps makes the function of the sequence that holds x of those iterations below n in which
// when is true. When may speak of the sequence so far, by the name that it has in the loop.
func (l *loop) keeps(variable string, empty, x, when spec.Expr, of *mir.Type) func(at spec.Expr) spec.Expr {
	if of == nil || isSequence(of) {
		return nil
	}
	both := &spec.Tuple{Xs: []spec.Expr{when, x}}
	return l.recursion(variable, "Seq<"+bare(of).String()+">", empty, both, func(before, _, _ string) string { return before })
}

// writing writes a function's value behind one more iteration: from its call on the iterations
// before, the name of its value there, and the expression of each iteration.
type writing func(call, before, each string) string

// recursion makes a function over the iterations of a loop, which then writes its value
// behind one more of them.
func (l *loop) recursion(variable, result string, empty, each spec.Expr, then writing) func(at spec.Expr) spec.Expr {
	if strings.Contains(l.fn.Name, "::") || l.fn.From > 0 && l.file.Src[l.fn.From-1] != '\n' {
		return nil // of an impl or a module, whose functions have other names
	}

	var params []string
	var args []spec.Expr
	for _, p := range l.fn.Params {
		if !speaks(p.Name, each, l.low, empty) {
			continue
		}
		var arg spec.Expr = name(p.Name)
		if p.Type.Kind == mir.RefType && p.Type.Mutable {
			arg = &spec.Call{Path: &mir.Path{Segs: []mir.Segment{{Name: "old"}}}, Args: []spec.Expr{arg}}
		}
		typ := bare(p.Type)
		if e := element(typ); e != nil {
			if isSequence(e) {
				return nil
			}
			params, args = append(params, fmt.Sprintf("%s: Seq<%s>", p.Name, bare(e))), append(args, &spec.View{X: arg})
			continue
		}
		if typ.Kind != mir.Prim {
			return nil
		}
		params, args = append(params, fmt.Sprintf("%s: %s", p.Name, typ)), append(args, arg)
	}

	n := "n"
	for mentions(each, n) || n == variable || slices.ContainsFunc(l.fn.Params, func(p spec.Param) bool { return p.Name == n }) {
		n += "_"
	}
	inside := func(e spec.Expr) spec.Expr {
		return replaced(with(e, l.counter, binary("-", name(n), integer(1))), func(x spec.Expr) spec.Expr {
			if v, ok := x.(*spec.View); ok && element(l.paramType(v.X)) != nil {
				return v.X // is a sequence there
			}
			return withoutOld(x)
		})
	}

	// The name SELF stands for the function until its text is known to be new, see functionOf.
	body, empty, low := inside(each), inside(empty), inside(l.low)
	self := &spec.Call{Path: &mir.Path{Segs: []mir.Segment{{Name: "SELF"}}}}
	for _, p := range bareNames(params) {
		self.Args = append(self.Args, name(p))
	}
	self.Args = append(self.Args, binary("-", name(n), integer(1)))

	before := "before"
	for mentions(body, before) || l.paramType(name(before)) != nil {
		before += "_"
	}
	own := with(body, variable, name(before))
	// A function of clauses sees nothing but its parameters.
	if !l.sayable(own, n, before) || !l.sayable(low) || !l.sayable(empty) || mentions(own, l.counter) {
		return nil
	}
	more := then(spec.Text(self), before, spec.Text(own))
	if t, ok := own.(*spec.Tuple); ok {
		// Bound to a name, what comes before is worked out once.
		push := spec.Text(&spec.Method{X: name(before), Name: "push", Args: []spec.Expr{t.Xs[1]}})
		more = "let " + before + " = " + spec.Text(self) + "; if " + spec.Text(t.Xs[0]) + " { " + push + " } else { " + before + " }"
	}
	text := fmt.Sprintf("spec fn SELF(%s) -> %s\n    decreases %s\n{\n    if %s <= %s { %s } else { %s }\n}",
		strings.Join(append(params, n+": int"), ", "), result, measure(n, low), n, spec.Text(low), spec.Text(empty), more)
	call := l.functionOf(variable, text)
	return func(at spec.Expr) spec.Expr {
		// Before the first iteration it is what it began with: no call is needed to say so.
		if same(at, l.low) {
			return empty
		}
		return &spec.Call{Path: &mir.Path{Segs: []mir.Segment{{Name: call}}}, Args: append(slices.Clone(args), at)}
	}
}

// paramType is the type of the parameter that an expression is, or nil.
func (r *runner) paramType(e spec.Expr) *mir.Type {
	for _, p := range r.fn.Params {
		if isName(e, p.Name) {
			return p.Type
		}
	}
	return nil
}

// measure decreases to what is never below zero.
func measure(n string, low spec.Expr) string {
	if k := literal(low); k != nil && k.Sign() >= 0 {
		return n
	}
	return spec.Text(binary("-", name(n), low))
}

// functionOf is the name of a function with a text, made if there is none.
func (r *runner) functionOf(variable, text string) string {
	for _, f := range r.functions {
		if strings.ReplaceAll(text, "SELF", f.Name) == f.Text {
			return f.Name
		}
	}
	base := variable + "_up_to"
	call := base
	for i := 2; wordIn(r.file.Src, call) || slices.ContainsFunc(r.functions, func(f Function) bool { return f.Name == call }); i++ {
		call = fmt.Sprint(base, i)
	}
	r.functions = append(r.functions, Function{call, strings.ReplaceAll(text, "SELF", call)})
	return call
}

func bareNames(params []string) (out []string) {
	for _, p := range params {
		n, _, _ := strings.Cut(p, ":")
		out = append(out, n)
	}
	return out
}

func isSequence(t *mir.Type) bool { return element(t) != nil }

// withoutOld is what a function has in place of old(x), which it is given.
func withoutOld(e spec.Expr) spec.Expr {
	if c, ok := e.(*spec.Call); ok && c.Path.Name() == "old" {
		return c.Args[0]
	}
	return nil
}

// speaks reports whether expressions speak of a parameter, before the function or now.
func speaks(n string, es ...spec.Expr) bool {
	return slices.ContainsFunc(es, func(e spec.Expr) bool { return mentions(replaced(e, withoutOld), n) })
}
