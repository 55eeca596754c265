package native

import (
	"strings"

	"ensures/java"
	"ensures/java/types"
	"ensures/verify"
	"ensures/verify/smt"
)

// each is what a for-each loop needs beside the parts of any loop.
type each struct {
	elem    types.Type
	local   *types.Local
	counter *types.Local // hidden; \index and \count name it
	over    java.Expr
	length  *smt.Term // of what is gone through; nil where it may change
	more    func(s *state, i *smt.Term) *smt.Term
	next    func(s *state, i *smt.Term) *smt.Term
}

// forEach runs for (T v : e) over an array, list, set, or a map's keys, values or
// entries.
func (x *exec) forEach(s *state, st *java.ForEach, label string) *state {
	e := &each{local: x.localOf(st.Var), over: st.X}
	if s = x.iterated(s, st.X, e); s == nil {
		return nil
	}
	e.counter = x.counters[st]
	// One for each loop, also where its method is executed anew: clauses that name \index find the
	// same variable.
	if e.counter == nil {
		e.counter = &types.Local{Name: "\\index", Type: types.TInt}
		x.counters[st] = e.counter
	}
	x.set(s, e.counter, smt.IntLit(0))
	x.eachLoops = append(x.eachLoops, e.counter)
	defer func() { x.eachLoops = x.eachLoops[:len(x.eachLoops)-1] }()
	return x.cutLoop(s, loopParts{stmt: st, body: st.Body, test: true}, label, x.spec.Loops[st], e)
}

// iterated evaluates what a for-each loop goes through.
func (x *exec) iterated(s *state, over java.Expr, e *each) *state {
	t := x.typeOf(over)
	value := func(over java.Expr) *smt.Term {
		v := x.expr(s, over)
		x.mayThrow(s, smt.Not(smt.Eq(v, null)), "java.lang.NullPointerException", verify.PossiblyNullDeReference, over.Pos(), "")
		return v
	}
	if at, ok := t.(*types.ArrayType); ok {
		a := value(over)
		if s = x.live(s); s == nil {
			return nil
		}
		e.elem, e.length = at.Elem, x.length(a)
		e.more = func(_ *state, i *smt.Term) *smt.Term { return smt.Lt(i, e.length) }
		e.next = func(s *state, i *smt.Term) *smt.Term {
			v := smt.Select(x.elements(s, at.Elem, a), i)
			x.assume(s, x.facts(s, v, at.Elem))
			return v
		}
		return s
	}

	view := ""
	of := over
	if c, ok := java.Unparen(over).(*java.Call); ok && c.X != nil && collectionOf(x.typeOf(c.X)) == "map" {
		switch c.Name.Name {
		case "keySet", "values", "entrySet":
			view, of = c.Name.Name, c.X
		}
	}
	ot := x.typeOf(of)
	kind := collectionOf(ot)
	// Of a map the key's type, whichever view is gone through.
	et := typeArg(ot, 0)
	if kind == "" || et == nil || kind == "map" && view == "" {
		x.unsupported(over, "for-each over "+t.String())
	}
	k, keyed := keySort(et)
	if kind != "list" && !keyed {
		x.unsupported(over, "for-each over "+t.String())
	}

	r := value(of)
	if s = x.live(s); s == nil {
		return nil
	}
	// The loop calls iterator, and what that returns, on the object.
	x.asksElements(over, r, ot)
	content, size, values := x.collectionComponents(kind, k)
	count := x.changes()
	at := func(s *state, comp string) *smt.Term { return smt.Select(x.component(s, comp), r) }
	// As the loop begins: what the body does to the collection is held against these.
	n0, m0 := x.nameTerm("size", at(s, size)), x.nameTerm("changes", at(s, count))
	x.assume(s, smt.And(smt.Le(smt.IntLit(0), n0), smt.Le(n0, smt.BigLit(maxInt))))
	unchanged := func(s *state) {
		x.mayThrow(s, smt.Eq(at(s, count), m0), "java.util.ConcurrentModificationException", verify.Precondition, over.Pos(), "the collection has been changed since the loop began")
		// The size changes only with a change that is counted.
		x.assume(s, smt.Eq(at(s, size), n0))
	}
	typed := func(s *state, v *smt.Term, t types.Type) *smt.Term {
		x.assume(s, x.facts(s, v, t))
		return v
	}
	e.elem = et
	if kind == "list" {
		e.length = n0
		// As the iterator of a list asks, which compares with the size it has now: of a list
		// that was changed next throws, even where nothing is left.
		e.more = func(s *state, i *smt.Term) *smt.Term { return smt.Not(smt.Eq(i, at(s, size))) }
		e.next = func(s *state, i *smt.Term) *smt.Term {
			unchanged(s)
			return typed(s, smt.Select(at(s, content), i), et)
		}
		return s
	}
	e.more = func(s *state, i *smt.Term) *smt.Term {
		// The order of a set is not known, nor what has been gone through: there may be another
		// iteration as long as it has elements, and each sees any of them.
		more := x.fresh("more", smt.Bool)
		x.assume(s, smt.Implies(more, smt.Not(smt.Eq(at(s, size), smt.IntLit(0)))))
		return more
	}

	vt := typeArg(ot, 1)
	switch view {
	case "values":
		if vt == nil {
			x.unsupported(over, "for-each over "+t.String())
		}
		e.elem = vt
	case "entrySet":
		e.elem = typeArg(t, 0)
	}
	e.next = func(s *state, i *smt.Term) *smt.Term {
		unchanged(s)
		key := typed(s, x.fresh("key", refSort), et)
		x.assume(s, smt.Or(smt.Eq(key, null), smt.Select(at(s, content), x.key(key, et))))
		switch view {
		case "values":
			return typed(s, smt.Select(at(s, values), x.key(key, et)), vt)
		case "entrySet":
			entry := typed(s, x.fresh("entry", refSort), e.elem)
			x.assume(s, smt.And(smt.Not(smt.Eq(entry, null)), smt.Eq(x.function("entry.key", refSort, entry), key), smt.Eq(x.function("entry.map", refSort, entry), r)))
			return entry
		}
		return key
	}
	return s
}

