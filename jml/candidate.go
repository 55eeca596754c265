package jml

import (
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
)

// CheckFor checks one more clause for a method, or for a loop of it, apart from
// the file's own specification: what an engine or a model proposes. The result
// shares everything but the tables of the clause's own expressions; it is what
// Compile needs. Positions are those of file; nil is the Java file.
func (c *Checked) CheckFor(m *types.Method, loop java.Stmt, file *java.File, cl *Clause) (*Checked, java.ErrorList) {
	fork := *c
	fork.Info = types.NewInfo()
	fork.Locals = map[*Clause][]*types.Local{}
	fork.Bad = map[any]bool{}
	fork.base = c.root()
	spec := *c.Spec
	spec.Warnings = nil
	fork.Spec = &spec
	if file == nil {
		file = c.Spec.Java
	}
	k := &checker{Checked: &fork, file: file}
	var mods Mods
	if m.Decl != nil {
		if ms := c.Spec.Methods[m.Decl]; ms != nil {
			mods = ms.Mods
		}
	}
	switch {
	case loop != nil:
		b := &bodyChecker{c: k, m: m, mods: mods}
		b.loop(loop, &LoopSpec{Loop: loop, Clauses: []*Clause{cl}}, c.Visible[loop])
	case cl.Kind == Invariant || cl.Kind == Constraint || cl.Kind == Initially:
		k.classClause(m.Owner, cl)
	default:
		k.specCase(m, &Case{Behaviour: Lightweight, Clauses: []*Clause{cl}}, nil, mods)
	}
	fork.Spec.Warnings.Sort()
	return &fork, k.errs
}

// root is the specification that a fork was made from.
func (c *Checked) root() *Checked {
	if c.base != nil {
		return c.base
	}
	return c
}

// Value is a compiled expression of any type.
type Value struct {
	*Pred
	get func(*env) interp.Value
}

// CompileValue compiles an expression as a value of type t, as an old variable or
// a ghost variable holds it.
func CompileValue(chk *Checked, prog *interp.Program, x java.Expr, t types.Type, o CompileOptions) (*Value, *java.Error) {
	v := &Value{}
	p, err := compilePred(chk, prog, o, func(c *compiler, p *Pred) { v.get = c.assigned(x, t) })
	if err != nil {
		return nil, err
	}
	v.Pred = p
	return v, nil
}

// Get is the expression's value; the result is Unknown when there is none, else
// True.
func (v *Value) Get(in *Env) (interp.Value, Result) {
	e := v.begin(in)
	x := v.get(e)
	r := Result{Truth: True}
	if e.bad != 0 {
		r = resultOf(e, e.bad)
		x = interp.Value{}
	}
	v.end(e)
	return x, r
}
