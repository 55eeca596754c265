package mutate

import (
	"slices"

	"ensures/value"
)

// FurtherLimit is the largest number of mutants of one result or state beyond the
// published ones.
const FurtherLimit = 10

// Further is up to FurtherLimit mutants of a result beyond those of Results, none equal
// to it, to one of those or to another. They are wrong outputs that a person would think
// of: what a sort that loses an element returns, or a search that stops too late.
func (x *Mutator[V]) Further(v V) []Mutant[V] {
	published := x.Results(v)
	all := x.distinct(v, slices.Concat(published, x.further(v)), len(published)+FurtherLimit)
	return all[len(published):]
}

// further is the further mutants of v, of which some may be equal to it or to published
// ones.
func (x *Mutator[V]) further(v V) []Mutant[V] {
	switch x.lang.Kind(v) {
	case value.Int:
		return x.steps(v, value.Negate, value.Twice, value.Half)
	case value.Real:
		return x.steps(v, value.Zero, value.Half)
	case value.Char:
		return x.steps(v, value.UpTwo, value.DownTwo)
	case value.Text:
		return x.oneUnit(v)
	case value.Sequence:
		id := x.lang.Identity(v)
		if !x.enter(id) {
			return nil
		}
		defer x.leave(id)
		var out []Mutant[V]
		items := x.lang.Items(v)
		for _, m := range x.rearranged(items) {
			out = append(out, Mutant[V]{m.Name, x.lang.WithItems(v, m.Value)})
		}
		if n := len(items); n > 2 {
			out = append(out, Mutant[V]{"drop one in the middle", x.lang.WithItems(v, without(items, n/2))})
		}
		return out
	case value.Set:
		return x.replacedItem(v)
	case value.Map:
		return x.replacedKey(v)
	case value.Record:
		return x.fields(v)
	}
	return nil
}

// oneUnit changes one code unit in the middle, and the case of the first letter.
func (x *Mutator[V]) oneUnit(v V) []Mutant[V] {
	units := x.lang.Units(v)
	if len(units) == 0 {
		return nil
	}

	other := slices.Clone(units)
	other[len(units)/2] ^= 1
	out := []Mutant[V]{{"one character", x.lang.WithUnits(v, other)}}
	for i, u := range units {
		if 'a' <= u|0x20 && u|0x20 <= 'z' {
			turned := slices.Clone(units)
			turned[i] ^= 0x20
			out = append(out, Mutant[V]{"case of one letter", x.lang.WithUnits(v, turned)})
			break
		}
	}
	if n := len(units); n > 1 {
		out = append(out, Mutant[V]{"rotate", x.lang.WithUnits(v, plus(units[1:], units[0]))},
			Mutant[V]{"drop first", x.lang.WithUnits(v, units[1:])})
	}
	return out
}

// rearranged is as many items as there were, most of them those that were there: what
// says only that the order or the set of the elements is right accepts some of them.
func (x *Mutator[V]) rearranged(items []V) []Mutant[[]V] {
	n := len(items)
	if n < 2 {
		return nil
	}
	var out []Mutant[[]V]
	add := func(name string, to []V) { out = append(out, Mutant[[]V]{name, to}) }

	// The first two neighbours that differ, from the middle on: in a sequence of one
	// value nothing can change places.
	at := -1
	for k := range n - 1 {
		if i := (k + n/2 - 1) % (n - 1); !x.lang.Equal(items[i], items[i+1]) {
			at = i
			break
		}
	}
	if at >= 0 {
		doubled := slices.Clone(items)
		doubled[at+1] = items[at]
		add("one element over its neighbour", doubled)

		swapped := slices.Clone(items)
		swapped[at], swapped[at+1] = items[at+1], items[at]
		add("swap", swapped)

		add("drop and repeat", plus(without(items, at), items[n-1]))
	}
	add("reverse", reversed(items))
	add("rotate", plus(items[1:], items[0]))

	ordered, ok := x.sorted(items)
	if ok {
		add("sort", ordered)
	} else {
		ordered = items
	}
	add("least everywhere", slices.Repeat(ordered[:1], n))
	add("greatest everywhere", slices.Repeat(ordered[n-1:], n))

	if w, ok := x.step(items[n/2]); ok {
		middle := slices.Clone(items)
		middle[n/2] = w
		add("one in the middle", middle)
	}
	return out
}

// sorted is items in their order, where the language has one for all of them.
func (x *Mutator[V]) sorted(items []V) ([]V, bool) {
	order, ok := x.lang.(value.Ordered[V])
	if !ok {
		return nil, false
	}
	out := slices.Clone(items)
	slices.SortStableFunc(out, func(a, b V) int {
		c, comparable := order.Compare(a, b)
		ok = ok && comparable
		return c
	})
	return out, ok
}

func without[T any](items []T, i int) []T {
	return slices.Concat(items[:i], items[i+1:])
}

// replacedItem is a set with another element in the place of one.
func (x *Mutator[V]) replacedItem(v V) []Mutant[V] {
	items := x.lang.Items(v)
	n := len(items)
	if n == 0 {
		return nil
	}
	next, ok := x.successor(v, items)
	for i := 0; ok && i <= n; i++ { // until it is new
		if !x.among(next, items) {
			return []Mutant[V]{{"one replaced", x.lang.WithItems(v, plus(items[1:], next))}}
		}
		next, ok = x.step(next)
	}
	return nil
}

// replacedKey is a map that holds under another key what it held under one, and one in
// which two keys have changed what they hold.
func (x *Mutator[V]) replacedKey(v V) []Mutant[V] {
	entries := x.lang.Entries(v)
	n := len(entries)
	if n == 0 {
		return nil
	}

	var out []Mutant[V]
	if e, ok := x.newEntry(v, entries); ok {
		e.Value = entries[0].Value
		out = append(out, Mutant[V]{"one key", x.lang.WithEntries(v, plus(entries[1:], e))})
	}
	if n > 1 {
		swapped := slices.Clone(entries)
		swapped[0].Value, swapped[n-1].Value = entries[n-1].Value, entries[0].Value
		out = append(out, Mutant[V]{"two values swapped", x.lang.WithEntries(v, swapped)})
	}
	return out
}
