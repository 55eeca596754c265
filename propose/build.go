package propose

import (
	"hash/maphash"
	"slices"
	"time"

	"ensures/bench"
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/java/values"
	"ensures/mutate"
	"ensures/propose/loops"
	"ensures/propose/search"
)

// Bounds on what a search looks at.
const (
	maxReal    = 320 // runs
	maxChanged = 900 // changed runs
)

// method is what the search knows about a method: its runs and what they change.
type method struct {
	prep      *bench.Prepared
	m         *interp.Machine
	pairs     []*bench.Pair // in the domain that requires clauses leave
	voc       bench.Vocabulary
	seed      maphash.Seed
	late      func() bool         // the budget is spent
	spend     func(time.Duration) // what was worked of it
	changes   changed
	evaluator *evaluator // nil until asked for
	delegated []string   // what a method that it hands all on to leaves
}

// changed says what the method's runs were seen to change.
type changed struct {
	params  []bool
	fields  map[*types.Field]bool
	statics map[*types.Field]bool
}

// observeChanges compares states before and after.
func (w *method) observeChanges() {
	x := values.New(w.m)
	w.changes = changed{params: make([]bool, len(w.prep.Method.Params)), fields: map[*types.Field]bool{}, statics: map[*types.Field]bool{}}
	w.m.Refill(5_000_000, 256<<20)
	for _, p := range w.pairs {
		// Comparing runs on the machine, whose limits may end it: that pair is left out then.
		w.m.Try(func() interp.Value {
			for i, l := range w.prep.Method.Params {
				if !w.changes.params[i] && isRef(l.Type) && !x.Equal(p.Pre.Args[i], p.Post.Args[i], l.Type) {
					w.changes.params[i] = true
				}
			}
			before, ok := p.Pre.This.(*interp.Object)
			after, ok2 := p.Post.This.(*interp.Object)
			if ok && ok2 {
				for _, f := range before.Class.InstanceFields() {
					u, _ := before.Field(f)
					v, _ := after.Field(f)
					if !w.changes.fields[f] && !x.Equal(u, v, f.Type) {
						w.changes.fields[f] = true
					}
				}
			}
			for f, u := range p.Pre.Statics {
				if !w.changes.statics[f] && !x.Equal(u, p.Post.Statics[f], f.Type) {
					w.changes.statics[f] = true
				}
			}
			return interp.Value{}
		})
	}
	if w.prep.Method.IsConstructor() { // there was no object before: all that it has is new
		for _, f := range w.prep.Method.Owner.Fields {
			if !f.Spec && !f.Flags.Has(java.Static) {
				w.changes.fields[f] = true
			}
		}
	}
}

func isRef(t types.Type) bool {
	k := t.Kind()
	return k < types.Boolean || k > types.Double
}

// anyState reports whether the method changes anything a caller can see.
func (c changed) anyState() bool {
	for _, b := range c.params {
		if b {
			return true
		}
	}
	return len(c.fields)+len(c.statics) > 0
}

// observations makes the real runs and the changed ones.
func (w *method) observations(pairs []*bench.Pair) (real, mutants []*observation) {
	x := values.New(w.m)
	if len(w.changes.fields) > 0 {
		x.Field = func(f *types.Field) bool { return w.changes.fields[f] }
	}

	rare := w.rare(pairs)
	if len(pairs) > maxReal {
		// Rare runs come to the front of the shuffled list, so that the cut leaves them in.
		pairs = bench.Shuffle(pairs, 1)
		slices.SortStableFunc(pairs, func(p, q *bench.Pair) int {
			switch {
			case rare[p] == rare[q]:
				return 0
			case rare[p]:
				return -1
			}
			return 1
		})
		pairs = pairs[:maxReal]
	}
	for _, p := range pairs {
		real = append(real, &observation{args: p.Pre.Args, after: p.Post.Args, this: p.Pre.This, thisTo: p.Post.This, result: p.Result, statics: p.Pre.Statics, staticsTo: p.Post.Statics, of: len(real)})
	}

	// Mutants of every n-th run: their number is bounded, not that of the runs.
	step := 1
	if n := len(pairs) * (mutate.Limit + mutate.FurtherLimit); n > maxChanged {
		step = n/maxChanged + 1
	}
	t := w.prep.Method.Return
	for i := 0; i < len(pairs) && !w.late(); i++ {
		p, o := pairs[i], real[i]
		if i%step != 0 && !rare[p] {
			continue
		}
		w.m.Refill(5_000_000, 256<<20)
		w.m.Try(func() interp.Value {
			// A result that is an argument is changed with the argument, by states below: alone it would be
			// an object that no run can have.
			aliased := t.Kind() != types.Void && isRef(t) && p.Result.R != nil && w.holds(p, p.Result.R)
			if t.Kind() != types.Void {
				results := []values.Mutant{{}} // an argument may not be returned: null is
				if !aliased {
					results = append(x.Results(p.Result, t), x.Further(p.Result, t)...)
				}
				for _, k := range results {
					c := *o
					c.result = k.Value
					mutants = append(mutants, &c)
				}
			}
			if w.changes.anyState() {
				for _, k := range w.states(x, p) {
					mutants = append(mutants, w.changedState(o, p, k))
				}
			}
			return interp.Value{}
		})
		w.spend(time.Duration(w.m.StepsUsed()) * bench.StepWork)
	}
	return real, mutants
}

