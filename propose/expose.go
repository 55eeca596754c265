package propose

import (
	"slices"

	"ensures/bench"
	"ensures/candidate"
	"ensures/java"
	"ensures/jml"
)

// exposed is what a text says of fields and methods so that clauses may name them: standard
// JML refuses a clause with a name that its readers can't see, or a call of a method that is
// not declared pure.
type exposed struct {
	visible map[java.Member]bool
	pure    map[*java.MethodDecl]bool
	specs   map[*java.MethodDecl]candidate.Spec // that stand in the text
}

// exposing is a text with the specifications of some methods in which nothing is exposed yet.
func exposing(found []*annotating) exposed {
	e := exposed{map[java.Member]bool{}, map[*java.MethodDecl]bool{}, map[*java.MethodDecl]candidate.Spec{}}
	for _, a := range found {
		e.specs[a.decl] = a.spec
	}
	return e
}

// expose makes what the clauses name visible to specifications, where it is less visible than
// the method, and declares methods pure that they call.
func (a *annotating) expose(e *java.Edits, spec candidate.Spec, done exposed) {
	a.exposeFields(e, spec, done)
	for _, c := range spec.Contract() {
		a.exposeCalls(e, c, true, done)
	}
	for _, c := range slices.Concat(spec.Loops...) {
		a.exposeCalls(e, c, false, done)
	}
}

func (a *annotating) exposeFields(e *java.Edits, spec candidate.Spec, done exposed) {
	named, ofOthers := map[string]bool{}, map[string]bool{} // as x or this.x, and as o.x
	for _, l := range spec.Lines(a.decl) {
		tokens := java.Tokens(l.Text)
		for i, t := range tokens {
			if i > 0 && tokens[i-1].Text == "." {
				ofOthers[t.Text] = true
				named[t.Text] = named[t.Text] || i > 1 && tokens[i-2].Text == "this"
			} else if !slices.ContainsFunc(a.decl.Params, func(p *java.Param) bool { return p.Name.Name == t.Text }) {
				named[t.Text] = true
			}
		}
	}

	for _, c := range a.file.classes {
		own := slices.Contains(c.Members, java.Member(a.decl))
		for _, m := range c.Members {
			f, ok := m.(*java.FieldDecl)
			// Fields of an interface are public, and one that is as visible as the method needs nothing.
			if !ok || done.visible[f] || f.Type == nil || c.Kind == java.InterfaceClass || f.Mods.Flags.Access() >= a.decl.Mods.Flags.Access() {
				continue
			}
			if s := a.file.spec.Fields[f]; s != nil && s.Mods.Flags&(jml.SpecPublic|jml.SpecProtected) != 0 {
				continue
			}
			for _, v := range f.Vars {
				if ofOthers[v.Name.Name] || own && named[v.Name.Name] {
					done.visible[f] = true
				}
			}
			if done.visible[f] {
				e.Insert(f.Type.Pos(), "/*@ spec_public @*/ ")
			}
		}
	}
}

// exposeCalls exposes the methods of the file that a clause calls.
func (a *annotating) exposeCalls(e *java.Edits, clause *candidate.Clause, readers bool, done exposed) {
	x, ok := clause.Expr()
	if !ok {
		return
	}
	java.Walk(x, func(n java.Node) bool {
		call, ok := n.(*java.Call)
		if !ok {
			return true
		}
		_, this := call.X.(*java.This)
		for _, c := range a.file.classes {
			// Without a receiver the method is of the class itself or of one around it; with one it may be
			// of any class of the file, as types aren't looked at.
			within := c.Pos() <= a.decl.Pos() && a.decl.End() <= c.End()
			if (call.X == nil || this) && !within {
				continue
			}
			for _, d := range a.overloads(c, call) {
				a.exposeMethod(e, d, readers && c.Kind != java.InterfaceClass, done)
			}
		}
		return true
	})
}

// overloads are the methods of a class that a call in a clause may be of: those of the name
// with as many parameters, and where arguments are parameters of the method that is specified,
// of the same types if there are such.
func (a *annotating) overloads(c *java.ClassDecl, call *java.Call) []*java.MethodDecl {
	own := map[string]string{}
	for i, t := range bench.ParamTypes(a.decl) {
		own[a.decl.Params[i].Name.Name] = t
	}
	var all, same []*java.MethodDecl
	for _, m := range c.Members {
		d, ok := m.(*java.MethodDecl)
		if !ok || d.IsConstructor || d.Name.Name != call.Name.Name || !(called{call.Name.Name, len(call.Args)}).mayBe(d) {
			continue
		}
		all = append(all, d)
		fits := len(d.Params) == len(call.Args)
		for i, t := range bench.ParamTypes(d) {
			if fits {
				x, named := call.Args[i].(*java.Name)
				fits = !named || own[x.Name] == "" || own[x.Name] == t
			}
		}
		if fits {
			same = append(same, d)
		}
	}
	if len(same) > 0 {
		return same
	}
	return all
}

// exposeMethod declares a method pure, if what is written of it says that it changes nothing,
// and makes it as visible as specifications need it. Where nothing is written of it, nobody
// has proved that it is pure.
func (a *annotating) exposeMethod(e *java.Edits, d *java.MethodDecl, readers bool, done exposed) {
	var declared jml.ModFlags
	own := a.file.spec.Methods[d]
	if own != nil {
		declared = own.Mods.Flags
	}
	words := ""
	if readers && !done.visible[d] && d.Mods.Flags.Access() < a.decl.Mods.Flags.Access() && declared&(jml.SpecPublic|jml.SpecProtected) == 0 {
		words += " spec_public"
		done.visible[d] = true
	}
	spec, proposed := done.specs[d]
	if !done.pure[d] && declared&jml.Pure == 0 && (proposed && changesNothing(spec) || own != nil && jml.Normalise(own).ChangesNothing()) {
		words += " pure"
		done.pure[d] = true
	}
	if words != "" {
		e.Insert(a.file.null.beforeResult(d), "/*@"+words+" @*/ ")
	}
}

// changesNothing reports whether every case of a proposal has the empty frame.
func changesNothing(s candidate.Spec) bool {
	for _, k := range s.Cases {
		if !slices.ContainsFunc(k.Clauses, func(c *candidate.Clause) bool { return c.Kind == jml.Assignable && c.Body == `\nothing` }) {
			return false
		}
	}
	return len(s.Cases) > 0
}
