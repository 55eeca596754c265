package key

import (
	"slices"
	"strings"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
)

// implicit are the exceptions that the JVM throws by itself.
var implicit = []string{
	"java.lang.NullPointerException", "java.lang.ArrayIndexOutOfBoundsException", "java.lang.ArithmeticException",
	"java.lang.ClassCastException", "java.lang.NegativeArraySizeException", "java.lang.ArrayStoreException",
}

// fit translates a method without writing anything and notes what cannot be. Which
// methods can be taken depends on others: a specification leans on what it calls.
func (t *translator) fit(k *method) {
	if k.m.Decl == nil || k.unfit != nil {
		return
	}
	k.unfit = t.attempt(func() {
		k.allow = t.throwsImplicitly(k.m)
		t.contract(k)
		if k.m.Decl.Body != nil {
			t.body(k)
		}
	})
}

// noContract stands for a contract that cannot be translated: nobody can call the
// method.
const noContract = `public behavior requires false; ensures true; signals (java.lang.Throwable e) true; assignable \everything; diverges true;`

// method puts a method's contract in front of it and translates what its body
// says. What cannot be translated leaves a contract that nobody can call, and a
// body that nobody asks about.
func (t *translator) method(k *method) {
	m := k.m
	if t.gone[m] {
		return
	}
	if m.Decl == nil {
		t.defaultConstructor(k)
		return
	}

	d := m.Decl
	spec := noContract
	pure := false
	ms := t.spec.Methods[d]
	// Without a contract of its own nothing of the method is assumed by its callers.
	if t.banned[k.at] != nil {
	} else if un := t.attempt(func() { spec = t.contract(k) }); un == nil {
		pure = ms != nil && jml.Normalise(ms).IsPure() && !m.IsConstructor()
	}

	mods := ""
	if pure {
		mods += " pure"
	}
	if ms != nil && ms.Mods.Has(jml.Helper) {
		mods += " helper"
	}
	// KeY's non-null of an array is of its elements too; what is meant, postconditions says.
	if isRef(m.Return) && (t.nullableResult(d) || deep(m.Return)) {
		mods += " nullable"
	}
	// Modifiers stand behind the contract in one comment: of several comments KeY
	// looks at one, or stumbles.
	t.edits.Insert(d.From, br+"/*@ "+spec+mods+" @*/"+br)

	for _, p := range d.Params {
		if l := t.paramType(m, p); isRef(l) && (t.nullableMods(t.spec.Params[p]) || deep(l)) {
			t.edits.Insert(p.From, "/*@ nullable @*/ ")
		}
	}

	switch {
	case d.Body == nil:
	// A body that KeY can't read is replaced: its callers rely on the contract, which
	// is then not proved of it.
	case k.unfit != nil:
		t.edits.Replace(d.Body.Span, t.stub(m, d))
	default:
		for _, e := range t.body(k) {
			t.edits.Replace(e.Span, e.text)
		}
	}
}

// change is an edit that waits for the rest of its method to be translated.
type change struct {
	java.Span
	text string
}

// stub is a body that KeY can read, of as many lines as the method's own.
func (t *translator) stub(m *types.Method, d *java.MethodDecl) string {
	first := ""
	// A call of another constructor has to stay the first statement.
	if m.IsConstructor() && len(d.Body.Stmts) > 0 {
		if c, ok := d.Body.Stmts[0].(*java.ConstructorCall); ok {
			first = t.file.Src[c.From.Offset():c.To.Offset()]
			first = strings.ReplaceAll(first, "\n", " ")
		}
	}
	return "{ " + first + " throw new RuntimeException(); " + t.newlines(d.Body.Span) + "}"
}

// defaultConstructor writes out the constructor that Java makes, so that what it
// leaves behind is checked against the invariants.
func (t *translator) defaultConstructor(k *method) {
	c := k.m.Owner
	if c.Decl == nil || c.Local || c.Name == "" || c.IsInterface() {
		k.wanted = false
		return
	}
	if c.Super != nil && !c.Super.Class.Library {
		c.Super.Class.Load()
	}
	t.edits.Insert(c.Decl.Lbrace+1, br+"/*@ public behavior requires true; ensures true; signals (java.lang.Throwable e) false; signals_only \\nothing; assignable \\everything; @*/"+br+"public "+c.Name+"() { super(); }"+br)
}

func isRef(ty types.Type) bool { return ty != nil && types.IsReference(ty) }

// deep reports whether KeY's non_null would speak of the elements too, which JML's
// does not.
func deep(ty types.Type) bool {
	a, ok := ty.(*types.ArrayType)
	return ok && isRef(a.Elem)
}

