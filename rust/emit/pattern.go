package emit

import (
	"strings"

	"ensures/rust/mir"
	"ensures/rust/spec"
)

// is says that a value is of a variant; with a formula behind it, that formula where it is,
// with the names that the pattern binds.
func (t *translator) is(x *spec.Is, then spec.Expr, op string) term {
	v := t.expr(x.X)
	if then == nil {
		if x.Pattern.Path == nil {
			refuse("a pattern without a variant")
		}
		if _, ok := t.e.constructor(v.typ, x.Pattern.Path); !ok && !t.isVariantName(v.typ, x.Pattern.Path) {
			refuse("the variant %s of a value of type %s", x.Pattern.Path, typeName(v))
		}
		pattern := t.variantPath(v.typ, x.Pattern.Path) + " { .. }"
		if len(x.Pattern.Parts) > 0 {
			t.within(func() { pattern = t.pattern(x.Pattern, v.typ) })
		}
		if t.withoutMacros {
			return boolean("match &"+v.operand(unaryLevel)+" { "+pattern+" => true, _ => false }", anyLevel, v.partial)
		}
		return boolean("matches!("+v.operand(anyLevel)+", "+pattern+")", postfixLevel, v.partial)
	}

	var pattern string
	var body term
	t.within(func() {
		pattern = t.pattern(x.Pattern, v.typ)
		body = t.condition(then)
	})

	other := map[string]string{"&&": "false", "==>": "true"}[op]
	return boolean("match &"+v.operand(unaryLevel)+" { "+pattern+" => "+body.text+", _ => "+other+" }", anyLevel, v.partial || body.partial)
}

// isVariantName reports whether a path is the bare name of a variant, as is has it.
func (t *translator) isVariantName(typ *mir.Type, path *mir.Path) bool {
	it := t.e.item(typ)
	if it == nil || len(path.Segs) != 1 {
		return false
	}
	for _, v := range it.Variants {
		if v.Name == path.Last() {
			return true
		}
	}
	return false
}

// variantPath is the path of a variant as the code has it.
func (t *translator) variantPath(typ *mir.Type, path *mir.Path) string {
	if it := t.e.item(typ); it != nil && it.Enum && len(path.Segs) == 1 {
		return it.Name + "::" + path.Last()
	}
	return path.Name()
}

func (t *translator) match(x *spec.Match) term {
	v := t.expr(x.X)
	out := term{level: anyLevel, partial: v.partial}
	var arms []term
	var heads []string
	for _, a := range x.Arms {
		t.within(func() {
			head := t.pattern(a.Pattern, v.typ)
			if a.Guard != nil {
				g := t.condition(a.Guard)
				out.partial = out.partial || g.partial
				head += " if " + g.text
			}
			heads = append(heads, head)
			arms = append(arms, t.expr(a.Body))
		})
	}

	for i, a := range arms {
		switch {
		case isPrim(a.typ, "bool") && (i == 0 || isPrim(out.typ, "bool")):
			arms[i].text, out.typ = a.operand(anyLevel), truth
		case a.lo != nil && (i == 0 || out.lo != nil):
			arms[i] = number(a)
			if i == 0 {
				out.lo, out.hi = a.lo, a.hi
				// The first arm gives all of them their type.
				if a.literal {
					arms[i].text = a.suffixed()
				}
			}
			out.lo, out.hi = least(out.lo, a.lo), most(out.hi, a.hi)
		default:
			refuse("a match with a value of this kind")
		}
		out.partial = out.partial || a.partial
	}

	var b strings.Builder
	for i, a := range arms {
		b.WriteString(" " + heads[i] + " => " + a.text + ",")
	}
	out.text = "match &" + v.operand(unaryLevel) + " {" + b.String() + " }"
	return out
}

// pattern is a pattern for a reference to a value of a type; what it binds refers to parts.
func (t *translator) pattern(p *spec.Pattern, typ *mir.Type) string {
	switch {
	case p.Lit != nil:
		x := t.expr(p.Lit)
		if !x.literal && !isPrim(x.typ, "bool") && !isPrim(x.typ, "char") {
			refuse("a pattern of this kind")
		}
		return x.text
	case p.Path == nil && !p.Tuple && p.Name == "":
		return "_"
	case p.Path == nil && !p.Tuple:
		if typ == nil {
			refuse("a pattern for what the file does not show")
		}
		t.bind(p.Name, place(p.Name, &mir.Type{Kind: mir.RefType, Elem: typ}), false)
		return p.Name
	}

	var types []*mir.Type
	if p.Tuple && typ != nil && typ.Kind == mir.TupleType {
		types = typ.Args
	} else if p.Path != nil {
		types, _ = t.e.constructor(typ, p.Path)
	}
	var parts []string
	for i, q := range p.Parts {
		var part *mir.Type
		if p.Fields != nil {
			part = t.e.field(typ, p.Path.Last(), p.Fields[i])
		} else if i < len(types) {
			part = types[i]
		}
		if part == nil {
			refuse("a pattern for what the file does not show")
		}
		// Rust's patterns don't go through a Box.
		if _, boxed := generic(part, "Box"); boxed && (q.Path != nil || q.Tuple) {
			refuse("a pattern inside of a Box")
		}
		text := t.pattern(q, part)
		if p.Fields != nil && text != p.Fields[i] {
			text = p.Fields[i] + ": " + text
		}
		parts = append(parts, text)
	}

	path := ""
	if p.Path != nil {
		path = t.variantPath(typ, p.Path)
	}
	switch {
	case p.Fields != nil:
		return path + " { " + strings.Join(append(parts, ".."), ", ") + " }"
	case len(parts) > 0 || p.Tuple:
		return path + "(" + strings.Join(parts, ", ") + ")"
	}
	return path
}
