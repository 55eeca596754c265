package summary

import (
	"maps"
	"slices"
	"strings"

	"ensures/rust/mir"
	"ensures/rust/spec"
)

// sequence says what is known of a sequence that a loop changes:
//
//	one element put behind the last in each iteration     c[n0 + k] = E(low + k)
//	the element at the counter changed in some or all      c[k] = E(k), low ≤ k < counter
//	an element put behind the last in some                 exactly those of the iterations with P
//	elements at literal places                             as of variables
func (l *loop) sequence(n string, before *seq) {
	start, _ := l.start.vars[n].(*seq)
	if start == nil || before.length == nil {
		return
	}
	// begin leaves a sequence without a name where it is written at literal places only.
	if start.self == nil {
		l.cells(n, before)
		return
	}

	pushes, puts := 0, 0
	for _, s := range l.stay {
		q, _ := s.vars[n].(*seq)
		// Two changes in one iteration would have to be told apart by place.
		if q == nil || len(q.done) > 1 {
			return
		}
		for _, c := range q.done {
			switch {
			case c.at == nil:
				pushes++
			case isName(c.at, l.counter):
				puts++
			default:
				return
			}
		}
	}

	switch {
	case puts == 0 && pushes == len(l.stay):
		l.appended(n, before)
	case pushes == 0 && puts > 0:
		l.updated(n, before)
	case puts == 0 && pushes > 0:
		l.filtered(n, before)
	}
}

// each is the element that an iteration puts, over the counter; of one that puts none it is
// what was there. It is nil where that cannot be said.
func (l *loop) each(n string, was spec.Expr) spec.Expr {
	var out spec.Expr
	for i := len(l.stay) - 1; i >= 0; i-- {
		s := l.stay[i]
		x := was
		if q := s.vars[n].(*seq); len(q.done) > 0 {
			x = q.done[0].x
		}
		if x = l.known(x, l.at()); x == nil {
			return nil
		}
		if out == nil {
			out = x
			continue
		}
		c := l.own(s)
		if c == nil {
			return nil
		}
		out = choice(c, x, out)
	}
	return out
}

// forAll quantifies over the places of a sequence from low on.
func (l *loop) forAll(low, high spec.Expr, f func(k spec.Expr) spec.Expr) spec.Expr {
	return l.quantify("forall", low, high, f)
}

// quantify is op over a variable that nothing in the body has yet.
func (r *runner) quantify(op string, low, high spec.Expr, f func(k spec.Expr) spec.Expr) spec.Expr {
	v := r.fresh(f(name("_")), low, high)
	return quantified(op, v, low, high, f(name(v)))
}

func (l *loop) appended(n string, before *seq) {
	e := l.each(n, nil)
	if e == nil || before.at == nil {
		l.closed[n] = func(at spec.Expr) value {
			return &seq{length: binary("+", before.length, binary("-", at, l.low))}
		}
		l.invariant(binary("==", length(name(n)), binary("+", before.length, binary("-", l.at(), l.low))))
		return
	}

	fresh := func(k spec.Expr) spec.Expr {
		return with(e, l.counter, binary("+", l.low, binary("-", k, before.length)))
	}
	none := literal(before.length) != nil && literal(before.length).Sign() == 0
	l.closed[n] = func(at spec.Expr) value {
		q := &seq{length: binary("+", before.length, binary("-", at, l.low)), at: fresh}
		if !none {
			q.at = func(k spec.Expr) spec.Expr { return choice(binary("<", k, before.length), before.element(k), fresh(k)) }
		}
		return q
	}

	own := name(n)
	at := func(k spec.Expr) spec.Expr { return &spec.Index{X: own, I: k} }
	l.invariant(binary("==", length(own), binary("+", before.length, binary("-", l.at(), l.low))))
	if !none {
		l.invariant(l.forAll(integer(0), before.length, func(k spec.Expr) spec.Expr { return binary("==", at(k), before.element(k)) }))
	}
	l.invariant(l.forAll(before.length, length(own), func(k spec.Expr) spec.Expr { return binary("==", at(k), fresh(k)) }))
}

