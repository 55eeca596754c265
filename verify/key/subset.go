package key

import (
	"slices"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
)

// libraryClasses are the classes of the library that KeY (or the driver) has and
// that programs may mention. Exceptions are there with their usual constructors.
var libraryClasses = []string{
	"java.lang.Object", "java.lang.String", "java.lang.Math", "java.lang.Integer", "java.lang.Long", "java.lang.Character", "java.lang.Byte", "java.lang.Short",
	"java.lang.Throwable", "java.lang.Exception", "java.lang.RuntimeException", "java.lang.Error", "java.lang.AssertionError",
	"java.lang.ArithmeticException", "java.lang.ArrayIndexOutOfBoundsException", "java.lang.ArrayStoreException", "java.lang.ClassCastException",
	"java.lang.IllegalArgumentException", "java.lang.IndexOutOfBoundsException", "java.lang.NegativeArraySizeException",
	"java.lang.NullPointerException", "java.lang.NumberFormatException", "java.lang.Comparable", "java.lang.Cloneable", "java.lang.Runnable",
	"java.lang.IllegalStateException", "java.lang.UnsupportedOperationException", "java.lang.StringIndexOutOfBoundsException", "java.util.NoSuchElementException",
}

// boxes are known for their constants only: KeY has no boxing.
var boxes = []string{"java.lang.Integer", "java.lang.Long", "java.lang.Character", "java.lang.Byte", "java.lang.Short"}

// checkFile looks for what no method can be separated from.
func (t *translator) checkFile() {
	if t.inherits != nil { // KeY would give such a method two contracts of one name
		t.fail(t.inherits, "contracts that are inherited within the file")
	}
	for _, c := range t.file.Types {
		t.checkClass(c, nil)
	}
	for _, i := range t.file.Imports {
		// Names are resolved already; what KeY needs of them is written out below.
		t.replace(i.Span, t.newlines(i.Span))
	}
}

func (t *translator) checkClass(c *java.ClassDecl, outer *java.ClassDecl) {
	switch {
	case c.Kind != java.ClassClass && c.Kind != java.InterfaceClass:
		t.fail(c, "%s", "enums, records and annotation types")
	case len(c.TypeParams) > 0:
		t.fail(c, "generic classes")
	case outer != nil && c.Kind == java.ClassClass && !c.Mods.Flags.Has(java.Static) && outer.Kind != java.InterfaceClass:
		t.fail(c, "inner classes with an enclosing instance")
	}

	t.annotations(c.Mods)
	for _, x := range append([]*java.TypeExpr{c.Extends}, c.Implements...) {
		t.checkType(x)
	}

	for _, m := range c.Members {
		switch m := m.(type) {
		case *java.ClassDecl:
			t.checkClass(m, c)
		case *java.FieldDecl:
			// A member whose type KeY lacks is taken out, and whatever needs it is
			// refused by name.
			if t.attempt(func() { t.checkType(m.Type) }) != nil {
				for _, v := range m.Vars {
					if f := t.infos.Field(v); f != nil {
						t.gone[f] = true
					}
				}
				t.replace(m.Span, t.newlines(m.Span))
				continue
			}
			t.annotations(m.Mods)
			for _, v := range m.Vars {
				if v.Init != nil {
					t.checkCode(c, v.Init)
				}
			}
		case *java.InitBlock:
			t.checkCode(c, m.Body)
		case *java.MethodDecl:
			if t.attempt(func() { t.signature(m) }) != nil {
				if f := t.infos.Method(m); f != nil {
					t.gone[f] = true
				}
				t.replace(m.Span, t.newlines(m.Span))
				continue
			}
			t.annotations(m.Mods)
			for _, p := range m.Params {
				t.annotations(p.Mods)
			}
		}
	}
}

