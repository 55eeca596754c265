package propose

import (
	"ensures/bench"
	"ensures/candidate"
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/java/values"
	"ensures/jml"
	"ensures/propose/loops"
	"ensures/propose/search"
)

// Bounds on loop traces.
const (
	maxTraced   = 70  // runs that are traced
	maxVisits   = 14  // visits of one loop kept per entry; the last is always kept
	maxEntries  = 6   // entries of one loop kept per run
	maxObserved = 420 // visits of one loop in all
)

// visit is one arrival at a loop's head.
type visit struct {
	search.Visit
	o *observation
}

// loopTrace is what was seen at one loop's head.
type loopTrace struct {
	loop   java.Stmt
	vars   []*types.Local
	visits []visit
	pairs  []*bench.Pair // run → pair
}

// traceLoops runs the method on some inputs and records the visible variables at
// every visit of a loop's head.
func (w *method) traceLoops() []*loopTrace {
	info := w.prep.Info
	traces := map[java.Stmt]*loopTrace{}
	var order []*loopTrace
	java.Walk(w.prep.Decl.Body, func(n java.Node) bool {
		switch s := n.(type) {
		case *java.Lambda, *java.ClassDecl:
			return false
		case *java.While, *java.DoWhile, *java.For, *java.ForEach:
			loop := s.(java.Stmt)
			t := &loopTrace{loop: loop}
			// The head sees the variables of all scopes around it, the loop's own header included.
			for sc := info.Scopes[loop]; sc != nil; sc = sc.Parent {
				for _, l := range sc.Locals {
					if !l.Spec {
						t.vars = append(t.vars, l)
					}
				}
			}
			traces[loop] = t
			order = append(order, t)
		}
		return true
	})

	if len(order) == 0 {
		return nil
	}
	// Small inputs first: that a loop doesn't run at all is a visit, too.
	for run, p := range bench.Sample(w.pairs, 3) {
		if run == maxTraced {
			break
		}
		w.traceRun(run, p, traces)
	}
	return order
}

// traceRun records one run.
func (w *method) traceRun(run int, p *bench.Pair, traces map[java.Stmt]*loopTrace) {
	type entry struct{ number, visits int }
	depth := 0
	entries := map[java.Stmt]*entry{}
	active := map[java.Stmt]int{} // visits in the current entry
	var hooks interp.Hooks
	hooks.Enter = func(*interp.Machine, *types.Method, interp.FrameView) { depth++ }
	hooks.Exit = func(*interp.Machine, *types.Method, interp.FrameView, interp.Value, interp.Ref) { depth-- }
	hooks.LoopHead = func(m *interp.Machine, loop java.Stmt, v interp.FrameView) {
		t := traces[loop]
		// Inner calls of the same method have heads too, of other variables: only the outermost counts.
		if t == nil || depth != 1 || v.Method() != w.prep.Method || len(t.visits) >= maxObserved {
			return
		}

		e := entries[loop]
		if e == nil {
			e = &entry{}
			entries[loop] = e
		}
		// The first visit since the loop has ended, or since one around it has come to its head.
		if active[loop] == 0 {
			e.number++
		}
		active[loop]++
		if e.number > maxEntries || active[loop] > maxVisits {
			return
		}

		roots := make([]interp.Value, 0, len(t.vars)+1)
		for _, l := range t.vars {
			x, _ := v.Local(l)
			roots = append(roots, x)
		}
		roots = append(roots, interp.R(v.This()))
		// A copy of all that can be reached: later iterations go on changing the objects.
		snap, err := m.Snapshot(20_000, roots...)
		if err != nil {
			return
		}

		n := len(t.vars)
		o := &observation{args: p.Pre.Args, after: snap.Roots[:n:n], this: p.Pre.This, thisTo: snap.Roots[n].R, statics: p.Pre.Statics, staticsTo: p.Pre.Statics}
		t.visits = append(t.visits, visit{search.Visit{Run: run, Entry: e.number}, o})
		// a loop inside this one begins anew at its next visit
		for other := range active {
			if other != loop && other.Pos() > loop.Pos() && other.End() <= loop.End() {
				active[other] = 0
			}
		}
	}
	hooks.Branch = func(_ *interp.Machine, at java.Node, taken int) {
		if s, ok := at.(java.Stmt); ok && taken == 0 && traces[s] != nil {
			// The condition has failed: the visit before was the last of this entry.
			if t := traces[s]; len(t.visits) > 0 && t.visits[len(t.visits)-1].Run == run {
				t.visits[len(t.visits)-1].Last = true
			}
			active[s] = 0
		}
	}

	m := w.prep.Run.NewMachine(interp.Options{Hooks: &hooks, Limits: interp.Limits{Steps: 100_000}})
	start, _, err := p.Pre.Copy(m)
	if err != nil {
		return
	}
	m.Call(w.prep.Method, start.This, start.Args)
}

// assigns lists the names that a loop assigns, and those whose elements it may change.
func assigns(loop java.Stmt) (vars, elements map[string]bool) {
	vars, elements = map[string]bool{}, map[string]bool{}
	target := func(e java.Expr) {
		switch e := e.(type) {
		case *java.Name:
			vars[e.Name] = true
		case *java.Index:
			x := e.X
			for {
				in, ok := x.(*java.Index)
				if !ok {
					break
				}
				x = in.X
			}
			if n, ok := x.(*java.Name); ok {
				elements[n.Name] = true
			}
		}
	}
	java.Walk(loop, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.AssignExpr:
			target(n.X)
		case *java.Unary:
			if n.Op.Changes() {
				target(n.X)
			}
		case *java.Call:
			for _, a := range n.Args {
				if x, ok := a.(*java.Name); ok {
					// Whoever is given an array or a list may change what is in it.
					elements[x.Name] = true
				}
			}
		}
		return true
	})
	return vars, elements
}

