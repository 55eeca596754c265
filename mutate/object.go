package mutate

import (
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
)

// object is the mutants of an object of a library or program class.
func (x *Mutator) object(o *interp.Object, t types.Type) []named[interp.Value] {
	switch {
	case x.is(o, "java.util.List"), x.is(o, "java.util.Queue"):
		return x.sequence(x.ofCollection(o, t))
	case x.is(o, "java.util.Set"):
		return x.set(o, t)
	case x.is(o, "java.util.Map"):
		return x.dictionary(o, t)
	case x.is(o, "java.math.BigInteger"), x.is(o, "java.math.BigDecimal"):
		return x.big(o)
	case x.is(o, "java.util.Optional"):
		return x.optional(o, t)
	case x.is(o, "java.lang.CharSequence"):
		var out []named[interp.Value]
		for _, s := range text(x.m.ToJavaString(o)) {
			out = append(out, named[interp.Value]{s.name, interp.R(x.m.NewObject(x.m.ClassName(o), interp.R(s.value)))})
		}
		return out
	case o.Class.Kind == java.EnumClass:
		return x.enum(o)
	case o.Class.Library || o.Native != nil:
		return []named[interp.Value]{{"null", interp.Value{}}}
	}
	return append(x.fields(o), named[interp.Value]{"null", interp.Value{}})
}

// fields changes one field at a time: first each field's first mutant, then the others.
func (x *Mutator) fields(o *interp.Object) []named[interp.Value] {
	var rounds [Limit][]named[interp.Value]
	for _, f := range o.Class.InstanceFields() {
		if f.Spec {
			continue
		}
		v, _ := o.Field(f)
		for i, n := range x.value(v, f.Type) {
			if i == Limit {
				break
			}
			if x.Equal(n.value, v, f.Type) {
				continue
			}
			c := x.copyObject(o)
			c.SetField(f, n.value)
			rounds[i] = append(rounds[i], named[interp.Value]{f.Name + " " + n.name, interp.R(c)})
		}
	}
	var out []named[interp.Value]
	for _, r := range rounds {
		out = append(out, r...)
	}
	return out
}

// copyObject is a copy of o that shares what its fields refer to.
func (x *Mutator) copyObject(o *interp.Object) *interp.Object {
	c := x.m.NewInstance(o.Class)
	copy(c.P, o.P)
	copy(c.R, o.R)
	return c
}

// enum is the next constant; an enum of one constant has no mutant but null.
func (x *Mutator) enum(o *interp.Object) []named[interp.Value] {
	decl := o.Class.Class
	if len(decl.Constants) == 0 && decl.Super != nil { // a constant with a body
		decl = decl.Super.Class
	}
	for _, m := range decl.Methods {
		if m.Implicit != types.EnumValues {
			continue
		}
		all, ok := x.m.Invoke(m, nil, nil).R.(interp.Array)
		if !ok || all.Len() < 2 {
			break
		}
		next := (int(x.m.CallMethod(o, "ordinal").N) + 1) % all.Len()
		return []named[interp.Value]{{"next constant", all.At(next)}}
	}
	return []named[interp.Value]{{"null", interp.Value{}}}
}

// big is +1 −1 +2 −2 0 for BigInteger and +1 −1 ×2 negate for BigDecimal.
func (x *Mutator) big(o *interp.Object) []named[interp.Value] {
	class := x.m.ClassName(o)
	number := func(s string) interp.Value {
		return interp.R(x.m.NewObject(class, interp.R(interp.NewString(s))))
	}
	var out []named[interp.Value]
	add := func(name, method string, args ...interp.Value) {
		out = append(out, named[interp.Value]{name, x.m.CallMethod(o, method, args...)})
	}
	add("+1", "add", number("1"))
	add("-1", "subtract", number("1"))
	if class == "java.math.BigDecimal" {
		add("*2", "multiply", number("2"))
		add("negate", "negate")
		return out
	}
	add("+2", "add", number("2"))
	add("-2", "subtract", number("2"))
	return append(out, named[interp.Value]{"0", number("0")})
}

// optional changes the value inside, or empties it, or fills an empty one.
func (x *Mutator) optional(o *interp.Object, t types.Type) []named[interp.Value] {
	c := x.m.Class("java.util.Optional")
	static := func(name string, args ...interp.Value) (interp.Value, bool) {
		for _, m := range c.Methods {
			if m.Name == name && len(m.Params) == len(args) && m.Flags.Has(java.Static) {
				return x.m.Invoke(m, nil, args), true
			}
		}
		return interp.Value{}, false
	}
	var out []named[interp.Value]
	if x.m.CallMethod(o, "isPresent").N == 0 {
		v, ok := x.smallest(argument(t, 0))
		if !ok {
			v = interp.R(x.m.Box(types.Int, 0))
		}
		if w, ok := static("of", v); ok {
			out = append(out, named[interp.Value]{"fill", w})
		}
		return out
	}
	inner := x.m.CallMethod(o, "get")
	for _, n := range x.value(inner, argument(t, 0)) {
		if n.value.R == nil {
			continue
		}
		if w, ok := static("of", n.value); ok {
			out = append(out, named[interp.Value]{n.name, w})
		}
	}
	if len(out) >= Limit {
		out = out[:Limit-1]
	}
	if w, ok := static("empty"); ok {
		out = append(out, named[interp.Value]{"empty", w})
	}
	return out
}
