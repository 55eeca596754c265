package emit

import (
	"math/big"
	"regexp"
	"slices"
	"strings"

	"ensures/rust/mir"
	"ensures/rust/spec"
)

// integer is the type of a variable that began as a literal without a suffix: some integer
// type that the code makes out.
var integer = &mir.Type{Kind: mir.Prim, Name: "{integer}"}

// blank is the type that nothing in the file says.
var blank = &mir.Type{Kind: mir.PathType, Path: &mir.Path{Segs: []mir.Segment{{Name: "_"}}}}

func isInt(t *mir.Type) bool { return t != nil && (t.IsInt() || t == integer) }

func isPrim(t *mir.Type, name string) bool { return t != nil && t.Kind == mir.Prim && t.Name == name }

// generic reports whether a type is one of std's with this name, and returns its arguments.
func generic(t *mir.Type, name string) ([]*mir.Type, bool) {
	if t == nil || t.Kind != mir.PathType || t.Path.Self != nil || t.Path.Last() != name {
		return nil, false
	}
	return t.Path.Segs[len(t.Path.Segs)-1].Args, true
}

func named(name string, args ...*mir.Type) *mir.Type {
	return &mir.Type{Kind: mir.PathType, Path: &mir.Path{Segs: []mir.Segment{{Name: name, Args: args}}}}
}

// pointee is what a reference or a box refers to.
func pointee(t *mir.Type) (*mir.Type, bool) {
	if t.Kind == mir.RefType {
		return t.Elem, true
	}
	if args, ok := generic(t, "Box"); ok && len(args) == 1 {
		return args[0], true
	}
	return t, false
}

// element is the type of a sequence's elements; nil of what is no sequence.
func element(t *mir.Type) *mir.Type {
	switch {
	case t == nil:
		return nil
	case t.Kind == mir.SliceType || t.Kind == mir.ArrayType:
		return t.Elem
	}
	for _, name := range []string{"Vec", "Seq"} {
		if args, ok := generic(t, name); ok && len(args) >= 1 {
			return args[0]
		}
	}
	return nil
}

func isText(t *mir.Type) bool {
	_, text := generic(t, "String")
	return text || isPrim(t, "str")
}

// bounds are the least and the greatest value of an integer type; of one that is not known,
// what 64 bits hold with either sign.
func bounds(t *mir.Type) (lo, hi *big.Int) {
	one := big.NewInt(1)
	if t == integer {
		return new(big.Int).Neg(new(big.Int).Lsh(one, 63)), new(big.Int).Sub(new(big.Int).Lsh(one, 64), one)
	}
	n := uint(t.Bits())
	if t.Signed() {
		half := new(big.Int).Lsh(one, n-1)
		return new(big.Int).Neg(half), new(big.Int).Sub(half, one)
	}
	return new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, n), one)
}

// item is the struct or enum of the file that a type names; nil where there is none, or more
// than one.
func (e *emitter) item(t *mir.Type) *spec.Item {
	if t == nil || t.Kind != mir.PathType || t.Path.Self != nil {
		return nil
	}
	var out *spec.Item
	for _, it := range e.f.Items {
		if it.Name == t.Path.Last() {
			if out != nil {
				return nil
			}
			out = it
		}
	}
	return out
}

var deriveRE = regexp.MustCompile(`#\s*\[\s*derive\s*\(([^)]*)\)\s*\]`)

// derives reports whether the file shows that a type of its own has a trait by derive.
func (e *emitter) derives(it *spec.Item, trait string) bool {
	for _, m := range deriveRE.FindAllStringSubmatch(e.f.Src[it.From:it.To], -1) {
		for _, name := range strings.Split(m[1], ",") {
			name = strings.TrimSpace(name)
			if name[strings.LastIndexByte(name, ':')+1:] == trait {
				return true
			}
		}
	}
	return false
}

// has reports whether the file shows that a type has a trait: "Clone", "Copy" or "PartialEq",
// the last one meaning that values are equal where they look equal, so that floats have it
// not.
func (e *emitter) has(t *mir.Type, trait string) bool { return e.hasAt(t, trait, 0) }

