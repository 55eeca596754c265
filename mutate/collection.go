package mutate

import "ensures/value"

// text gives append, drop last, upper case, empty, reverse.
func (x *Mutator[V]) text(v V) []Mutant[V] {
	units := x.lang.Units(v)
	n := len(units)
	var out []Mutant[V]
	add := func(name string, to []rune) { out = append(out, Mutant[V]{name, x.lang.WithUnits(v, to)}) }

	add("append", append(append([]rune{}, units...), 'x'))
	if n > 0 {
		add("drop last", units[:n-1])
	}
	add("upper case", upper(units))
	add("empty", nil)
	add("reverse", reversed(units))
	return x.distinct(v, out, Limit)
}

// upper maps the letters a–z to A–Z, which is all a mutant needs.
func upper(units []rune) []rune {
	out := make([]rune, len(units))
	for i, u := range units {
		if u >= 'a' && u <= 'z' {
			u -= 'a' - 'A'
		}
		out[i] = u
	}
	return out
}

func reversed[T any](items []T) []T {
	out := make([]T, len(items))
	for i, v := range items {
		out[len(items)-1-i] = v
	}
	return out
}

// plus is items and one more, in a slice of its own.
func plus[T any](items []T, last T) []T {
	return append(append(make([]T, 0, len(items)+1), items...), last)
}

// sequence gives drop last, append last+1, shift all by one, empty, and drop last
// of last row for sequences of sequences.
func (x *Mutator[V]) sequence(v V) []Mutant[V] {
	items := x.lang.Items(v)
	n := len(items)
	var out []Mutant[V]
	add := func(name string, to []V) { out = append(out, Mutant[V]{name, x.lang.WithItems(v, to)}) }

	if n > 0 {
		add("drop last", items[:n-1])
	}
	if next, ok := x.successor(v, items); ok {
		add("append last+1", plus(items, next))
	}
	if shifted, ok := x.shift(items); ok {
		add("shift all by one", shifted)
	}
	if n > 0 {
		add("empty", nil)
		if row, ok := x.dropInRow(items[n-1]); ok {
			add("drop last of last row", plus(items[:n-1], row))
		}
	}
	return out
}

// successor is what follows the last of v's elements: last+1, or 1 after nothing.
func (x *Mutator[V]) successor(v V, items []V) (V, bool) { return x.after(v, items, value.Element) }

// after is the step from the last item, or from the smallest value where there is none.
func (x *Mutator[V]) after(v V, items []V, role value.Role) (V, bool) {
	var from V
	if n := len(items); n > 0 {
		from = items[n-1]
	} else if w, ok := x.lang.Smallest(v, role); ok {
		from = w
	} else {
		return from, false
	}
	if w, ok := x.step(from); ok {
		return w, true
	}
	return from, true
}

// shift is every element changed by one step; false when no element can be. An object
// that is there more than once is changed once, and its copy shared.
func (x *Mutator[V]) shift(items []V) ([]V, bool) {
	type stepped struct {
		v  V
		ok bool
	}
	out := make([]V, len(items))
	changed, of := false, map[any]stepped{}
	for i, v := range items {
		id := x.lang.Identity(v)
		was, seen := of[id]
		w, ok := was.v, was.ok
		if id == nil || !seen {
			w, ok = x.step(v)
		}
		if !ok {
			w = v
		}
		if id != nil {
			of[id] = stepped{w, ok}
		}
		changed = changed || ok
		out[i] = w
	}
	return out, changed
}

// dropInRow drops the last element of a row.
func (x *Mutator[V]) dropInRow(row V) (V, bool) {
	if x.lang.Kind(row) != value.Sequence {
		return row, false
	}
	items := x.lang.Items(row)
	if len(items) == 0 {
		return row, false
	}
	return x.lang.WithItems(row, items[:len(items)-1]), true
}

// set gives drop one, add one, empty.
func (x *Mutator[V]) set(v V) []Mutant[V] {
	items := x.lang.Items(v)
	n := len(items)
	var out []Mutant[V]
	if n > 0 {
		out = append(out, Mutant[V]{"drop one", x.lang.WithItems(v, items[:n-1])})
	}

	next, ok := x.successor(v, items)
	for i := 0; ok && i <= n; i++ { // until it is new
		if bigger := x.lang.WithItems(v, plus(items, next)); len(x.lang.Items(bigger)) > n {
			out = append(out, Mutant[V]{"add one", bigger})
			break
		}
		next, ok = x.step(next)
	}
	if n > 0 {
		out = append(out, Mutant[V]{"empty", x.lang.WithItems(v, nil)})
	}
	return out
}

// dictionary gives drop one, change one value, add one, empty for a map.
func (x *Mutator[V]) dictionary(v V) []Mutant[V] {
	entries := x.lang.Entries(v)
	n := len(entries)
	var out []Mutant[V]
	add := func(name string, to []value.Entry[V]) {
		out = append(out, Mutant[V]{name, x.lang.WithEntries(v, to)})
	}

	if n > 0 {
		add("drop one", entries[:n-1])
		last := entries[n-1]
		if w, ok := x.step(last.Value); ok {
			add("change one value", plus(entries[:n-1], value.Entry[V]{Key: last.Key, Value: w}))
		}
	}
	if e, ok := x.newEntry(v, entries); ok {
		add("add one", plus(entries, e))
	}
	if n > 0 {
		add("empty", nil)
	}
	return out
}

// newEntry is an entry whose key a map does not have.
func (x *Mutator[V]) newEntry(v V, entries []value.Entry[V]) (value.Entry[V], bool) {
	var e value.Entry[V]
	keys := make([]V, len(entries))
	for i, k := range entries {
		keys[i], e.Value = k.Key, k.Value
	}
	if len(entries) == 0 {
		e.Value, _ = x.lang.Smallest(v, value.Held)
	}

	key, ok := x.after(v, keys, value.Key)
	for i := 0; ok && i <= len(keys); i++ {
		if !x.among(key, keys) {
			e.Key = key
			return e, true
		}
		key, ok = x.step(key)
	}
	return e, false
}

func (x *Mutator[V]) among(v V, list []V) bool {
	for _, w := range list {
		if x.lang.Equal(v, w) {
			return true
		}
	}
	return false
}

// optional changes the value inside, or empties it, or fills an empty one.
func (x *Mutator[V]) optional(v V) []Mutant[V] {
	items := x.lang.Items(v)
	if len(items) == 0 {
		w, ok := x.lang.Smallest(v, value.Element)
		if !ok {
			return nil
		}
		return []Mutant[V]{{"fill", x.lang.WithItems(v, []V{w})}}
	}

	var out []Mutant[V]
	for _, n := range x.all(items[0]) {
		if !x.isNull(n.Value) {
			out = append(out, Mutant[V]{n.Name, x.lang.WithItems(v, []V{n.Value})})
		}
	}
	if len(out) >= Limit {
		out = out[:Limit-1]
	}
	return append(out, Mutant[V]{"empty", x.lang.WithItems(v, nil)})
}