// changes is the component that counts the changes of collections' structures.
func (x *exec) changes() string {
	const name = "collection.changes"
	if _, ok := x.components[name]; !ok {
		x.components[name] = comp{sort: smt.ArrayOf(refSort, smt.Int), kind: otherComp}
	}
	return name
}

// writeAt gives an object's part of a component a new value.
func (x *exec) writeAt(s *state, comp string, r, v *smt.Term) {
	s.heap[comp] = smt.Store(x.component(s, comp), r, v)
	x.nameVersion(s, comp)
}

// collectionOf is the kind of collection of a static type, "" for others.
func collectionOf(t types.Type) string {
	ct, ok := t.(*types.ClassType)
	if !ok {
		return ""
	}
	return collection(ct.Class)
}

// entryMethod is getKey or getValue of a map's entry, which shows the map as it is.
func (l *libCall) entryMethod(name string) (*smt.Term, bool) {
	if !strings.HasSuffix(l.m.Owner.QualifiedName(), "Map.Entry") || l.recvExpr() == nil {
		return nil, false
	}
	x := l.x
	t := x.typeOf(l.recvExpr())
	kt, vt := typeArg(t, 0), typeArg(t, 1)
	if kt == nil || vt == nil {
		return nil, false
	}
	k, ok := keySort(kt)
	if !ok {
		return nil, false
	}
	key := x.function("entry.key", refSort, l.recv)
	v, vtyp := key, kt
	switch name {
	case "getKey()":
	case "getValue()":
		_, _, values := x.collectionComponents("map", k)
		v, vtyp = smt.Select(smt.Select(x.component(l.s, values), x.function("entry.map", refSort, l.recv)), x.key(key, kt)), vt
	default:
		return nil, false
	}
	if l.spec == nil {
		x.assume(l.s, x.facts(l.s, v, vtyp))
	}
	return v, true
}