// maxResults bounds the results that are told apart.
const maxResults = 16

// rare are runs that a sample of thousands may leave out, and with them the clause that
// says what the method does then: for each parameter the first run in which it is null, and
// for each result the first run that gives it, where there are few results.
func (w *method) rare(pairs []*bench.Pair) map[*bench.Pair]bool {
	out, results := map[*bench.Pair]bool{}, map[int64]*bench.Pair{}
	for n, l := range w.prep.Method.Params {
		if i := slices.IndexFunc(pairs, func(p *bench.Pair) bool { return p.Pre.Args[n].R == nil }); i >= 0 && isRef(l.Type) {
			out[pairs[i]] = true
		}
	}

	if t := w.prep.Method.Return; t.Kind() == types.Void || isRef(t) {
		return out
	}
	for _, p := range pairs {
		if _, seen := results[p.Result.N]; !seen && len(results) <= maxResults {
			results[p.Result.N] = p
		}
	}
	// One more than the limit was let in, to tell "as many" from "more".
	if len(results) <= maxResults {
		for _, p := range results {
			out[p] = true
		}
	}
	return out
}

// holds reports whether a result is an object that an argument of the state after
// the call refers to directly.
func (w *method) holds(p *bench.Pair, r interp.Ref) bool {
	for _, a := range p.Post.Args {
		if a.R == r {
			return true
		}
	}
	return p.Post.This == r
}

func (w *method) states(x *values.Mutator, p *bench.Pair) []values.StateMutant {
	var roots []values.Root
	var mask []bool
	for i, l := range w.prep.Method.Params {
		roots = append(roots, values.Root{Name: l.Name, Type: l.Type, Before: p.Pre.Args[i], After: p.Post.Args[i]})
		mask = append(mask, w.changes.params[i])
	}
	roots = append(roots, values.Root{Name: "this", Before: interp.R(p.Pre.This), After: interp.R(p.Post.This)})
	// Only what some run changed is worth changing: the frame speaks of the rest.
	mask = append(mask, len(w.changes.fields) > 0)
	out, _ := x.States(roots, mask, mutate.FurtherLimit, p.Result)
	return out
}

func (w *method) changedState(o *observation, p *bench.Pair, k values.StateMutant) *observation {
	c := *o
	// The roots are the arguments, the receiver and the result, in this order.
	n := len(p.Post.Args)
	c.after = k.Roots[:n]
	c.thisTo = k.Roots[n].R
	c.result = interp.Value{N: p.Result.N, R: k.Roots[n+1].R}
	return &c
}

// space makes the vocabulary of the method's contract. With result false it is
// about the state before the call only, as for requires clauses.
func (w *method) space(obs []*observation, real int, result bool) vocabulary {
	used := map[string]bool{}
	mt := w.prep.Method
	for _, l := range mt.Params {
		used[l.Name] = true
	}
	s := w.vocabulary(obs, real, used, false)
	for i, l := range mt.Params {
		pre := func(o *observation) (interp.Value, bool) { return o.args[i], true }
		post := func(o *observation) (interp.Value, bool) { return o.after[i], true }
		switch {
		// A primitive parameter is a copy: what the method assigns to it no caller sees, and a
		// postcondition means the value before (JML takes parameters there as of the pre-state).
		case !result || !isRef(l.Type):
			s.add(path{text: l.Name, get: pre, t: l.Type}, 0)
		case w.changes.params[i]:
			s.add(path{text: l.Name, get: pre, t: l.Type, old: true}, 0)
			s.add(path{text: l.Name, get: post, t: l.Type, post: true}, 0)
		default:
			s.add(path{text: l.Name, get: post, t: l.Type}, 0)
		}
	}
	w.addFields(s, used, result)
	if result && mt.Return.Kind() != types.Void {
		s.add(path{text: "\\result", post: true, t: mt.Return, get: func(o *observation) (interp.Value, bool) { return o.result, true }}, 0)
		s.CountToResult()
	}
	return s
}