func (e *emitter) hasAt(t *mir.Type, trait string, depth int) bool {
	if t == nil || depth > 10 {
		return false
	}

	all := func(ts []*mir.Type) bool {
		return !slices.ContainsFunc(ts, func(a *mir.Type) bool { return !e.hasAt(a, trait, depth+1) })
	}
	switch t.Kind {
	case mir.Prim:
		return t.Name != "str" && t.Name != "!" && (trait != "PartialEq" || !strings.HasPrefix(t.Name, "f")) || t.Name == "str" && trait == "PartialEq"
	case mir.TupleType:
		return all(t.Args)
	case mir.ArrayType:
		return e.hasAt(t.Elem, trait, depth+1)
	case mir.SliceType:
		return trait == "PartialEq" && e.hasAt(t.Elem, trait, depth+1)
	case mir.RefType:
		if trait == "PartialEq" {
			return e.hasAt(t.Elem, trait, depth+1)
		}
		return !t.Mutable
	case mir.PathType:
	default:
		return false
	}

	// A derive asks its parameters for the trait, too; and a derived PartialEq is no better than that
	// of the parts.
	if it := e.item(t); it != nil {
		return e.derives(it, trait) && all(t.Path.Segs[len(t.Path.Segs)-1].Args) && (trait != "PartialEq" || e.plainParts(it, depth))
	}
	if e.f.Declared[t.Path.Last()] > 0 {
		return false
	}

	args := t.Path.Segs[len(t.Path.Segs)-1].Args
	switch t.Path.Last() {
	case "String":
		return trait != "Copy"
	case "Vec", "Box":
		return trait != "Copy" && all(args)
	case "Option", "Result":
		return all(args)
	}
	return false
}

// plainParts reports whether the parts of a type are equal where they look equal.
func (e *emitter) plainParts(it *spec.Item, depth int) bool {
	for _, v := range it.Variants {
		for _, f := range v.Fields {
			if own, ok := generic(f.Type, "Box"); ok && len(own) == 1 && e.item(own[0]) == it {
				continue // the type itself
			}
			if parameter := f.Type != nil && f.Type.Kind == mir.PathType && slices.Contains(it.Generics, f.Type.Path.Last()); !parameter && !e.hasAt(f.Type, "PartialEq", depth+1) {
				return false
			}
		}
	}
	return true
}

var aliasRE = regexp.MustCompile(`\btype\s+([A-Za-z_][A-Za-z0-9_]*)\s*=\s*([^;<>]+);`)

// unaliased is a type with what the file's other names for types stand for.
func (e *emitter) unaliased(t *mir.Type) *mir.Type {
	var names []string
	var types []*mir.Type
	for _, m := range aliasRE.FindAllStringSubmatch(e.f.Src, -1) {
		if typ, err := mir.ParseType(strings.TrimSpace(m[2])); err == nil && e.f.Declared[m[1]] == 1 {
			names, types = append(names, m[1]), append(types, typ)
		}
	}
	return substituted(t, names, types)
}

// field is the type of a part of a struct or of a variant, with the arguments that the type
// has.
func (e *emitter) field(t *mir.Type, variant, name string) *mir.Type {
	it := e.item(t)
	if it == nil {
		return nil
	}
	for _, v := range it.Variants {
		if v.Name != variant && it.Enum {
			continue
		}
		for _, f := range v.Fields {
			if f.Name == name {
				return substituted(e.unaliased(f.Type), it.Generics, t.Path.Segs[len(t.Path.Segs)-1].Args)
			}
		}
	}
	return nil
}

// substituted is a type with arguments in the place of type parameters.
func substituted(t *mir.Type, names []string, args []*mir.Type) *mir.Type {
	if t == nil || len(names) != len(args) {
		return t
	}
	out := *t
	if t.Elem != nil {
		out.Elem = substituted(t.Elem, names, args)
	}
	if t.Args != nil {
		out.Args = nil
		for _, a := range t.Args {
			out.Args = append(out.Args, substituted(a, names, args))
		}
	}
	if t.Kind == mir.PathType && t.Path.Self == nil {
		// A parameter stands alone; in front of a path its name is a module's or a type's.
		if i := slices.Index(names, t.Path.Last()); i >= 0 && len(t.Path.Segs) == 1 {
			return args[i]
		}
		p := mir.Path{}
		for _, s := range t.Path.Segs {
			seg := mir.Segment{Name: s.Name}
			for _, a := range s.Args {
				seg.Args = append(seg.Args, substituted(a, names, args))
			}
			p.Segs = append(p.Segs, seg)
		}
		out.Path = &p
	}
	return &out
}