func (t *translator) nullableMods(m jml.Mods) bool {
	switch {
	case m.Has(jml.Nullable):
		return true
	case m.Has(jml.NonNull):
		return false
	}
	return t.nullable
}

func (t *translator) nullableResult(d *java.MethodDecl) bool {
	if s := t.spec.Methods[d]; s != nil {
		return t.nullableMods(s.Mods)
	}
	return t.nullable
}

func (t *translator) paramType(m *types.Method, p *java.Param) types.Type {
	for i, q := range m.Decl.Params {
		if q == p && i < len(m.Params) {
			return m.Params[i].Type
		}
	}
	return nil
}

// contract is the text of a method's contract: each case of it with everything
// that JML leaves to defaults, which KeY's are not always.
func (t *translator) contract(k *method) string {
	m := k.m
	cases := []*jml.FlatCase{{}}
	pure := false
	if ms := t.spec.Methods[m.Decl]; ms != nil {
		n := jml.Normalise(ms)
		pure = n.IsPure()
		if len(n.Cases) > 0 {
			cases = n.Cases
		}
	}
	var out []string
	for _, c := range cases {
		out = append(out, t.flatCase(k, c, pure))
	}
	also := ""
	if ms := t.spec.Methods[m.Decl]; ms != nil && ms.Also {
		also = "also "
	}
	return also + strings.Join(out, " also ")
}

func (t *translator) flatCase(k *method, c *jml.FlatCase, pure bool) string {
	m := k.m
	b := []string{"public behavior"}
	add := func(s string) { b = append(b, s) }

	for _, o := range append(c.Old[:len(c.Old):len(c.Old)], c.Other...) {
		// These promise something that is not proved here. Nothing that is proved
		// relies on it, so a warning is enough.
		switch o.Kind {
		case jml.WorkingSpace, jml.Duration, jml.Callable, jml.Captures:
			t.warn(o, "KeY is not asked about %s", o.Kind)
		default:
			t.fail(o, "the clause %s", o.Kind)
		}
	}
	for _, a := range c.Accessible {
		t.warn(a, "KeY is not asked about %s", a.Kind)
	}

	b = append(b, t.preconditions(m, c)...)
	b = append(b, t.postconditions(m, c)...)
	b = append(b, t.signals(c)...)
	add(t.signalsOnly(k, c))
	def := `\everything`
	if pure {
		def = `\nothing`
	}
	kind, refs := c.Frame()
	// A pure method changes nothing, whatever else its frame says.
	if kind == jml.FrameEverything && pure {
		kind = jml.FrameDefault
	}
	add(t.frameText(kind, refs, def))

	for _, s := range c.MeasuredBy {
		if s.Expr != nil {
			if s.If != nil {
				t.fail(s, "measured_by with a condition")
			}
			add("measured_by " + t.expression(s.Expr) + ";")
		}
	}

	// Without this KeY is asked whether the method ends.
	if t.partial[m] {
		add("diverges true;")
	}
	return strings.Join(b, " ")
}

// preconditions are a case's requires clauses. KeY's non-null of an array is of its
// elements too: the array itself is said apart.
func (t *translator) preconditions(m *types.Method, c *jml.FlatCase) []string {
	var b []string
	for i, p := range m.Decl.Params {
		if l := m.Params[i].Type; isRef(l) && deep(l) && !t.nullableMods(t.spec.Params[p]) {
			b = append(b, "requires "+p.Name.Name+" != null;")
		}
	}

	if len(c.Requires) == 0 {
		b = append(b, "requires true;")
	}
	for _, r := range c.Requires {
		if r.Expr != nil {
			b = append(b, "requires "+t.expression(r.Expr)+";")
		}
	}
	return b
}

// postconditions are a case's ensures clauses, and what a result that is an array is.
func (t *translator) postconditions(m *types.Method, c *jml.FlatCase) []string {
	var b []string
	if isRef(m.Return) && deep(m.Return) && !t.nullableResult(m.Decl) {
		b = append(b, `ensures \result != null;`)
	}

	ensured := false
	for _, e := range c.Ensures {
		if e.Expr != nil {
			b = append(b, "ensures "+t.expression(e.Expr)+";")
			ensured = true
		}
	}
	switch {
	case c.MustThrow:
		// It must not return at all.
		b = append(b, "ensures false;")
	case !ensured:
		b = append(b, "ensures true;")
	}
	return b
}

