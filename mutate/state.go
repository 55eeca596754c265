package mutate

// Copy is a copy of a state after a call, which may be changed: its roots stand for
// the same ones as those of the state.
type Copy[V any] interface{ Roots() []V }

// Mutated is a changed state after a call.
type Mutated[V any] struct {
	Name    string // "a: reverse", "this.count +1"
	State   Copy[V]
	Further bool // none of the published kinds
}

// Hold is what a caller holds of a place, and so what cannot be another afterwards.
type Hold uint8

// The ways in which a place is held.
const (
	Nothing  Hold = iota // the place may have any value of its type
	Contents             // the object stays, what it holds may be anything
	Length               // the object stays, and how many items it holds
	Array                // as Length, for arrays and slices: their elements change and change places
)

// Place is somewhere in the state after a call where the code could have left
// something else.
type Place[V any] struct {
	Name  string
	Was   V // before the call
	Is    V // after it
	Known bool
	Hold  Hold
	// Put makes a place of a copy of the state have a value.
	Put func(Copy[V], V)
	// Inside are the places of what is held there, changed one at a time. Where nothing
	// can be changed inside, the place itself is.
	Inside []Place[V]
}

// change is something to do to a copy of a state.
type change[V any] struct {
	name string
	put  func(Copy[V], V)
	to   V
}

// States is up to Limit changed states of the published kinds, in turn one of each
// place, and after them up to further others (at most FurtherLimit). The state is copied
// for each, and roots are the values through which a caller sees it.
func (x *Mutator[V]) States(places []Place[V], roots []V, further int, state func() (Copy[V], error)) ([]Mutated[V], error) {
	var out []Mutated[V]
	add := func(kinds kinds[V], most int, more bool) error {
		lists := make([][]change[V], len(places))
		for i, p := range places {
			lists[i] = x.changes(p, kinds)
		}
		from := len(out)
		for _, c := range inTurn(lists, 0) {
			if len(out)-from == most {
				break
			}
			s, err := state()
			if err != nil {
				return err
			}
			c.put(s, c.to)
			if !x.sameState(roots, s.Roots()) && !x.seen(out, s.Roots()) {
				out = append(out, Mutated[V]{c.name, s, more})
			}
		}
		return nil
	}

	err := add(kinds[V]{x.inPlace, x.all, true}, Limit, false)
	if err == nil && further > 0 {
		err = add(kinds[V]{x.elsewhere, x.further, false}, min(further, FurtherLimit), true)
	}
	return out, err
}

// kinds are the ways in which the value at a place is changed.
type kinds[V any] struct {
	inPlace   func(Place[V]) []Mutant[V] // of an array that a caller holds
	values    func(V) []Mutant[V]        // of anything else
	unchanged bool                       // the value before the call, too
}

// elsewhere is the further mutants of an array that a caller still holds.
func (x *Mutator[V]) elsewhere(p Place[V]) []Mutant[V] {
	var out []Mutant[V]
	for _, m := range x.rearranged(x.lang.Items(p.Is)) {
		out = append(out, Mutant[V]{m.Name, x.lang.WithItems(p.Is, m.Value)})
	}
	return out
}

// inTurn is the first of each list, then the second of each, and so on; with most set
// no more than so many of each.
func inTurn[T any](lists [][]T, most int) []T {
	var out []T
	for i := 0; most == 0 || i < most; i++ {
		n := len(out)
		for _, l := range lists {
			if i < len(l) {
				out = append(out, l[i])
			}
		}
		if len(out) == n {
			break
		}
	}
	return out
}

func (x *Mutator[V]) seen(out []Mutated[V], roots []V) bool {
	for _, o := range out {
		if x.sameState(o.State.Roots(), roots) {
			return true
		}
	}
	return false
}

func (x *Mutator[V]) sameState(a, b []V) bool {
	for i := range a {
		if !x.lang.Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

// changes are the changes of a place.
func (x *Mutator[V]) changes(p Place[V], k kinds[V]) []change[V] {
	lists := make([][]change[V], len(p.Inside))
	for i, q := range p.Inside {
		lists[i] = x.changes(q, k)
	}
	if inner := inTurn(lists, 2*Limit); len(inner) > 0 || p.Put == nil {
		return inner
	}

	separator := ": "
	var list []Mutant[V]
	switch p.Hold {
	case Array:
		list = k.inPlace(p)
	case Nothing:
		separator = " "
		list = k.values(p.Is)
		if k.unchanged && p.Known && !x.lang.Equal(p.Was, p.Is) {
			list = append(list, Mutant[V]{"unchanged", p.Was})
		}
	default:
		list = x.refilled(p, k.values(p.Is))
	}
	out := make([]change[V], len(list))
	for i, n := range list {
		out[i] = change[V]{p.Name + separator + n.Name, p.Put, n.Value}
	}
	return out
}

// refilled is what else an object could hold that itself stays.
func (x *Mutator[V]) refilled(p Place[V], all []Mutant[V]) []Mutant[V] {
	var out []Mutant[V]
	for _, n := range all {
		if !x.isNull(n.Value) && (p.Hold != Length || len(x.lang.Items(n.Value)) == len(x.lang.Items(p.Is))) {
			out = append(out, n)
		}
	}
	return out
}

// inPlace is the mutants of an array that a caller still holds: its length stays. The
// values are new arrays for the caller to copy back.
func (x *Mutator[V]) inPlace(p Place[V]) []Mutant[V] {
	items := x.lang.Items(p.Is)
	n := len(items)
	var out []Mutant[V]
	add := func(name string, to []V) { out = append(out, Mutant[V]{name, x.lang.WithItems(p.Is, to)}) }

	if shifted, ok := x.shift(items); ok {
		add("shift all by one", shifted)
	}
	if n > 0 {
		if w, ok := x.step(items[n-1]); ok {
			add("last+1", plus(items[:n-1], w))
		}
		add("reverse", reversed(items))
		add("rotate", plus(items[1:], items[0]))
	}
	if p.Known && !x.isNull(p.Was) {
		if was := x.lang.Items(p.Was); len(was) == n {
			add("unchanged", was)
		}
	}
	return out
}
