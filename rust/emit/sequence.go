package emit

import (
	"math/big"
	"slices"
	"strings"

	"ensures/rust/mir"
	"ensures/rust/spec"
)

var usize = &mir.Type{Kind: mir.Prim, Name: "usize"}

// size is a length: a place in memory, so that the sign bit is free.
func size(text string, partial bool) term {
	return term{text: text, level: postfixLevel, typ: usize, lo: new(big.Int), hi: new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 63), big.NewInt(1)), partial: partial}
}

// view is x@: of a text its characters, of a sequence the value itself.
func (t *translator) view(v term) term {
	if isText(v.typ) {
		return term{text: v.receiver() + ".chars().collect::<Vec<char>>()", level: postfixLevel, typ: named("Vec", &mir.Type{Kind: mir.Prim, Name: "char"}), partial: v.partial}
	}
	if v.typ == nil || element(v.typ) == nil && v.lo == nil && !isPrim(v.typ, "bool") {
		refuse("the view of a value of type %s", typeName(v))
	}
	return v
}

// index is the element of a sequence: with the code's own index where it is known to lie in
// the sequence, else without a value where it does not.
func (t *translator) index(v, i term) term {
	elem := element(v.typ)
	if elem == nil || i.lo == nil {
		refuse("an index of a value of type %s", typeName(v))
	}

	safe := slices.Contains(t.facts, fact{i.operand(anyLevel), v.receiver()})
	// A fact is about texts: the same texts at this place mean the same values.
	at := i
	switch {
	// A bare literal becomes a usize by itself.
	case i.literal && i.lo.Sign() >= 0:
	case i.typ != nil && i.typ.Name == "usize":
		at.text, at.level, at.refs = i.operand(anyLevel), anyLevel, 0
	case safe:
		at.text = left(i, castLevel, "") + " as usize"
	default:
		at = coerced(i, usize)
	}

	partial := v.partial || at.partial
	var out term
	if safe {
		out = place(v.receiver()+"["+at.text+"]", elem)
	} else {
		// get rather than an index: a check must not panic where the clause has no value.
		out = place(v.receiver()+".get("+at.text+")?", &mir.Type{Kind: mir.RefType, Elem: elem})
		partial = true
	}
	out.partial = partial
	return out
}

// method is a method of clauses on a value.
func (t *translator) method(x *spec.Method) term {
	v := t.expr(x.X)
	switch x.Name {
	case "view", "deref", "clone", "to_vec", "as_slice", "as_ref", "borrow", "spec_deref":
		arguments(x, 0)
		if isText(v.typ) && x.Name != "view" {
			return v
		}
		return t.view(v)
	}
	switch {
	case element(v.typ) != nil:
		return t.sequence(x, v)
	case v.lo != nil && x.Name == "abs":
		arguments(x, 0)
		n := number(v)
		return t.bounded(n.receiver()+".abs()", postfixLevel, n.receiver()+".checked_abs()?", new(big.Int), most(new(big.Int).Abs(n.lo), new(big.Int).Abs(n.hi)), v.partial)
	}
	if _, ok := generic(v.typ, "Option"); ok && t.e.item(v.typ) == nil {
		return t.option(x, v, "Some")
	}
	if _, ok := generic(v.typ, "Result"); ok && t.e.item(v.typ) == nil {
		return t.option(x, v, "Ok")
	}
	refuse("the method %s of a value of type %s", x.Name, typeName(v))
	return term{}
}

func arguments(x *spec.Method, n int) {
	if len(x.Args) != n {
		refuse("the method %s with %d arguments", x.Name, len(x.Args))
	}
}

// option is a method of Option, or of Result.
func (t *translator) option(x *spec.Method, v term, some string) term {
	arguments(x, 0)
	args := v.typ.Path.Segs[len(v.typ.Path.Segs)-1].Args
	asks := map[string][]string{"Some": {"is_some", "is_none"}, "Ok": {"is_ok", "is_err"}}[some]
	switch name := strings.ToLower(x.Name); {
	case slices.Contains(asks, name):
		return boolean(v.receiver()+"."+name+"()", postfixLevel, v.partial)
	case (x.Name == "unwrap" || x.Name == "get_Some_0" && some == "Some") && len(args) > 0:
		ok := map[string]string{"Some": "", "Ok": ".ok()"}[some]
		out := place(v.receiver()+".as_ref()"+ok+"?", &mir.Type{Kind: mir.RefType, Elem: args[0]})
		out.partial = true
		return out
	case x.Name == "unwrap_err" && some == "Ok" && len(args) == 2:
		out := place(v.receiver()+".as_ref().err()?", &mir.Type{Kind: mir.RefType, Elem: args[1]})
		out.partial = true
		return out
	}
	refuse("the method %s of a value of type %s", x.Name, typeName(v))
	return term{}
}