// loopSpace makes the vocabulary of a loop's invariants: its visits, and visits
// with one assigned variable or element changed.
func (w *method) loopSpace(t *loopTrace) vocabulary {
	vars, elements := assigns(t.loop)
	var obs []*observation
	for _, v := range t.visits {
		obs = append(obs, v.o)
	}
	real := len(obs)
	obs = append(obs, w.changedVisits(t, vars, elements)...)

	used := map[string]bool{}
	for _, l := range t.vars {
		used[l.Name] = true
	}
	for _, l := range w.prep.Method.Params {
		used[l.Name] = true
	}
	java.Walk(w.prep.Decl.Body, func(n java.Node) bool {
		if l, ok := n.(*java.LocalVars); ok {
			for _, v := range l.Vars {
				used[v.Name.Name] = true
			}
		}
		return true
	})

	s := w.vocabulary(obs, real, used, true)
	for i, l := range t.vars {
		changed := vars[l.Name] || isRef(l.Type) && elements[l.Name] && mutable(l.Type)
		s.add(path{text: l.Name, t: l.Type, post: changed, get: func(o *observation) (interp.Value, bool) { return o.after[i], true }}, 0)
	}
	for i, l := range w.prep.Method.Params {
		// A parameter that the loop changes is of interest as it was, too; of others both are one.
		if vars[l.Name] || isRef(l.Type) && elements[l.Name] && mutable(l.Type) {
			s.add(path{text: l.Name, t: l.Type, old: true, get: func(o *observation) (interp.Value, bool) { return o.args[i], true }}, 0)
		}
	}
	if w.prep.Method.Owner != nil && w.prep.Pairs[0].Pre.This != nil {
		w.loopFields(s, used, vars)
	}
	s.CountToVariables()
	return s
}

func mutable(t types.Type) bool {
	so, _ := sortOf(t)
	return so == search.ListSort || so == search.RefSort
}

// loopFields enters the receiver's fields.
func (w *method) loopFields(s vocabulary, used, vars map[string]bool) {
	for _, f := range w.prep.Method.Owner.Fields {
		if f.Spec || f.Flags.Has(java.Static) {
			continue
		}
		name := f.Name
		if used[name] {
			name = "this." + name
		}
		s.add(path{text: name, t: f.Type, post: vars[f.Name], get: func(o *observation) (interp.Value, bool) {
			obj, ok := o.thisTo.(*interp.Object)
			if !ok {
				return interp.Value{}, false
			}
			return obj.Field(f)
		}}, 1)
	}
}

// changedVisits are visits with one variable or element changed by one step.
func (w *method) changedVisits(t *loopTrace, vars, elements map[string]bool) []*observation {
	x := values.New(w.m)
	var out []*observation
	n := 0
	for _, l := range t.vars {
		if vars[l.Name] || elements[l.Name] {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	step := max(1, len(t.visits)*n*2/maxChanged)
	for i := 0; i < len(t.visits); i += step {
		v := t.visits[i]
		w.m.Refill(2_000_000, 128<<20)
		w.m.Try(func() interp.Value {
			for j, l := range t.vars {
				if !vars[l.Name] && !elements[l.Name] {
					continue
				}
				k := 0
				for _, mu := range x.Results(v.o.after[j], l.Type) {
					if l.Type.Kind() == types.ArrayOf && mu.Name != "shift all by one" {
						continue
					}
					if k++; k > 3 {
						break
					}
					c := *v.o
					c.after = append([]interp.Value{}, v.o.after...)
					c.after[j] = mu.Value
					out = append(out, &c)
				}
			}
			return interp.Value{}
		})
	}
	return out
}

// loopClauses returns the clauses proposed for one loop, and the others that held at
// every visit.
func (w *method) loopClauses(t *loopTrace, most int) (proposed, pool []*candidate.Clause) {
	// One visit can't tell what changes from what stays.
	if len(t.visits) < 2 {
		return nil, nil
	}
	s := w.loopSpace(t)
	c := s.Invariants(&search.Code{})
	for _, k := range search.Best(c.List, most) {
		proposed = append(proposed, candidate.New(jml.LoopInvariant, k.String()))
	}
	for _, k := range search.Pooled(c.List, nil) {
		pool = append(pool, candidate.New(jml.LoopInvariant, k.String()))
	}
	visits := make([]search.Visit, len(t.visits))
	for i, v := range t.visits {
		visits[i] = v.Visit
	}
	if v := s.Variant(visits); v != nil {
		proposed = append(proposed, candidate.New(jml.Decreases, v.String()))
	}
	return proposed, pool
}

// shaped returns the clauses that the text of each loop suggests.
func (w *method) shaped() map[java.Stmt][]*candidate.Clause {
	used := map[string]bool{}
	java.Walk(w.prep.Decl, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.Name:
			used[n.Name] = true
		case *java.VarDeclarator:
			used[n.Name.Name] = true
		case *java.Param:
			used[n.Name.Name] = true
		}
		return true
	})
	out := map[java.Stmt][]*candidate.Clause{}
	for loop, s := range loops.Suggest(w.prep.Decl, w.prep.Info, freshNames(used)) {
		out[loop] = append(candidate.All(jml.LoopInvariant, s.Invariants), candidate.All(jml.Decreases, s.Measures)...)
	}
	return out
}
