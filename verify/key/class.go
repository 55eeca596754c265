package key

import (
	"sort"
	"strings"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
)

// classSpecs translates invariants, ghost fields, model methods and the nullness of
// fields. They concern every method, so what cannot be translated concerns the file.
func (t *translator) classSpecs() {
	var decls []*java.ClassDecl
	for d := range t.spec.Classes {
		decls = append(decls, d)
	}
	sort.Slice(decls, func(i, j int) bool { return decls[i].From < decls[j].From })
	// Model methods first: invariants may call them.
	for _, d := range decls {
		t.modelMethods(t.spec.Classes[d])
	}
	for _, d := range decls {
		t.classSpec(d, t.spec.Classes[d])
	}
	for c := range t.classes {
		if c.Decl == nil {
			continue
		}
		for _, m := range c.Decl.Members {
			if f, ok := m.(*java.FieldDecl); ok && !t.goneField(f) {
				t.field(f)
			}
		}
	}
}

func (t *translator) classSpec(d *java.ClassDecl, s *jml.ClassSpec) {
	var b []string
	// Each changes what arithmetic means: to leave it out would prove something else.
	for _, flag := range []struct {
		f    jml.ModFlags
		word string
	}{{jml.CodeJavaMath, "code_java_math"}, {jml.CodeSafeMath, "code_safe_math"}, {jml.CodeBigintMath, "code_bigint_math"},
		{jml.SpecJavaMath, "spec_java_math"}, {jml.SpecSafeMath, "spec_safe_math"}, {jml.Immutable, "immutable"}} {
		if s.Mods.Has(flag.f) {
			t.fail(d, "%s", flag.word)
		}
	}

	if len(s.Types) > 0 {
		t.fail(s.Types[0], "model classes")
	}

	for _, f := range s.Fields {
		fs := t.spec.Fields[f]
		if fs == nil || !fs.Mods.Has(jml.Ghost) {
			t.fail(f, "model fields")
		}
		t.checkSpecType(f.Type)
		for _, v := range f.Vars {
			init := ""
			if v.Init != nil {
				init = " = " + t.expression(v.Init)
			}
			static := ""
			if f.Mods.Flags.Has(java.Static) {
				static = "static "
			}
			null := ""
			if x := t.typeOf(f.Type); isRef(x) || v.Dims > 0 {
				if t.nullableMods(fs.Mods) {
					null = "nullable "
				}
			}
			b = append(b, "/*@ public "+static+"ghost "+null+oneLine(java.Print(f.Type))+strings.Repeat("[]", v.Dims)+" "+v.Name.Name+init+"; @*/")
		}
	}

	for _, c := range s.Clauses {
		static := ""
		if c.Mods.Flags.Has(java.Static) {
			static = "static "
		} else if d.Kind == java.InterfaceClass {
			static = "instance "
		}
		switch {
		case c.Kind == jml.Invariant && c.Expr != nil:
			b = append(b, "/*@ public "+static+"invariant "+t.expression(c.Expr)+"; @*/")
		case c.Kind == jml.Initially && c.Expr != nil:
			b = append(b, "/*@ public initially "+t.expression(c.Expr)+"; @*/")
		default:
			t.fail(c, "the clause %s", c.Kind)
		}
	}

	for _, m := range s.Methods {
		if t.models[t.infos.Method(m)] {
			b = append(b, t.modelMethod(m))
		}
	}

	if len(b) > 0 {
		t.edits.Insert(d.Lbrace+1, br+strings.Join(b, br)+br)
	}
}

// modelMethods finds the model methods that can be translated: those that return an
// expression. The others can't be used.
func (t *translator) modelMethods(s *jml.ClassSpec) {
	for _, d := range s.Methods {
		if m := t.infos.Method(d); m != nil {
			t.models[m] = true
		}
	}
	// One that calls what can't be translated can't be either: to the fixed point.
	for changed := true; changed; {
		changed = false
		for _, d := range s.Methods {
			m := t.infos.Method(d)
			if m != nil && t.models[m] && t.attempt(func() { t.modelMethod(d) }) != nil {
				t.models[m], changed = false, true
			}
		}
	}
}

