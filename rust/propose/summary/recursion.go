package summary

import (
	"fmt"
	"slices"

	"ensures/rust/mir"
	"ensures/rust/spec"
)

// recursive is what is known of a function that calls itself.
type recursive struct {
	name  string // of the function of clauses that stands for it
	calls [][]spec.Expr
}

// itself is a call of the function that is being run: the function of clauses for it, at the
// same arguments.
func (r *runner) itself(e *spec.Call, s *state) spec.Expr {
	for _, p := range r.fn.Params {
		if !isInt(p.Type) {
			panic(unknown{})
		}
	}
	// Run as a callee of another function, it would be given a name there that nobody defines.
	if len(r.callers) > 1 || len(e.Args) != len(r.fn.Params) || r.fn.Result.Type == nil || !isInt(r.fn.Result.Type) && !isTruth(r.fn.Result.Type) {
		panic(unknown{})
	}
	if r.self.name == "" {
		base := r.fn.Name + "_of"
		r.self.name = base
		for i := 2; wordIn(r.file.Src, r.self.name); i++ {
			r.self.name = fmt.Sprint(base, i)
		}
	}
	var args []spec.Expr
	for _, a := range e.Args {
		args = append(args, r.term(a, s))
	}
	r.self.calls = append(r.self.calls, args)
	return &spec.Call{Path: &mir.Path{Segs: []mir.Segment{{Name: r.self.name}}}, Args: args}
}

// falls is the parameter that every call of the function by itself makes smaller by a number, or
// nil.
func (r *runner) falls() *spec.Param {
	for i, p := range r.fn.Params {
		if !slices.ContainsFunc(r.self.calls, func(args []spec.Expr) bool {
			d := literal(binary("-", args[i], name(p.Name)))
			return d == nil || d.Sign() >= 0
		}) {
			return &r.fn.Params[i]
		}
	}
	return nil
}

// recursionOf says of a function that calls itself, with p falling, that its result is that of
//
//	spec fn f_of(p, …) decreases p { if p < 0 { 0 } else { what the code gives } }
//
// It needs that p is not negative, and that results for all values up to p fit their type.
func (r *runner) recursionOf(whole spec.Expr) (ensures spec.Expr, requires []spec.Expr, decreases string) {
	p := r.falls()
	if p == nil || whole == nil || len(r.fn.Params) > 4 {
		return nil, nil, ""
	}
	result, zero := "int", spec.Expr(integer(0))
	if isTruth(r.fn.Result.Type) {
		result, zero = "bool", boolean(false)
	}

	params := ""
	self := &spec.Call{Path: &mir.Path{Segs: []mir.Segment{{Name: r.self.name}}}}
	for i, q := range r.fn.Params {
		if i > 0 {
			params += ", "
		}
		params += q.Name + ": int"
		self.Args = append(self.Args, name(q.Name))
	}
	r.functions = append(r.functions, Function{r.self.name, fmt.Sprintf("spec fn %s(%s) -> %s\n    decreases %s\n{\n    if %s < 0 { %s } else { %s }\n}",
		r.self.name, params, result, p.Name, p.Name, spec.Text(zero), spec.Text(whole))})

	if p.Type.Signed() {
		requires = append(requires, binary("<=", integer(0), name(p.Name)))
	}
	op := "<==>"
	if result == "int" {
		op = "=="
		t := r.fn.Result.Type
		k := r.fresh(whole)
		fits := func(x spec.Expr) spec.Expr {
			return and(binary("<=", limit(t, "MIN"), x), binary("<=", x, limit(t, "MAX")))
		}
		// Its own result stands by itself, so that a proof has it before its eyes.
		requires = append(requires, fits(self), quantified("forall", k, integer(0), name(p.Name), fits(with(self, p.Name, name(k)))))
	}
	return &spec.Binary{Op: op, X: name(r.resultName()), Y: self}, requires, p.Name
}

// ofItself reports whether an expression speaks of the function that stands for this one.
func (r *runner) ofItself(e spec.Expr) bool {
	found := false
	spec.Walk(e, func(x spec.Expr) {
		c, ok := x.(*spec.Call)
		found = found || ok && r.self.name != "" && c.Path.Name() == r.self.name
	})
	return found
}
