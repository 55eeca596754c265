package native

import (
	"strings"

	"ensures/java"
	"ensures/java/types"
	"ensures/verify/smt"
)

// Models of java.util's lists, sets and maps, for elements and keys whose equality
// is that of a value: boxed integers, characters and booleans, and strings. A list
// is a size and an array of references; a set or map is a membership predicate over
// the keys' values, a size, and for maps an array of values.
//
// The order in which sets and maps are gone through has no model: a for-each loop
// over one takes some element each time, and ends some time. A collection that is
// changed while it is gone through throws.

// collection tells what kind of collection a class is.
func collection(c *types.Class) string {
	name := c.QualifiedName()
	if !strings.HasPrefix(name, "java.util.") {
		return ""
	}
	switch strings.TrimPrefix(name, "java.util.") {
	case "ArrayList", "List", "LinkedList", "AbstractList":
		return "list"
	case "HashSet", "LinkedHashSet", "TreeSet", "Set", "AbstractSet":
		return "set"
	case "HashMap", "LinkedHashMap", "TreeMap", "Map", "AbstractMap":
		return "map"
	}
	return ""
}

// keySort is the sort of the values by which elements of type t are equal; ok is
// false for types compared by an equals of their own.
func keySort(t types.Type) (smt.Sort, bool) {
	if isString(t) {
		return strSort, true
	}
	if p := unboxed(t); p != nil && (isIntegral(p) || p.Kind() == types.Boolean) {
		return sortOf(p), true
	}
	return "", false
}

// key is the value by which a non-null element is equal to others.
func (x *exec) key(v *smt.Term, t types.Type) *smt.Term {
	if isString(t) {
		return x.content(v)
	}
	if v.Sort != refSort {
		return v
	}
	return x.unbox(v, unboxed(t))
}

// collectionComponents registers the components of a kind of collection.
func (x *exec) collectionComponents(kind string, k smt.Sort) (content, size, values string) {
	add := func(name string, s smt.Sort) string {
		if _, ok := x.components[name]; !ok {
			x.components[name] = comp{sort: s, kind: otherComp}
		}
		return name
	}
	size = add("collection.size", smt.ArrayOf(refSort, smt.Int))
	switch kind {
	case "list":
		content = add(listElements, smt.ArrayOf(refSort, smt.ArrayOf(smt.Int, refSort)))
	case "set":
		content = add("set."+string(k), smt.ArrayOf(refSort, smt.ArrayOf(k, smt.Bool)))
	case "map":
		content = add("map."+string(k), smt.ArrayOf(refSort, smt.ArrayOf(k, smt.Bool)))
		values = add("map.values."+string(k), smt.ArrayOf(refSort, smt.ArrayOf(k, refSort)))
	}
	return content, size, values
}

// typeArg is the i-th type argument of a collection's static type, seen as the
// library interface it implements.
func typeArg(t types.Type, i int) types.Type {
	ct, ok := t.(*types.ClassType)
	if !ok || i >= len(ct.Args) {
		return nil
	}
	switch a := ct.Args[i].(type) {
	// ? super T and ? alone say nothing of what is taken out.
	case *types.Wildcard:
		if a.Bound != nil && !a.Super {
			return a.Bound
		}
		return nil
	default:
		return a
	}
}

// newCollection makes a new collection empty, or equal to the list that it is made of.
func (x *exec) newCollection(s *state, e *java.New, t types.Type, o *smt.Term, args []*smt.Term) {
	kind := collection(t.(*types.ClassType).Class)
	if len(args) == 1 && args[0].Sort == refSort && kind == "list" && collectionOf(x.typeOf(e.Args[0])) == "list" {
		x.asksElements(e, args[0], x.typeOf(e.Args[0]))
		content, size, _ := x.collectionComponents(kind, "")
		x.writeAt(s, content, o, smt.Select(x.component(s, content), args[0]))
		n := smt.Select(x.component(s, size), args[0])
		// A size is an int, which its component does not say: it has no type of Java's.
		x.assume(s, smt.And(smt.Le(smt.IntLit(0), n), smt.Le(n, smt.BigLit(maxInt))))
		x.writeAt(s, size, o, n)
		return
	}
	if len(args) > 1 || len(args) == 1 && args[0].Sort != smt.Int {
		x.unsupported(e, "creation of a collection from another")
	}
	et := typeArg(t, 0)
	if et == nil {
		x.unsupported(e, "collection of an unknown element type")
	}
	k, ok := keySort(et)
	if !ok && kind != "list" {
		x.unsupported(e, kind+" of "+et.String())
	}
	content, size, _ := x.collectionComponents(kind, k)
	if kind != "list" {
		in := smt.ArrayOf(k, smt.Bool)
		s.heap[content] = smt.Store(x.component(s, content), o, smt.App("(as const "+string(in)+")", in, smt.False))
		x.nameVersion(s, content)
	}
	s.heap[size] = smt.Store(x.component(s, size), o, smt.IntLit(0))
	x.nameVersion(s, size)
}