func (l *loop) updated(n string, before *seq) {
	// What isn't known element by element before the loop isn't behind it either.
	if before.at == nil {
		return
	}
	e := l.each(n, decidedIn(before.element(l.at()), l.start.conds))
	if e == nil {
		return
	}

	at := func(k spec.Expr) spec.Expr { return &spec.Index{X: name(n), I: k} }
	changed := func(k spec.Expr) spec.Expr { return with(e, l.counter, k) }
	l.closed[n] = func(end spec.Expr) value {
		return &seq{length: before.length, at: func(k spec.Expr) spec.Expr {
			inside := binary("<", k, end)
			if low := literal(l.low); low == nil || low.Sign() != 0 {
				inside = and(binary("<=", l.low, k), inside)
			}
			return choice(inside, changed(k), before.element(k))
		}}
	}
	l.invariant(binary("==", length(name(n)), before.length),
		l.forAll(l.low, l.at(), func(k spec.Expr) spec.Expr { return binary("==", at(k), changed(k)) }),
		l.forAll(l.at(), before.length, func(k spec.Expr) spec.Expr { return binary("==", at(k), before.element(k)) }))
	if low := literal(l.low); low == nil || low.Sign() != 0 {
		l.invariant(l.forAll(integer(0), l.low, func(k spec.Expr) spec.Expr { return binary("==", at(k), before.element(k)) }))
	}
}

// filtered is a sequence that some iterations, those with P, put an element behind.
func (l *loop) filtered(n string, before *seq) {
	// Only an empty sequence, or one that loops filled before: of other elements nothing is said.
	if k := literal(before.length); len(before.parts) == 0 && (k == nil || k.Sign() != 0) {
		return
	}
	var x, when spec.Expr
	once := false
	for _, s := range l.stay {
		q := s.vars[n].(*seq)
		if len(q.done) == 0 {
			continue
		}
		e := l.known(q.done[0].x, l.at())
		c, unique := l.without(s, n)
		// Different elements on different paths would have to be told apart by the paths' conditions.
		if e == nil || c == nil || x != nil && !same(x, e) {
			return
		}
		once = once || unique
		if x = e; when == nil {
			when = c
		} else {
			when = binary("||", when, c)
		}
	}

	part := func(end spec.Expr) gathered { return gathered{l.counter, l.low, end, x, when, once} }
	exact := l.exactly(n, before, x)
	if exact != nil {
		l.invariant(&spec.Binary{Op: "==", X: &spec.View{X: name(n)}, Y: exact(l.at())})
	}
	now := slices.Concat(before.parts, []gathered{part(l.at())})
	for _, e := range l.gathered(name(n), now) {
		l.invariant(e)
	}
	l.closed[n] = func(at spec.Expr) value {
		q := &seq{length: length(name(n)), parts: slices.Concat(before.parts, []gathered{part(at)})}
		if exact != nil {
			q.exact = exact(at)
		}
		return q
	}
}

// exactly is the sequence of the loop element by element, at a value of the counter: what a
// filter leaves of a parameter where the elements alone decide, else a function of its own.
func (l *loop) exactly(n string, before *seq, x spec.Expr) func(at spec.Expr) spec.Expr {
	var empty spec.Expr = &spec.Call{Path: &mir.Path{Segs: []mir.Segment{{Name: "Seq"}, {Name: "empty"}}}}
	if len(before.parts) > 0 {
		if empty = before.exact; empty == nil {
			return nil
		}
	}

	when := boolean(false)
	for _, s := range l.stay {
		if len(s.vars[n].(*seq).done) == 0 {
			continue
		}
		c := closed(and(s.conds[len(l.start.conds):]...), s.witnesses[len(l.entry.witnesses):])
		if s.loose {
			return nil
		}
		own := boolean(true)
		for _, part := range conjuncts(c) {
			// What speaks of the sequence itself stays as it is: the function has it by that name.
			if !mentions(part, n) {
				if part = l.known(part, l.at()); part == nil {
					return nil
				}
			}
			own = binary("&&", own, part)
		}
		when = binary("||", when, own)
	}

	source, isIndex := x.(*spec.Index)
	if isIndex && isName(source.I, l.counter) && l.paramType(source.X) != nil && isZero(l.low) && len(before.parts) == 0 {
		v := name(l.fresh(when))
		p := gathered{counter: l.counter, x: x, when: when}.fits(v)
		if !isBool(p, true) && !mentions(p, n) && !strings.Contains(spec.Text(p), "|") {
			closure := &spec.Closure{Params: []spec.Param{{Name: spec.Text(v), Type: bare(element(l.paramType(source.X)))}}, Body: p}
			return func(at spec.Expr) spec.Expr {
				var from spec.Expr = &spec.View{X: source.X}
				if !same(at, length(source.X)) {
					from = &spec.Method{X: from, Name: "take", Args: []spec.Expr{at}}
				}
				return &spec.Method{X: from, Name: "filter", Args: []spec.Expr{closure}}
			}
		}
	}
	var of *mir.Type
	if isIndex {
		of = element(l.paramType(source.X))
	}
	return l.keeps(n, empty, x, when, of)
}

