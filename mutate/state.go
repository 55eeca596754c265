package mutate

import (
	"strings"

	"ensures/java/interp"
	"ensures/java/types"
)

// StateMutant is a changed state after a call: a heap of its own.
type StateMutant struct {
	Name  string // "a: reverse", "this.count +1"
	Roots []interp.Value
	Copy  map[interp.Ref]interp.Ref // object of the real state → its counterpart
}

// Root is one place from which a method's caller sees the state it left behind:
// a parameter or the receiver.
type Root struct {
	Name   string
	Type   types.Type
	Before interp.Value // in the heap before the call
	After  interp.Value // in the heap after it
}

// States is up to Limit changed states. Only roots whose mask is set are changed;
// the others come along. All roots must be of one heap, before and after.
func (x *Mutator) States(roots []Root, mask []bool, extra ...interp.Value) ([]StateMutant, error) {
	var lists [][]change
	for i, r := range roots {
		if mask[i] {
			lists = append(lists, x.changes(r.Name, r.After, r.Before, r.Type, 0))
		}
	}
	all := make([]interp.Value, 0, len(roots)+len(extra))
	for _, r := range roots {
		all = append(all, r.After)
	}
	all = append(all, extra...)
	var out []StateMutant
	for round := 0; len(out) < Limit; round++ {
		any := false
		for _, l := range lists {
			if round >= len(l) || len(out) == Limit {
				continue
			}
			any = true
			snap, err := x.m.Snapshot(0, all...)
			if err != nil {
				return out, err
			}
			l[round].apply(snap)
			if x.sameState(all, snap.Roots) || x.seen(out, snap.Roots) {
				continue
			}
			out = append(out, StateMutant{Name: l[round].name, Roots: snap.Roots, Copy: snap.Of})
		}
		if !any {
			break
		}
	}
	return out, nil
}

func (x *Mutator) seen(out []StateMutant, roots []interp.Value) bool {
	for _, o := range out {
		if x.sameState(o.Roots, roots) {
			return true
		}
	}
	return false
}

func (x *Mutator) sameState(a, b []interp.Value) bool {
	for i := range a {
		if a[i].R != nil && !x.Equal(interp.R(a[i].R), interp.R(b[i].R), nil) {
			return false
		}
	}
	return true
}

// change is something to do to a copy of the state.
type change struct {
	name  string
	apply func(*interp.Snapshot)
}

// changes lists what can be changed about an object that a caller holds.
func (x *Mutator) changes(name string, after, before interp.Value, t types.Type, depth int) []change {
	var out []change
	if a, ok := after.R.(interp.Array); ok {
		var was []interp.Value
		if b, ok := before.R.(interp.Array); ok {
			was = ofArray(b).items
		}
		for _, n := range x.inPlace(ofArray(a), was) {
			out = append(out, change{name + ": " + n.name, func(s *interp.Snapshot) {
				to, from := s.Copy(after.R).(interp.Array), n.value.R.(interp.Array)
				for i := range from.Len() {
					v := from.At(i)
					to.Set(i, interp.Value{N: v.N, R: s.Copy(v.R)})
				}
			}})
		}
		return out
	}
	o, ok := after.R.(*interp.Object)
	if !ok || depth > 1 {
		return nil
	}
	if x.is(o, "java.util.Collection") || x.is(o, "java.util.Map") {
		return x.collectionChanges(name, o, t)
	}
	if x.is(o, "java.lang.StringBuilder") || x.is(o, "java.lang.StringBuffer") {
		for _, n := range text(x.m.ToJavaString(o)) {
			out = append(out, change{name + ": " + n.name, func(s *interp.Snapshot) {
				b := s.Copy(o)
				x.m.CallMethod(b, "setLength", interp.Int(0))
				x.m.CallMethod(b, "append", interp.R(n.value))
			}})
		}
		return out
	}
	if o.Class.Library {
		return nil
	}
	return x.fieldChanges(name, o, before, depth)
}

// collectionChanges replaces what a collection or map holds, where the code under
// test could have done so: an unmodifiable one stays, one of fixed size keeps it.
func (x *Mutator) collectionChanges(name string, o *interp.Object, t types.Type) []change {
	if unmodifiable(o) {
		return nil
	}
	var out []change
	for _, n := range x.object(o, t) {
		if n.value.R == nil {
			continue
		}
		if o.Class.Binary == fixedSize {
			if other, ok := n.value.R.(*interp.Object); ok && len(x.items(other)) == len(x.items(o)) {
				out = append(out, change{name + ": " + n.name, func(s *interp.Snapshot) {
					c := s.Copy(o)
					for i, v := range x.items(other) {
						x.m.CallMethod(c, "set", interp.Int(int32(i)), v)
					}
				}})
			}
			continue
		}
		add := "addAll"
		if x.is(o, "java.util.Map") {
			add = "putAll"
		}
		out = append(out, change{name + ": " + n.name, func(s *interp.Snapshot) {
			c := s.Copy(o)
			x.m.CallMethod(c, "clear")
			x.m.CallMethod(c, add, n.value)
		}})
	}
	return out
}

// fixedSize is the class of the lists that Arrays.asList makes.
const fixedSize = "java.util.Arrays$ArrayList"

// unmodifiable reports whether a collection or map of the class library throws at
// every change.
func unmodifiable(o *interp.Object) bool {
	b := o.Class.Binary
	if strings.HasPrefix(b, "java.util.Collections$") {
		return !strings.Contains(b, "Synchronized") && !strings.Contains(b, "Checked")
	}
	return strings.HasPrefix(b, "java.util.ImmutableCollections$") || strings.HasPrefix(b, "java.util.Unmodifiable")
}

// fieldChanges changes one field at a time, first mutants of all fields first.
func (x *Mutator) fieldChanges(name string, o *interp.Object, before interp.Value, depth int) []change {
	var lists [][]change
	for _, f := range o.Class.InstanceFields() {
		if f.Spec || x.Field != nil && !x.Field(f) {
			continue
		}
		v, _ := o.Field(f)
		var l []change
		var was interp.Value
		if b, ok := before.R.(*interp.Object); ok {
			was, _ = b.Field(f)
		}
		place := name + "." + f.Name
		if inner := x.changes(place, v, was, f.Type, depth+1); inner != nil {
			l = inner
		} else {
			for _, n := range x.value(v, f.Type) {
				l = append(l, change{place + " " + n.name, func(s *interp.Snapshot) {
					s.Copy(o).(*interp.Object).SetField(f, n.value)
				}})
			}
			if !x.Equal(was, v, f.Type) && before.R != nil {
				l = append(l, change{place + " unchanged", func(s *interp.Snapshot) {
					s.Copy(o).(*interp.Object).SetField(f, was)
				}})
			}
		}
		lists = append(lists, l)
	}
	var out []change
	for round := range 2 * Limit {
		for _, l := range lists {
			if round < len(l) {
				out = append(out, l[round])
			}
		}
	}
	return out
}

// Changed reports whether a root differs from before by value.
func (x *Mutator) Changed(r Root) bool { return !x.Equal(r.Before, r.After, r.Type) }