// collectionMethod is a call on a list, set or map.
func (l *libCall) collectionMethod(kind string) (*smt.Term, bool) {
	x := l.x
	et := typeArg(l.self, 0)
	if et == nil {
		return nil, false
	}
	k, keyed := keySort(et)
	if !keyed && kind != "list" {
		return nil, false
	}
	content, size, values := x.collectionComponents(kind, k)
	zero, one := smt.IntLit(0), smt.IntLit(1)
	n := smt.Select(x.component(l.s, size), l.recv)
	// Under a quantifier n depends on bound variables, of which no fact can speak.
	if l.spec == nil || l.spec.depth == 0 {
		x.assume(l.s, smt.And(smt.Le(zero, n), smt.Le(n, smt.BigLit(maxInt))))
	}
	inside := smt.Select(x.component(l.s, content), l.recv)
	// A method may change several components of one object, which is one assignment to its content.
	framed := false
	set := func(name string, v *smt.Term) {
		if !framed {
			framed = true
			l.frame(l.recv)
		}
		if name == size { // each change of the structure is counted
			m := smt.Select(x.component(l.s, x.changes()), l.recv)
			x.writeAt(l.s, x.changes(), l.recv, smt.Ite(smt.Eq(v, n), m, smt.Add(m, one)))
		}
		x.writeAt(l.s, name, l.recv, v)
	}
	if l.spec != nil && !collectionReads[l.m.Name] {
		return nil, false
	}
	switch l.m.Name {
	case "size":
		return n, true
	case "isEmpty":
		return smt.Eq(n, zero), true
	}

	arg := func(i int) *smt.Term {
		v := l.args[i]
		if v.Sort == refSort && !isString(et) {
			if p := unboxed(x.typeOf(l.arg(i))); p == nil && !isBoxed(et) {
				return nil
			}
		}
		return v
	}
	switch kind {
	case "set":
		if len(l.args) == 0 {
			if l.m.Name == "clear" {
				in := smt.ArrayOf(k, smt.Bool)
				set(content, smt.App("(as const "+string(in)+")", in, smt.False))
				set(size, zero)
				return smt.True, true
			}
			return nil, false
		}
		if !x.sameKeyType(l.arg(0), et) || arg(0) == nil {
			return nil, false
		}
		key := x.key(l.args[0], et)
		has := smt.Select(inside, key)
		if l.m.Name != "contains" {
			// The value of null as a key is not modelled; to ask whether it is a member is no
			// failure.
			l.nonNull(l.args[0])
		}
		switch l.m.Name {
		case "contains":
			return l.hasKey(inside, l.args[0], has), true
		case "add":
			set(content, smt.Store(inside, key, smt.True))
			set(size, smt.Ite(has, n, smt.Add(n, one)))
			return smt.Not(has), true
		case "remove":
			set(content, smt.Store(inside, key, smt.False))
			set(size, smt.Ite(has, smt.Subtract(n, one), n))
			return has, true
		}
	case "map":
		if len(l.args) == 0 || !x.sameKeyType(l.arg(0), et) {
			return nil, false
		}
		key := x.key(l.args[0], et)
		has := smt.Select(inside, key)
		vals := smt.Select(x.component(l.s, values), l.recv)
		if l.m.Name != "containsKey" {
			l.nonNull(l.args[0])
		}
		switch l.m.Name {
		case "containsKey":
			return l.hasKey(inside, l.args[0], has), true
		case "get":
			return smt.Ite(has, smt.Select(vals, key), null), true
		case "getOrDefault":
			return smt.Ite(has, smt.Select(vals, key), l.args[1]), true
		case "put":
			old := smt.Ite(has, smt.Select(vals, key), null)
			set(content, smt.Store(inside, key, smt.True))
			set(values, smt.Store(vals, key, l.args[1]))
			set(size, smt.Ite(has, n, smt.Add(n, one)))
			return old, true
		}
	case "list":
		index := func() *smt.Term { return l.args[0] } // in range by the contract
		switch key := l.m.Name + "/" + strings.Repeat("·", len(l.args)); key {
		case "get/·":
			return smt.Select(inside, index()), true
		case "set/··":
			i := index()
			old := smt.Select(inside, i)
			set(content, smt.Store(inside, i, l.args[1]))
			return old, true
		case "add/·":
			set(content, smt.Store(inside, n, l.args[0]))
			set(size, smt.Add(n, one))
			return smt.True, true
		case "clear/":
			set(size, zero)
			return smt.True, true
		case "remove/·":
			if l.m.Params[0].Type.Kind() != types.Int {
				return nil, false
			}
			i := index()
			old := smt.Select(inside, i)
			now := x.fresh("removed", inside.Sort)
			k := x.bound("k", smt.Int)
			v := smt.Select(now, k)
			x.assume(l.s, smt.Forall([]*smt.Term{k}, smt.Eq(v, smt.Select(inside, smt.Ite(smt.Lt(k, i), k, smt.Add(k, one)))), []*smt.Term{v}))
			set(content, now)
			set(size, smt.Subtract(n, one))
			return old, true
		case "contains/·":
			if !keyed || !x.sameKeyType(l.arg(0), et) {
				return nil, false
			}
			i := x.bound("i", smt.Int)
			el := smt.Select(inside, i)
			same := smt.And(smt.Not(smt.Eq(el, null)), smt.Eq(x.key(el, et), x.key(l.args[0], et)))
			if v := l.args[0]; v.Sort == refSort && !boxed(v) {
				same = smt.Ite(smt.Eq(v, null), smt.Eq(el, null), same)
			}
			return smt.Exists([]*smt.Term{i}, smt.And(smt.Le(zero, i), smt.Lt(i, n), same)), true
		}
	}
	return nil, false
}