// gathered is what a loop put behind a sequence: x of the iterations, low ≤ counter < high,
// in which when holds; once says that none was put that was in it already.
type gathered struct {
	counter            string
	low, high, x, when spec.Expr
	once               bool
}

// gathered is what is known of a sequence of such parts: each element is of one of them, of
// each all are there, there are no more, and none twice.
func (r *runner) gathered(self spec.Expr, parts []gathered) (out []spec.Expr) {
	at := func(k spec.Expr) spec.Expr { return &spec.Index{X: self, I: k} }
	each := func(f func(k spec.Expr) spec.Expr) {
		out = append(out, r.quantify("forall", integer(0), length(self), f))
	}
	each(func(k spec.Expr) spec.Expr {
		e := boolean(false)
		for _, p := range parts {
			e = binary("||", e, p.fits(at(k)))
		}
		return e
	})
	each(func(k spec.Expr) spec.Expr {
		e := boolean(false)
		for _, p := range parts {
			e = binary("||", e, r.quantify("exists", p.low, p.high, func(j spec.Expr) spec.Expr { return binary("==", at(k), with(p.x, p.counter, j)) }))
		}
		return e
	})

	most, once := integer(0), true
	for _, p := range parts {
		out = append(out, r.quantify("forall", p.low, p.high, func(j spec.Expr) spec.Expr {
			return binary("==>", with(p.when, p.counter, j), r.quantify("exists", integer(0), length(self), func(k spec.Expr) spec.Expr {
				return binary("==", at(k), with(p.x, p.counter, j))
			}))
		}))
		most, once = binary("+", most, binary("-", p.high, p.low)), once && p.once
	}
	out = append(out, binary("<=", length(self), most))
	if once {
		each(func(k spec.Expr) spec.Expr {
			return r.quantify("forall", integer(0), k, func(j spec.Expr) spec.Expr { return binary("!=", at(j), at(k)) })
		})
	}
	return out
}

// fits is the condition of a part on an element by itself; true where it speaks of more.
func (p gathered) fits(element spec.Expr) spec.Expr {
	e := replaced(p.when, func(e spec.Expr) spec.Expr {
		if same(e, p.x) {
			return element
		}
		return nil
	})
	if mentions(e, p.counter) {
		return boolean(true)
	}
	return e
}

// without is the condition of a path without what it says of the sequence itself, and
// whether it says that the element is not in it yet.
func (l *loop) without(s *state, n string) (cond spec.Expr, unique bool) {
	if s.loose {
		return nil, false
	}
	cond = boolean(true)
	for _, c := range conjuncts(closed(and(s.conds[len(l.start.conds):]...), s.witnesses[len(l.entry.witnesses):])) {
		if mentions(c, n) {
			unique = true
			continue
		}
		k := l.known(c, l.at())
		if k == nil {
			return nil, false
		}
		cond = binary("&&", cond, k)
	}
	return cond, unique
}

// cells says what is known of elements at literal places, and that the others stay.
func (l *loop) cells(n string, before *seq) {
	start := l.start.vars[n].(*seq)
	all := map[string]func(at spec.Expr) spec.Expr{}

	for _, k := range slices.Sorted(maps.Keys(start.cells)) {
		place := &spec.Index{X: name(n), I: &spec.Lit{Kind: "int", Text: k}}
		f, bounds := l.accumulated(n, before.element(place.I), place, func(s *state) spec.Expr {
			if q, ok := s.vars[n].(*seq); ok {
				return q.cells[k]
			}
			return nil
		})
		l.invariant(bounds...)
		// One place of which nothing is known, and the sequence as a whole can't be said.
		if f == nil {
			return
		}
		all[k] = f
		l.invariant(binary("==", place, f(l.at())))
	}
	l.closed[n] = func(at spec.Expr) value {
		q := &seq{length: before.length, at: before.at, cells: map[string]spec.Expr{}}
		for k, f := range all {
			q.cells[k] = f(at)
		}
		return q
	}
	l.invariant(binary("==", length(name(n)), before.length))
	if before.at != nil {
		l.invariant(l.others(n, before, sorted(all)))
	}
}

