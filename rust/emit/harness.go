package emit

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ensures/rust/mir"
	"ensures/rust/spec"
)

// frame is why a function's contract cannot say what it changes; "" where it can. Kani holds
// a function to what it may change, and takes any value of that type for it where the
// contract stands for the function.
func (c *attributed) frame() string {
	if c.style != Kani {
		return ""
	}
	for _, p := range c.fn.Params {
		if p.Type == nil || p.Type.Kind != mir.RefType || !p.Type.Mutable {
			continue
		}
		if typ := c.ownType(c.fn, p.Type.Elem); !c.arbitrary(typ, 0) {
			return fmt.Sprintf("a change of what %s refers to: Kani has no kani::any for %s", p.Name, typ)
		}
	}
	return ""
}

// arbitrary reports whether kani::any has values of a type; types of the file get it by
// derive.
func (e *emitter) arbitrary(t *mir.Type, depth int) bool {
	switch {
	case t == nil || depth > 10:
		return false
	case t.Kind == mir.Prim:
		return t.Name != "str" && t.Name != "!"
	case t.Kind == mir.TupleType:
		return len(t.Args) <= 8 && !slices.ContainsFunc(t.Args, func(a *mir.Type) bool { return !e.arbitrary(a, depth+1) })
	case t.Kind == mir.ArrayType:
		return e.arbitrary(t.Elem, depth+1)
	case t.Kind != mir.PathType || t.Path.Self != nil:
		return false
	}
	args := t.Path.Segs[len(t.Path.Segs)-1].Args
	it := e.item(t)
	if it == nil {
		last := t.Path.Last()
		return e.f.Declared[last] == 0 && (last == "Option" || last == "Result") && !slices.ContainsFunc(args, func(a *mir.Type) bool { return !e.arbitrary(a, depth+1) })
	}
	if len(it.Generics) > 0 || it.Conditional || len(it.Variants) == 0 {
		return false
	}
	for _, v := range it.Variants {
		for _, f := range v.Fields {
			if !e.arbitrary(f.Type, depth+1) {
				return false
			}
		}
	}
	return true
}

// anyValue notes the types of the file of which kani::any makes values, also inside of others.
func (e *emitter) anyValue(t *mir.Type) {
	if t == nil {
		return
	}
	if it := e.item(t); it != nil && !slices.Contains(e.arbitraries, it) {
		e.arbitraries = append(e.arbitraries, it)
		for _, v := range it.Variants {
			for _, f := range v.Fields {
				e.anyValue(f.Type)
			}
		}
	}
	if t.Elem != nil {
		e.anyValue(t.Elem)
	}
	for _, a := range t.Args {
		e.anyValue(a)
	}
	if t.Kind == mir.PathType {
		for _, a := range t.Path.Segs[len(t.Path.Segs)-1].Args {
			e.anyValue(a)
		}
	}
}

// derive lets kani::any have values of types of the file, which Kani alone sees.
func (e *emitter) derive() {
	for _, it := range e.arbitraries {
		if text := e.f.Src[it.From:it.To]; !strings.Contains(text, "kani::Arbitrary") {
			e.insert(it.From, "#[cfg_attr(kani, derive(kani::Arbitrary))]"+e.newline()+e.indent(it.From))
		}
	}
}

// longest is how many elements a sequence has in a harness: what it proves is said of no
// longer ones.
const longest = "4"

// value makes a value of a parameter's type in a harness, in variables of its own.
func (c *attributed) value(name string, t *mir.Type) (lets []string, arg string) {
	plain, ref := t, ""
	if t.Kind == mir.RefType {
		plain, ref = t.Elem, "&"
		if t.Mutable {
			ref = "&mut "
		}
	}
	mut := ""
	if ref == "&mut " {
		mut = "mut "
	}

	elem := element(plain)
	switch {
	case c.arbitrary(plain, 0):
		c.anyValue(plain)
		return []string{"let " + mut + name + ": " + plain.String() + " = kani::any();"}, ref + name
	// Of up to that length: any part of an array of that many elements.
	case plain.Kind == mir.SliceType && ref == "&" && c.arbitrary(elem, 0):
		c.anyValue(elem)
		return []string{"let " + name + ": [" + elem.String() + "; " + longest + "] = kani::any();"}, "kani::slice::any_slice_of_array(&" + name + ")"
	case plain.Kind == mir.PathType && elem != nil && c.arbitrary(elem, 0):
		c.anyValue(elem)
		return []string{"let " + mut + name + " = kani::vec::any_vec::<" + elem.String() + ", " + longest + ">();"}, ref + name
	}
	refuse("a harness: Kani makes no value of type %s", t)
	return nil, ""
}

var unsafeRE = regexp.MustCompile(`\bunsafe\s+(?:extern\s+"[^"]*"\s+)?fn\s*$`)

// harness writes the proof of a contract: the function is called with any arguments, which
// Kani holds to the precondition.
func (c *attributed) harness() {
	fn := c.fn
	// Behind the function itself, or behind the impl that a method stands in: a harness is no method.
	at, path := fn.To, fn.Name
	var lines []string
	reason := attempt(func() {
		if len(fn.Generics) > 0 {
			refuse("a harness: the function has type parameters")
		}
		if owner, _, ok := strings.Cut(fn.Name, "::"); ok {
			at = c.implEnd(fn)
			if it := c.item(named(owner)); it == nil || len(it.Generics) > 0 {
				refuse("a harness: the type %s has type parameters, or stands in another file", owner)
			}
		}

		var args []string
		for _, p := range fn.Params {
			name := p.Name
			// A variable can't be called self.
			if name == "self" {
				name = "own"
			}
			made, arg := c.value(name, c.ownType(fn, p.Type))
			lines = append(lines, made...)
			args = append(args, arg)
		}
		call := path + "(" + strings.Join(args, ", ") + ")"
		if unsafeRE.MatchString(c.f.Src[fn.From:fn.NamePos.From]) {
			call = "unsafe { " + call + " }"
		}
		if fn.Result.Type != nil {
			call = "let _ = " + call
		}
		lines = append(lines, call+";")
	})

	// The contract stays without a harness.
	if reason != "" {
		c.omitted = append(c.omitted, Omitted{fn.NamePos, fn.Name, "proof_for_contract", fn.Name, reason})
		return
	}

	indent := c.indent(fn.From)
	if at != fn.To {
		indent = ""
	}

	name := "check_" + strings.ToLower(strings.ReplaceAll(fn.Name, "::", "_"))
	all := append([]string{"", "#[cfg(kani)]", "#[kani::proof_for_contract(" + path + ")]", "fn " + name + "() {"}, lines...)
	for i, l := range all {
		switch {
		case i >= 4:
			all[i] = indent + "    " + l
		case l != "":
			all[i] = indent + l
		}
	}
	nl := c.newline()
	c.insert(at, nl+strings.Join(all, nl)+nl+indent+"}")
}

// implEnd is where the item at the top of the file ends that a method stands in.
func (c *attributed) implEnd(fn *spec.Func) int {
	for _, p := range c.f.Outline() {
		if p.Word == "impl" && p.From <= fn.From && fn.To <= p.To {
			return p.To
		}
	}
	refuse("a harness: the method stands inside of a module, of verus! or of a trait")
	return 0
}
