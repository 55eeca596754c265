package key

import (
	"slices"
	"strings"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
)

// expression is a specification's expression in KeY's dialect, on one line. It
// changes words in the tree that KeY spells otherwise.
func (t *translator) expression(x java.Expr) string {
	java.Walk(x, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.SpecWord:
			switch n.Word {
			case `\count`:
				n.Word = `\index`
			case `\result`, `\index`, `\nothing`, `\everything`, `\strictly_nothing`:
			default:
				t.fail(n, "%s", n.Word)
			}
		case *java.SpecCall:
			switch {
			case n.Label != "":
				t.fail(n, `%s with a label`, n.Word)
			case n.Word == `\pre`:
				n.Word = `\old`
			case !slices.Contains([]string{`\old`, `\fresh`, `\nonnullelements`, `\typeof`, `\elemtype`, `\invariant_for`}, n.Word):
				t.fail(n, "%s", n.Word)
			}
		case *java.Quantified:
			switch n.Kind {
			case `\forall`, `\exists`, `\sum`, `\num_of`, `\product`, `\min`, `\max`:
			default:
				t.fail(n, "%s", n.Kind)
			}
			// KeY's numerical quantifiers are of integers.
			if ty := t.typeOf(n.Type); n.Kind != `\forall` && n.Kind != `\exists` && ty != nil && !integral(ty) {
				t.fail(n, "%s over %s", n.Kind, types.ShortString(ty))
			}
		case *java.Labelled, *java.Informal, *java.Lambda, *java.MethodRef, *java.SwitchExpr, *java.New, *java.NewArray, *java.ClassLit:
			t.fail(n, "this form of expression in a specification")
		case *java.InstanceOf:
			if n.Pattern != nil {
				t.fail(n, "patterns")
			}
		case *java.TypeExpr:
			t.checkSpecType(n)
			return false
		case *java.Literal:
			if n.Kind == java.TextBlock || n.Kind == java.StringLiteral {
				t.fail(n, "strings in a specification")
			}
		case *java.Call:
			t.specCall(n)
		case *java.Name, *java.Select:
			u := t.use(n.(java.Expr))
			if u != nil && u.Field != nil && t.gone[u.Field] {
				t.fail(n, "the field %s, whose type KeY lacks", u.Field.Name)
			}
			if u != nil && u.Kind == types.FieldRef && u.Field.Owner != nil && u.Field.Owner.Library && u.Field.Constant() == nil && u.Field.Name != "length" {
				t.fail(n, "the field %s.%s", u.Field.Owner.Name, u.Field.Name)
			}
		}

		if e, ok := n.(java.Expr); ok {
			if ty := t.exprType(e); ty != nil && (types.IsFloating(ty) || types.IsString(ty)) {
				t.fail(n, "%s in a specification", types.ShortString(ty))
			}
		}
		return true
	})
	return oneLine(java.Print(x))
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func integral(t types.Type) bool {
	return types.IsIntegral(t) || t == types.TBigint
}

// checkSpecType is checkType for types that only specifications have.
func (t *translator) checkSpecType(x *java.TypeExpr) {
	if x.Name == `\bigint` {
		return
	}
	t.checkType(x)
}

// specCall accepts calls of the file's own pure and model methods.
func (t *translator) specCall(n *java.Call) {
	c := t.call(n)
	if c == nil || c.Method == nil {
		t.fail(n, "the call of %s in a specification", n.Name.Name)
	}
	m := c.Method
	switch {
	case m.Owner == nil || m.Owner.Library:
		t.fail(n, "the call of %s.%s in a specification", m.Owner.Name, m.Name)
	case m.Spec:
		if !t.models[m] {
			t.fail(n, "the model method %s", m.Name)
		}
	default:
		k := t.all[m]
		if k == nil || k.unfit != nil {
			t.fail(n, "the call of %s, which KeY cannot take, in a specification", m.Name)
		}
		if s := t.spec.Methods[m.Decl]; s == nil || !jml.Normalise(s).IsPure() {
			t.fail(n, "the call of %s, which is not declared pure, in a specification", m.Name)
		}
	}
}

// storeRefs is a frame's references in KeY's dialect; locals need none.
func (t *translator) storeRefs(refs []java.Expr) []string {
	var out []string
	for _, r := range refs {
		switch x := r.(type) {
		case *java.Name:
			if u := t.use(x); u != nil && u.Kind == types.LocalRef {
				continue
			}
		case *java.StoreAll:
			if u := t.use(x.X); u != nil && u.Kind != types.LocalRef && u.Kind != types.FieldRef {
				t.fail(x, "static fields of a class as a frame")
			}
		}
		out = append(out, t.expression(r))
	}
	return out
}

// frameText is an assignable clause; def stands for a frame that is not given.
func (t *translator) frameText(kind jml.FrameKind, refs []java.Expr, def string) string {
	loc := def
	switch kind {
	case jml.FrameNothing:
		loc = `\nothing`
	case jml.FrameStrict:
		loc = `\strictly_nothing`
	case jml.FrameEverything:
		loc = `\everything`
	case jml.FrameListed:
		loc = strings.Join(t.storeRefs(refs), ", ")
		if loc == "" {
			loc = `\nothing`
		}
	}
	return "assignable " + loc + ";"
}