// others says that all elements but those at literal places are as they were.
func (r *runner) others(n string, before *seq, places []string) spec.Expr {
	return r.quantify("forall", integer(0), before.length, func(k spec.Expr) spec.Expr {
		e := binary("==", &spec.Index{X: name(n), I: k}, before.at(k))
		for _, p := range slices.Backward(places) {
			e = binary("==>", binary("!=", k, &spec.Lit{Kind: "int", Text: p}), e)
		}
		return e
	})
}

// putAt reports whether statements write a sequence at a variable's place only.
func putAt(list []spec.Stmt, n, counter string) bool {
	ok, some := true, false
	walk(list, func(st spec.Stmt) {
		switch st := st.(type) {
		case *spec.Assign:
			at, isIndex := st.Place.(*spec.Index)
			if isIndex && isName(at.X, n) {
				some = true
				ok = ok && isName(at.I, counter)
			}
			ok = ok && !isName(st.Place, n)
		case *spec.Do:
			ok = ok && !mentions(st.X, n)
		case *spec.Unread:
			ok = ok && !slices.Contains(st.Names, n)
		}
	})
	return ok && some
}

// keepsLength reports whether statements change a sequence by putting elements in places only.
func keepsLength(list []spec.Stmt, n string) bool {
	ok := true
	walk(list, func(st spec.Stmt) {
		switch st := st.(type) {
		case *spec.Assign:
			ok = ok && !isName(st.Place, n)
		case *spec.Do:
			m, isMethod := st.X.(*spec.Method)
			ok = ok && (!mentions(st.X, n) || isMethod && m.Name == "set" && isName(m.X, n))
		case *spec.Yield:
			ok = ok && !mentions(st.X, n)
		case *spec.Unread:
			ok = ok && !slices.Contains(st.Names, n)
		}
	})
	return ok
}

// literalPlaces are the places of a sequence that statements write, if all are literals.
func literalPlaces(list []spec.Stmt, n string) (places []string, only bool) {
	only = true
	walk(list, func(st spec.Stmt) {
		switch st := st.(type) {
		case *spec.Assign:
			at, isIndex := st.Place.(*spec.Index)
			switch {
			case isName(st.Place, n):
				only = false
			case isIndex && isName(at.X, n):
				if k := literal(at.I); k != nil {
					places = append(places, k.String())
				} else {
					only = false
				}
			}
		case *spec.Do:
			only = only && !mentions(st.X, n)
		case *spec.Unread:
			only = only && !slices.Contains(st.Names, n)
		}
	})
	return places, only && len(places) > 0
}

// walk calls f for each statement, also in blocks.
func walk(list []spec.Stmt, f func(spec.Stmt)) {
	for _, st := range list {
		f(st)
		switch st := st.(type) {
		case *spec.Branch:
			walk(st.Then, f)
			walk(st.Else, f)
		case *spec.Repeat:
			walk(st.Body, f)
		}
	}
}

// assigned are the variables that statements may change, in order.
func assigned(list []spec.Stmt) (out []string) {
	add := func(n string) {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	names := func(e spec.Expr) {
		spec.Walk(e, func(x spec.Expr) {
			if n, ok := x.(*spec.Name); ok {
				add(n.Path.Last())
			}
		})
	}
	walk(list, func(st spec.Stmt) {
		switch st := st.(type) {
		case *spec.Assign:
			e := st.Place
			for {
				if x, ok := e.(*spec.Index); ok {
					e = x.X
				} else if x, ok := e.(*spec.Field); ok {
					e = x.X
				} else {
					break
				}
			}
			names(e)
		case *spec.Do:
			if m, ok := st.X.(*spec.Method); ok {
				names(m.X)
			} else {
				names(st.X)
			}
		case *spec.Yield:
			if m, ok := st.X.(*spec.Method); ok && m.Name == "push" {
				names(m.X)
			}
		case *spec.Unread:
			for _, n := range st.Names {
				add(n)
			}
		}
	})
	return out
}
