package jml

import (
	"ensures/java"
	"ensures/java/types"
)

// CheckFor checks one more clause for a method, or for a loop of it, apart from
// the file's own specification: what an engine or a model proposes. The result
// shares everything but the tables of the clause's own expressions; it is what
// Compile needs. Positions are those of file; nil is the Java file.
func (c *Checked) CheckFor(m *types.Method, loop java.Stmt, file *java.File, cl *Clause) (*Checked, java.ErrorList) {
	fork := *c
	// What checking writes to is the fork's own: the original may be in use elsewhere.
	fork.Info = types.NewInfo()
	fork.Locals = map[*Clause][]*types.Local{}
	fork.Bad = map[any]bool{}
	fork.Hidden = map[*types.Method]java.ErrorList{}
	fork.base = c.Root()
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
		k.readers = accessOf(m)
		k.specCase(m, &Case{Behaviour: Lightweight, Clauses: []*Clause{cl}}, nil, mods)
	}
	fork.Spec.Warnings.Sort()
	return &fork, k.errs
}

// Root returns the specification that a fork was made from.
func (c *Checked) Root() *Checked {
	if c.base != nil {
		return c.base
	}
	return c
}