// signature looks for types in a method's header that KeY lacks. Such a method is
// left out, with whatever uses it.
func (t *translator) signature(m *java.MethodDecl) {
	if len(m.TypeParams) > 0 {
		t.fail(m, "generic methods")
	}
	for _, p := range m.Params {
		if p.Variadic {
			t.fail(p, "variadic methods")
		}
		t.checkType(p.Type)
	}
	t.checkType(m.Return)
	for _, x := range m.Throws {
		t.checkType(x)
	}
}

// annotations are not KeY's: what they say is in the specification's modifiers.
func (t *translator) annotations(m java.Modifiers) {
	for _, a := range m.Annotations {
		t.replace(a.Span, t.newlines(a.Span))
	}
}

// checkType accepts the types that KeY knows.
func (t *translator) checkType(x *java.TypeExpr) {
	if x == nil {
		return
	}
	switch {
	case x.Args != nil || x.Outer != nil:
		t.fail(x, "generic types")
	case x.Name == "var":
		t.fail(x, "var")
	case x.Name == `\real` || x.Name == `\TYPE`:
		t.fail(x, "%s", x.Name)
	}
	if len(x.Alternatives) > 0 {
		t.fail(x, "several types in a catch or cast")
	}

	ty := t.typeOf(x)
	for {
		a, ok := ty.(*types.ArrayType)
		if !ok {
			break
		}
		ty = a.Elem
	}
	k, ok := ty.(*types.ClassType)
	if !ok || t.classes[k.Class] {
		return
	}
	name := k.Class.QualifiedName()
	if !slices.Contains(libraryClasses, name) || slices.Contains(boxes, name) {
		t.fail(x, "the class %s", name)
	}
	// The imports are gone, so what isn't in java.lang is written in full.
	if k.Class.Package != "java.lang" && x.Name != name {
		t.replace(java.Span{From: x.From, To: x.From + java.Pos(len(x.Name))}, name)
	}
}

func (t *translator) typeOf(x *java.TypeExpr) types.Type { return t.infos.Written(x) }

func (t *translator) exprType(x java.Expr) types.Type { return t.infos.Type(x) }

func (t *translator) use(x java.Expr) *types.Use { return t.infos.Use(x) }

func (t *translator) call(n java.Node) *types.Call { return t.infos.Call(n) }

// checkBody looks for what a method's body has and KeY does not.
func (t *translator) checkBody(m *method) {
	d := m.m.Decl
	if d.Body == nil {
		return
	}
	t.checkCode(m.m.Owner.Decl, d.Body)
	for _, flag := range []struct {
		f    jml.ModFlags
		word string
	}{{jml.CodeJavaMath, "code_java_math"}, {jml.CodeSafeMath, "code_safe_math"}, {jml.CodeBigintMath, "code_bigint_math"},
		{jml.SpecJavaMath, "spec_java_math"}, {jml.SpecSafeMath, "spec_safe_math"}, {jml.SkipEsc, "skipesc"}} {
		if s := t.spec.Methods[d]; s != nil && s.Mods.Has(flag.f) {
			t.fail(d, "%s", flag.word)
		}
	}
}