// addFields enters the receiver's and static fields.
func (w *method) addFields(s vocabulary, used map[string]bool, result bool) {
	mt := w.prep.Method
	name := func(f *types.Field) string {
		if used[f.Name] {
			if f.Flags.Has(java.Static) {
				return mt.Owner.Name + "." + f.Name
			}
			return "this." + f.Name
		}
		return f.Name
	}
	enter := func(f *types.Field, touched bool, pre, post func(o *observation) (interp.Value, bool)) {
		text := name(f)
		switch {
		case !result:
			s.add(path{text: text, get: pre, t: f.Type}, 1)
		case touched:
			s.add(path{text: text, get: pre, t: f.Type, old: true}, 1)
			s.add(path{text: text, get: post, t: f.Type, post: true}, 1)
		default:
			s.add(path{text: text, get: post, t: f.Type}, 1)
		}
	}

	reached := namesReached(w.prep.File, w.prep.Decl)
	for _, f := range mt.Owner.Fields {
		if f.Spec {
			continue
		}
		if f.Flags.Has(java.Static) {
			if !reached[f.Name] && !w.changes.statics[f] {
				continue
			}
			if _, ok := w.firstStatic(f); ok {
				enter(f, w.changes.statics[f],
					func(o *observation) (interp.Value, bool) { v, ok := o.statics[f]; return v, ok },
					func(o *observation) (interp.Value, bool) { v, ok := o.staticsTo[f]; return v, ok })
			}
			continue
		}
		if mt.Flags.Has(java.Static) {
			continue
		}
		field := func(r interp.Ref) (interp.Value, bool) {
			o, ok := r.(*interp.Object)
			if !ok {
				return interp.Value{}, false
			}
			return o.Field(f)
		}
		before := func(o *observation) (interp.Value, bool) { return field(o.this) }
		after := func(o *observation) (interp.Value, bool) { return field(o.thisTo) }
		if !mt.IsConstructor() {
			enter(f, w.changes.fields[f], before, after)
		} else if result { // of the state before nothing can be said: there is no object
			s.add(path{text: name(f), get: after, t: f.Type, post: true}, 1)
		}
	}
}

func (w *method) firstStatic(f *types.Field) (interp.Value, bool) {
	for _, p := range w.pairs {
		v, ok := p.Pre.Statics[f]
		return v, ok
	}
	return interp.Value{}, false
}

// vocabulary is an empty one over observations. used are the names that variables have.
func (w *method) vocabulary(obs []*observation, real int, used map[string]bool, loop bool) vocabulary {
	names := freshNames(used)
	of := make([]int, len(obs))
	for i, o := range obs {
		of[i] = o.of
	}
	divides := false
	if from, to := w.prep.Decl.Pos().Offset(), w.prep.Decl.End().Offset(); from >= 0 && to <= len(w.prep.File.Src) {
		for _, t := range java.Tokens(w.prep.File.Src[from:to]) {
			divides = divides || t.Text == "%"
		}
	}
	s := search.NewSpace(
		search.Observations{N: len(obs), Real: real, Of: of, Read: w.objects(obs)},
		search.Options{
			Dialect: dialect(), Variables: [3]string{names.I, names.J, names.K}, Seed: w.seed, Loop: loop, Spent: w.late,
			Vocabulary: search.Vocabulary{Ints: w.voc.Ints, Chars: w.voc.Chars, Floats: w.voc.Floats, Strings: w.voc.Strings, Divides: divides},
		})
	return vocabulary{s, obs, real}
}

// freshNames picks names for quantified variables that are not in use.
func freshNames(used map[string]bool) loops.Names {
	var out []string
	for _, n := range []string{"i", "j", "k", "p", "q", "r", "u", "v", "w", "i0", "j0", "k0"} {
		if !used[n] {
			out = append(out, n)
		}
	}
	for len(out) < 3 {
		out = append(out, "i"+string(rune('1'+len(out))))
	}
	return loops.Names{I: out[0], J: out[1], K: out[2]}
}

// objects reads the elements of every collection that the observations refer to.
func (w *method) objects(obs []*observation) objects {
	l := objects{}
	w.m.Refill(20_000_000, 512<<20)
	var visit func(r interp.Ref, depth int)
	visit = func(r interp.Ref, depth int) {
		o, ok := r.(*interp.Object)
		if !ok || depth > 2 || l[r] != nil {
			return
		}
		if c := w.m.Class("java.util.List"); c != nil && w.m.InstanceOf(o, c) {
			items, end := w.m.Elements(o)
			// A list of the program's own may throw: then it has no elements for the search.
			if end.Kind != interp.Returned {
				return
			}
			vs := make([]interp.Value, len(items))
			for i, it := range items {
				vs[i] = interp.R(it)
				visit(it, depth+1)
			}
			l[r] = vs
			return
		}
		if !o.Class.Library {
			for _, f := range o.R {
				visit(f, depth+1)
			}
		}
	}

	for _, o := range obs {
		for _, v := range append(append([]interp.Value{o.result, interp.R(o.this), interp.R(o.thisTo)}, o.args...), o.after...) {
			visit(v.R, 0)
		}
	}
	return l
}