// modelMethod is a model method in KeY's dialect. Its integers are unbounded there,
// as what specifications compute with is.
func (t *translator) modelMethod(d *java.MethodDecl) string {
	ms := t.spec.Methods[d]

	var ret *java.Return
	if d.Body != nil && len(d.Body.Stmts) == 1 {
		ret, _ = d.Body.Stmts[0].(*java.Return)
	}

	if ret == nil || ret.X == nil {
		t.fail(d, "model methods that are more than an expression")
	}
	// Model methods compute in mathematical integers, whatever their declared types.
	wide := func(x *java.TypeExpr, dims int) string {
		t.checkSpecType(x)
		if ty := t.typeOf(x); ty != nil && types.IsIntegral(ty) && x.Dims+dims == 0 {
			return `\bigint`
		}
		return oneLine(java.Print(x)) + strings.Repeat("[]", dims)
	}

	var ps []string
	for _, p := range d.Params {
		null := ""
		if isRef(t.typeOf(p.Type)) {
			null = "nullable "
		}
		ps = append(ps, null+wide(p.Type, p.Dims)+" "+p.Name.Name)
	}

	b := []string{"public model_behavior"}
	var measure string
	if ms != nil {
		n := jml.Normalise(ms)
		if len(n.Cases) > 1 {
			t.fail(d, "model methods with several cases")
		}
		for _, c := range n.Cases {
			if len(c.Ensures)+len(c.Signals)+len(c.SignalsOnly)+len(c.Old)+len(c.Other) > 0 {
				t.fail(d, "model methods with a postcondition")
			}
			for _, r := range c.Requires {
				b = append(b, "requires "+t.expression(r.Expr)+";")
			}
			for _, m := range c.MeasuredBy {
				measure = "measured_by " + t.expression(m.Expr) + ";"
			}
		}
	}

	if len(b) == 1 {
		b = append(b, "requires true;")
	}

	b = append(b, `ensures true; assignable \strictly_nothing;`, measure)
	static := ""
	if d.Mods.Flags.Has(java.Static) {
		static = "static "
	}
	return "/*@ " + strings.Join(b, " ") + " public " + static + "model strictly_pure " + wide(d.Return, d.Dims) + " " + d.Name.Name +
		"(" + strings.Join(ps, ", ") + ") { return " + t.expression(ret.X) + "; } @*/"
}

// goneField reports whether a field is left out.
func (t *translator) goneField(d *java.FieldDecl) bool {
	f := t.infos.Field(d.Vars[0])
	return f != nil && t.gone[f]
}

// field says whether a field may be null.
func (t *translator) field(f *java.FieldDecl) {
	fs := t.spec.Fields[f]
	null := t.nullable
	if fs != nil {
		null = t.nullableMods(fs.Mods)
		if len(fs.Clauses) > 0 {
			t.fail(fs.Clauses[0], "the clause %s", fs.Clauses[0].Kind)
		}
		if fs.Mods.Has(jml.Monitored) || fs.Mods.Has(jml.Secret) {
			t.fail(f, "monitored and secret fields")
		}
	}

	ref, deeper := false, false
	var inv []string
	for _, v := range f.Vars {
		fl := t.infos.Field(v)
		if fl == nil || !isRef(fl.Type) {
			continue
		}
		ref = true
		// KeY's non-null would be of the elements too: to KeY the field is nullable, and an
		// invariant says of the array alone that it is there.
		if deep(fl.Type) && !null {
			deeper = true
			static := ""
			if fl.Flags.Has(java.Static) {
				static = "static "
			}
			inv = append(inv, "/*@ public "+static+"invariant "+v.Name.Name+" != null; @*/")
		}
	}
	if ref && (null || deeper) {
		t.edits.Insert(f.From, br+strings.Join(append(inv, "/*@ nullable @*/ "), br))
	}
}