// collectionReads are the methods that only look.
var collectionReads = map[string]bool{"size": true, "isEmpty": true, "contains": true, "containsKey": true, "get": true, "getOrDefault": true}

// listOf is a new list of the given elements, or of those of an array: of a class of
// which is known only that it is a list.
func (l *libCall) listOf(elems ...*smt.Term) (*smt.Term, bool) {
	x := l.x
	if l.spec != nil {
		return nil, false
	}
	list := x.classType("java.util.List")
	r := x.fresh("list", refSort)
	was := x.component(l.s, alive)
	x.assume(l.s, smt.And(smt.Not(smt.Eq(r, null)), smt.Not(smt.Select(was, r)), x.instance(r, list)))
	l.s.heap[alive] = smt.Store(was, r, smt.True)

	content, size, _ := x.collectionComponents("list", "")
	n := smt.IntLit(int64(len(elems)))
	inside := x.zeros(smt.ArrayOf(smt.Int, refSort), x.lib.Object())
	for i, e := range elems {
		if at, ok := l.m.Params[i].Type.(*types.ArrayType); ok && l.m.Variadic {
			n, inside = x.length(e), x.elements(l.s, at.Elem, e)
			break
		}
		inside = smt.Store(inside, smt.IntLit(int64(i)), e)
	}
	x.writeAt(l.s, content, r, inside)
	x.writeAt(l.s, size, r, n)
	return r, true
}

// hasKey is membership; whether null is a member the model does not know.
func (l *libCall) hasKey(inside, v, has *smt.Term) *smt.Term {
	x := l.x
	if v.Sort != refSort || boxed(v) {
		return has
	}
	return smt.Ite(smt.Eq(v, null), x.function("hasnull."+string(inside.Sort), smt.Bool, inside), has)
}

