package mutate

import "ensures/value"

// Limit is the largest number of output mutants of one result or state.
const Limit = 5

// Mutant is a changed output: never equal to the original by value.
type Mutant[V any] struct {
	Name  string // the kind, as in the package comment; with the place for parts: "x +1"
	Value V
}

// Mutator makes mutants of values of a language; the originals are never changed.
type Mutator[V any] struct {
	lang value.Language[V]
	path map[any]bool // the objects that mutants are being made of
	left int          // how many more are looked at
}

// New returns a Mutator for values of a language.
func New[V any](l value.Language[V]) *Mutator[V] { return &Mutator[V]{lang: l} }

// An object of objects is changed at most maxNesting deep, and in at most maxVisits
// places: objects that refer to each other have no end.
const (
	maxNesting = 64
	maxVisits  = 20_000
)

// enter begins with a value; false when it is inside itself, or too much.
func (x *Mutator[V]) enter(id any) bool {
	if id == nil {
		return true
	}
	if len(x.path) == 0 {
		x.path, x.left = map[any]bool{}, maxVisits
	}
	if x.path[id] || len(x.path) >= maxNesting || x.left == 0 {
		return false
	}
	x.left--
	x.path[id] = true
	return true
}

func (x *Mutator[V]) leave(id any) {
	if id != nil {
		delete(x.path, id)
	}
}

// Results is up to Limit mutants of a result, none equal to it or to another.
func (x *Mutator[V]) Results(v V) []Mutant[V] { return x.distinct(v, x.all(v), Limit) }

// distinct drops what equals the original or an earlier mutant, and what is past the limit.
func (x *Mutator[V]) distinct(v V, all []Mutant[V], limit int) []Mutant[V] {
	var out []Mutant[V]
next:
	for _, n := range all {
		if x.lang.Equal(n.Value, v) {
			continue
		}
		for _, o := range out {
			if x.lang.Equal(n.Value, o.Value) {
				continue next
			}
		}
		if out = append(out, n); len(out) == limit {
			break
		}
	}
	return out
}

// all is the mutants of v, of which some may be equal.
func (x *Mutator[V]) all(v V) []Mutant[V] {
	kind := x.lang.Kind(v)
	switch kind {
	case value.Null:
		if w, ok := x.lang.Smallest(v, value.Itself); ok {
			return []Mutant[V]{{"not null", w}}
		}
		return nil
	case value.Bool:
		return x.steps(v, value.Flip)
	case value.Char:
		return x.steps(v, value.Up, value.Down)
	case value.Int:
		return x.whole(v, Limit)
	case value.Real:
		return x.distinct(v, x.steps(v, value.Up, value.Down, value.Twice, value.Negate), Limit)
	}

	id := x.lang.Identity(v)
	if !x.enter(id) {
		return nil
	}
	defer x.leave(id)
	switch kind {
	case value.Text:
		return x.text(v)
	case value.Sequence:
		return x.sequence(v)
	case value.Set:
		return x.set(v)
	case value.Map:
		return x.dictionary(v)
	case value.Optional:
		return x.optional(v)
	case value.Choice:
		if next := x.steps(v, value.Next); next != nil {
			return next
		}
		return x.null(v)
	case value.Record:
		return append(x.fields(v), x.null(v)...)
	}
	return x.null(v)
}

func (x *Mutator[V]) isNull(v V) bool { return x.lang.Kind(v) == value.Null }

// null is the mutant null, where v's type has it.
func (x *Mutator[V]) null(v V) []Mutant[V] {
	if w, ok := x.lang.Null(v); ok {
		return []Mutant[V]{{"null", w}}
	}
	return nil
}

// steps are the steps that v can take.
func (x *Mutator[V]) steps(v V, list ...value.Step) []Mutant[V] {
	var out []Mutant[V]
	for _, s := range list {
		if w, ok := x.lang.Step(v, s); ok {
			out = append(out, Mutant[V]{s.String(), w})
		}
	}
	return out
}

// whole is +1 −1 +2 −2 0 of a whole number, of which what comes to zero is called that.
func (x *Mutator[V]) whole(v V, most int) []Mutant[V] {
	zero, ok := x.lang.Step(v, value.Zero)
	named := ok && !x.lang.Equal(zero, v)
	var out []Mutant[V]
	for _, s := range [...]value.Step{value.Up, value.Down, value.UpTwo, value.DownTwo} {
		if len(out) == most {
			return out
		}
		if w, ok := x.lang.Step(v, s); ok && !(named && x.lang.Equal(w, zero)) {
			out = append(out, Mutant[V]{s.String(), w})
		}
	}
	if named && len(out) < most {
		out = append(out, Mutant[V]{value.Zero.String(), zero})
	}
	return out
}

// step is v's first mutant: +1 for numbers, every element's first for sequences.
func (x *Mutator[V]) step(v V) (V, bool) {
	var list []Mutant[V]
	switch x.lang.Kind(v) {
	case value.Int: // most elements are numbers: the others are not made
		list = x.whole(v, 1)
	case value.Sequence:
		id := x.lang.Identity(v)
		if !x.enter(id) {
			return v, false
		}
		defer x.leave(id)
		items, ok := x.shift(x.lang.Items(v))
		if !ok {
			return v, false
		}
		return x.lang.WithItems(v, items), true
	default:
		list = x.all(v)
	}

	for _, n := range list {
		if !x.lang.Equal(n.Value, v) {
			return n.Value, true
		}
	}
	return v, false
}

// fields changes one field at a time: first each field's first mutant, then the others.
func (x *Mutator[V]) fields(v V) []Mutant[V] {
	var rounds [Limit][]Mutant[V]
	for i, f := range x.lang.Fields(v) {
		for k, n := range x.all(f.Value) {
			if k == Limit {
				break
			}
			if !x.lang.Equal(n.Value, f.Value) {
				rounds[k] = append(rounds[k], Mutant[V]{f.Name + " " + n.Name, x.lang.WithField(v, i, n.Value)})
			}
		}
	}

	var out []Mutant[V]
	for _, r := range rounds {
		out = append(out, r...)
	}
	return out
}