func (t *translator) signals(c *jml.FlatCase) []string {
	var b []string
	for _, s := range c.Signals {
		if s.Expr == nil || s.Param == nil || s.Param.Type == nil {
			continue
		}
		t.checkType(s.Param.Type)
		name := s.Param.Name.Name
		if name == "" {
			name = "e"
		}
		b = append(b, "signals ("+t.className(s.Param.Type)+" "+name+") "+t.expression(s.Expr)+";")
	}
	return b
}

// signalsOnly is what may be thrown. Without the clause that is what the method
// declares, and RuntimeException; but where exceptions of the JVM's own are paths
// of the method, only those that its specification or its throw statements name.
func (t *translator) signalsOnly(k *method, c *jml.FlatCase) string {
	var names []string
	add := func(s string) {
		if !slices.Contains(names, s) {
			names = append(names, s)
		}
	}
	given := false

	text := ""
	if c.MustReturn {
		given = true
		text = "signals (java.lang.Throwable e) false; "
	}

	for _, s := range c.SignalsOnly {
		if s.NotSpecified {
			continue
		}
		if given && len(c.SignalsOnly) > 1 {
			t.fail(s, "several signals_only clauses")
		}
		given = true

		for _, x := range s.Types {
			t.checkType(x)
			add(t.className(x))
		}
	}

	if !given {
		for _, x := range k.m.Decl.Throws {
			add(t.className(x))
		}
		if !k.allow {
			// Those of the JVM's own are errors here, so this lets none of them pass.
			add("java.lang.RuntimeException")
			// This one KeY throws even where the JVM's own exceptions are errors.
			if size := "java.lang.NegativeArraySizeException"; makesArrays(k.m.Decl) && !slices.Contains(t.thrown(k.m), size) {
				text += "signals (" + size + " e) false; "
			}
		} else {
			for _, s := range c.Signals {
				if s.Param != nil && s.Param.Type != nil {
					add(t.className(s.Param.Type))
				}
			}
			for _, ty := range t.thrown(k.m) {
				add(ty)
			}
		}
	}

	if len(names) == 0 {
		return text + `signals_only \nothing;`
	}
	return text + "signals_only " + strings.Join(names, ", ") + ";"
}

func makesArrays(d *java.MethodDecl) bool {
	found := false
	if d.Body != nil {
		java.Walk(d.Body, func(n java.Node) bool {
			_, is := n.(*java.NewArray)
			found = found || is
			return !found
		})
	}
	return found
}

// className is a written class in full.
func (t *translator) className(x *java.TypeExpr) string {
	if c, ok := t.typeOf(x).(*types.ClassType); ok && c.Class.Library {
		return c.Class.QualifiedName()
	}
	return oneLine(java.Print(x))
}

// thrown are the classes of a body's throw statements.
func (t *translator) thrown(m *types.Method) []string {
	var out []string
	if m.Decl.Body == nil {
		return nil
	}
	java.Walk(m.Decl.Body, func(n java.Node) bool {
		if s, ok := n.(*java.Throw); ok {
			if c, ok := t.exprType(s.X).(*types.ClassType); ok && !types.Identical(c, nil) {
				out = append(out, c.Class.QualifiedName())
			}
		}
		return true
	})
	return out
}

// throwsImplicitly reports whether exceptions of the JVM's own are paths of the
// method, because it catches them or its specification speaks of them. Elsewhere
// they are errors.
func (t *translator) throwsImplicitly(m *types.Method) bool {
	found := false
	look := func(x *java.TypeExpr) {
		c, ok := t.typeOf(x).(*types.ClassType)
		for _, name := range implicit {
			if k := t.lib.Class(name); ok && k != nil {
				k.Load()
				// A class above one of these catches it too.
				found = found || types.IsSubclass(k, c.Class)
			}
		}
	}
	if m.Decl.Body != nil {
		java.Walk(m.Decl.Body, func(n java.Node) bool {
			if c, ok := n.(*java.Catch); ok && c.Param != nil {
				look(c.Param.Type)
			}
			return true
		})
	}

	ms := t.spec.Methods[m.Decl]
	if ms == nil {
		return found
	}
	for _, c := range jml.Normalise(ms).Cases {
		for _, s := range c.Signals {
			if s.Param != nil && s.Param.Type != nil && !isFalse(s.Expr) {
				look(s.Param.Type)
			}
		}
		for _, s := range c.SignalsOnly {
			for _, x := range s.Types {
				look(x)
			}
		}
		found = found || c.MustThrow && len(c.Signals) == 0 && len(c.SignalsOnly) == 0
	}
	return found
}

func isFalse(x java.Expr) bool {
	l, ok := x.(*java.Literal)
	return ok && l.Raw == "false"
}