// sameKeyType reports whether an argument of static type is compared with elements
// of type t by their values: a Long is never equal to an Integer.
func (x *exec) sameKeyType(e java.Expr, t types.Type) bool {
	at := x.typeOf(e)
	if isString(t) {
		return isString(at)
	}
	p, q := unboxed(at), unboxed(t)
	if p == nil {
		// A primitive argument is boxed as its own type.
		p = at
	}
	return q != nil && p.Kind() == q.Kind()
}

// collectionTargets is what a call may change of a collection.
func (x *exec) collectionTargets(call *java.Call, kind string, t *targetSet, recv *smt.Term) {
	switch call.Name.Name {
	case "size", "isEmpty", "contains", "containsKey", "get", "getOrDefault", "keySet", "entrySet", "values":
		return
	}
	et := typeArg(x.typeOf(call.X), 0)
	if et == nil {
		// A raw type does not tell which component holds the keys.
		t.everything = true
		return
	}
	k, _ := keySort(et)
	content, size, values := x.collectionComponents(kind, k)
	t.component(size, recv)
	t.component(content, recv)
	t.component(x.changes(), recv)
	if values != "" {
		t.component(values, recv)
	}
}

// sortList is what Collections.sort does to a list of boxed numbers or strings: the
// same elements in another order, ascending where they are numbers. Which lists it
// sorts is said by its contract.
//
//	n = size(l):  size'(l) = n,  ∃ from, to: [0, n) → [0, n) inverse to each other.
//	get'(l, i) = get(l, from(i)),  i ≤ j ⇒ value(get'(l, i)) ≤ value(get'(l, j))
//
// Side conditions: elements are of one class, whose order is that of its values; no
// class of the file overrides what sort asks of the list.
func (l *libCall) sortList() (*smt.Term, bool) {
	x := l.x
	et := typeArg(x.typeOf(l.arg(0)), 0)
	if et == nil || collectionOf(x.typeOf(l.arg(0))) != "list" {
		return nil, false
	}
	p := unboxed(et)
	if !isString(et) && (p == nil || !isIntegral(p)) {
		return nil, false
	}

	r := l.args[0]
	x.asksElements(l.e, r, x.typeOf(l.arg(0)))
	content, size, _ := x.collectionComponents("list", "")
	n := smt.Select(x.component(l.s, size), r)
	x.assume(l.s, smt.And(smt.Le(smt.IntLit(0), n), smt.Le(n, smt.BigLit(maxInt))))
	was := x.nameTerm("was", smt.Select(x.component(l.s, content), r))
	now := x.fresh("sorted", was.Sort)

	i, j := x.bound("i", smt.Int), x.bound("j", smt.Int)
	in := func(i *smt.Term) *smt.Term { return smt.And(smt.Le(smt.IntLit(0), i), smt.Lt(i, n)) }
	vi, vj := smt.Select(now, i), smt.Select(now, j)
	some := smt.Select(was, i)
	all := func(f *smt.Term, vars []*smt.Term, pat ...*smt.Term) { x.assume(l.s, smt.Forall(vars, f, pat)) }
	from, to := x.function("from."+now.Op, smt.Int, i), x.function("to."+now.Op, smt.Int, i)
	all(smt.Implies(in(i), smt.And(in(from), smt.Eq(vi, smt.Select(was, from)), smt.Eq(x.function("to."+now.Op, smt.Int, from), i))), []*smt.Term{i}, vi)
	all(smt.Implies(in(i), smt.And(in(to), smt.Eq(some, smt.Select(now, to)), smt.Eq(x.function("from."+now.Op, smt.Int, to), i))), []*smt.Term{i}, some)
	if p != nil {
		all(smt.Implies(smt.And(in(i), in(j), smt.Le(i, j)), smt.Le(x.unbox(vi, p), x.unbox(vj, p))), []*smt.Term{i, j}, vi, vj)
	}
	l.frame(r)
	x.writeAt(l.s, content, r, now)
	// Lists count a sort among the changes that loops over them notice.
	m := smt.Select(x.component(l.s, x.changes()), r)
	x.writeAt(l.s, x.changes(), r, smt.Add(m, smt.IntLit(1)))
	return smt.True, true
}