// checkCode looks for what code of class in has and KeY does not.
func (t *translator) checkCode(in *java.ClassDecl, n java.Node) {
	java.Walk(n, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.Lambda, *java.MethodRef:
			t.fail(n, "lambdas")
		case *java.SwitchExpr:
			t.fail(n, "switch expressions")
		case *java.LocalClass:
			t.fail(n, "local classes")
		case *java.SynchronizedStmt:
			t.fail(n, "synchronized")
		case *java.ClassLit:
			t.fail(n, "class literals")
		case *java.Case:
			if n.Arrow || n.Guard != nil || len(n.Labels) > 1 {
				t.fail(n, "switch with arrows, guards or several labels")
			}
		case *java.Switch:
			if ty := t.exprType(n.X); ty != nil && !types.IsPrimitive(ty) {
				t.fail(n, "switch on %s", types.ShortString(ty))
			}
		case *java.Try:
			if len(n.Resources) > 0 {
				t.fail(n.Resources[0], "try with resources")
			}
		case *java.InstanceOf:
			if n.Pattern != nil {
				t.fail(n, "patterns")
			}
		case *java.TypeExpr:
			t.checkType(n)
			return false
		case *java.Literal:
			if n.Kind == java.TextBlock {
				t.fail(n, "text blocks")
			}
		case *java.New:
			if n.Body != nil {
				t.fail(n, "anonymous classes")
			}
			t.used(n)
		case *java.ConstructorCall:
			t.used(n)
		case *java.AssignExpr:
			t.checkWrite(in, n.X)
			if n.Op == java.Div && t.mayOverflow(n.X, n.Y) {
				t.fail(n, "a division that is an assignment too")
			}
		case *java.Unary:
			if n.Op.Changes() {
				t.checkWrite(in, n.X)
			}
		case *java.Call:
			t.checkCall(n)
		case *java.Name, *java.Select:
			if u := t.use(n.(java.Expr)); u != nil && u.Field != nil && t.gone[u.Field] {
				t.fail(n, "the field %s, whose type KeY lacks", u.Field.Name)
			} else if u != nil && u.Kind == types.FieldRef && u.Field.Owner != nil && u.Field.Owner.Library && u.Field.Constant() == nil && u.Field.Name != "length" {
				t.fail(n, "the field %s.%s", u.Field.Owner.Name, u.Field.Name)
			}
		case *java.Cast:
			if t.quiet && narrowing(t.exprType(n.X), t.typeOf(n.Type)) {
				t.fail(n, "a narrowing cast with arithmetic that is not looked at")
			}
		}
		return true
	})
}

func narrowing(from, to types.Type) bool {
	return from != nil && to != nil && types.IsNumeric(from) && types.IsNumeric(to) && !types.Identical(from, to)
}

// checkCall accepts calls of the file's methods and of a few static ones that KeY
// has with a body.
func (t *translator) checkCall(n *java.Call) {
	c := t.call(n)
	if c == nil || c.Method == nil {
		t.fail(n, "the call of %s", n.Name.Name)
	}
	t.used(n)
	if c.Method.Owner == nil || !c.Method.Owner.Library {
		return
	}
	switch c.Method.Owner.Binary + "." + c.Method.Name {
	case "java.lang.Math.abs", "java.lang.Math.max", "java.lang.Math.min":
		if types.IsIntegral(c.Method.Return) {
			return
		}
	}
	t.fail(n, "the call of %s.%s", c.Method.Owner.Name, c.Method.Name)
}

// used refuses a call of what is left out.
func (t *translator) used(n java.Node) {
	if c := t.call(n); c != nil && c.Method != nil && t.gone[c.Method] {
		t.fail(n, "the call of %s, whose signature KeY lacks", c.Method.Name)
	}
}

// checkWrite refuses an assignment to a field that may break an invariant where KeY
// does not look: it checks those of the receiver and of its own class's static state,
// not of a class around it or above it.
func (t *translator) checkWrite(in *java.ClassDecl, x java.Expr) {
	u := t.use(java.Unparen(x))
	if u == nil || u.Kind != types.FieldRef || u.Field.Owner == nil || u.Field.Owner.Decl == nil {
		return
	}
	s := t.spec.Classes[u.Field.Owner.Decl]
	if len(s.Of(jml.Invariant)) == 0 {
		return
	}

	// An instance field by its simple name is the receiver's: no class here has an enclosing instance.
	own := u.Field.Owner.Decl == in || !u.Field.Flags.Has(java.Static)
	if sel, ok := java.Unparen(x).(*java.Select); ok {
		_, this := java.Unparen(sel.X).(*java.This)
		own = own && this
	}
	if !own {
		t.fail(x, "an assignment to another object's field, or another class's, that has invariants")
	}
}