// sequence is a method of sequences.
func (t *translator) sequence(x *spec.Method, v term) term {
	elem := element(v.typ)
	slice := func(text string) term {
		out := place(text, &mir.Type{Kind: mir.RefType, Elem: &mir.Type{Kind: mir.SliceType, Elem: elem}})
		out.partial = true
		return out
	}
	arg := func(i int) string {
		return coerced(t.expr(x.Args[i]), usize).text
	}

	r := v.receiver()
	switch x.Name {
	case "len", "spec_len":
		arguments(x, 0)
		return size(r+".len()", v.partial)
	case "is_empty":
		arguments(x, 0)
		return boolean(r+".is_empty()", postfixLevel, v.partial)
	case "index", "spec_index":
		arguments(x, 1)
		return t.index(v, t.expr(x.Args[0]))
	case "first", "last":
		arguments(x, 0)
		out := place(r+"."+x.Name+"()?", &mir.Type{Kind: mir.RefType, Elem: elem})
		out.partial = true
		return out
	case "contains":
		arguments(x, 1)
		if !t.e.has(elem, "PartialEq") {
			break
		}
		a := t.made(x.Args[0], elem)
		return boolean(r+".contains(&"+a.operand(unaryLevel)+")", postfixLevel, v.partial || a.partial)
	case "subrange":
		arguments(x, 2)
		return slice(r + ".get(" + arg(0) + ".." + arg(1) + ")?")
	case "take":
		arguments(x, 1)
		return slice(r + ".get(.." + arg(0) + ")?")
	case "skip":
		arguments(x, 1)
		return slice(r + ".get(" + arg(0) + "..)?")
	case "drop_first":
		arguments(x, 0)
		return slice(r + ".get(1..)?")
	case "drop_last":
		arguments(x, 0)
		return slice(r + ".split_last()?.1")
	}

	// From here on only where the file shows that elements compare and copy as they look.
	if t.e.has(elem, "PartialEq") {
		if out, ok := t.compares(x, v, elem); ok {
			return out
		}
	}
	if t.e.has(elem, "Clone") {
		if out, ok := t.changed(x, v, elem); ok {
			return out
		}
	}
	refuse("the method %s of a sequence of %s", x.Name, elem)
	return term{}
}

// ownName is a sequence that a check makes: no name of the code's, which may stand beside it.
const ownName = "ensures_seq"

// compares are the methods that compare elements with each other.
func (t *translator) compares(x *spec.Method, v term, elem *mir.Type) (term, bool) {
	switch x.Name {
	case "no_duplicates":
		arguments(x, 0)
		return boolean("(|s: &["+elem.String()+"]| (1..s.len()).all(|k| !s[..k].contains(&s[k])))(&"+whole(v)+")", postfixLevel, v.partial), true
	case "is_prefix_of", "is_suffix_of":
		arguments(x, 1)
		w := t.expr(x.Args[0])
		if element(w.typ) == nil || element(w.typ).String() != elem.String() {
			return term{}, false
		}
		method := map[string]string{"is_prefix_of": ".starts_with", "is_suffix_of": ".ends_with"}[x.Name]
		return boolean(w.receiver()+method+"(&"+whole(v)+")", postfixLevel, v.partial || w.partial), true
	}
	return term{}, false
}

// filtered is what a sequence has of the elements for which a function is true.
func (t *translator) filtered(x *spec.Method, v term, elem *mir.Type) term {
	arguments(x, 1)
	f, ok := x.Args[0].(*spec.Closure)
	if !ok || len(f.Params) != 1 {
		refuse("a filter by a function that is not written out")
	}
	var body term
	t.within(func() {
		name := f.Params[0].Name
		// The closure of filter gets a reference to the item, which is a reference itself.
		twice := &mir.Type{Kind: mir.RefType, Elem: &mir.Type{Kind: mir.RefType, Elem: elem}}
		t.bind(name, place(name, twice), false)
		body = t.condition(f.Body)
	})
	if body.partial {
		refuse("a filter by a function that may have no value")
	}
	text := v.receiver() + ".iter().filter(|" + f.Params[0].Name + "| " + body.text + ").cloned().collect::<Vec<" + elem.String() + ">>()"
	return term{text: text, level: postfixLevel, typ: named("Vec", elem), partial: v.partial}
}

// changed is a sequence of its own: made of another one.
func (t *translator) changed(x *spec.Method, v term, elem *mir.Type) (term, bool) {
	out := term{level: anyLevel, typ: named("Vec", elem), partial: v.partial}
	block := func(statement string) {
		out.text = "{ let mut " + ownName + " = " + v.receiver() + ".to_vec(); " + statement + "; " + ownName + " }"
	}

	switch x.Name {
	case "push":
		arguments(x, 1)
		a := t.made(x.Args[0], elem)
		out.partial = out.partial || a.partial
		block(ownName + ".push(" + a.text + ")")
	case "update":
		arguments(x, 2)
		a := t.made(x.Args[1], elem)
		at := coerced(t.expr(x.Args[0]), usize)
		out.partial = true
		block("*" + ownName + ".get_mut(" + at.text + ")? = " + a.text)
	case "filter":
		return t.filtered(x, v, elem), true
	case "add":
		arguments(x, 1)
		return t.concat(v, t.expr(x.Args[0])), true
	case "reverse":
		arguments(x, 0)
		block(ownName + ".reverse()")
	case "to_multiset": // of which only the equality has a meaning here: that of what is sorted
		arguments(x, 0)
		// Sorted vectors are equal where multisets are only if the order is total and equal values look
		// equal.
		if elem.Kind != mir.Prim || strings.HasPrefix(elem.Name, "f") {
			return out, false
		}
		block(ownName + ".sort()")
		out.typ = named("Multiset", elem)
	default:
		return out, false
	}
	return out, true
}

// concat is one sequence behind another.
func (t *translator) concat(a, b term) term {
	elem := element(a.typ)
	if element(b.typ) == nil || element(b.typ).String() != elem.String() || !t.e.has(elem, "Clone") {
		refuse("the sum of values of types %s and %s", typeName(a), typeName(b))
	}
	return term{text: "[&" + whole(a) + ", &" + whole(b) + "].concat()", level: postfixLevel, typ: named("Vec", elem), partial: a.partial || b.partial}
}
