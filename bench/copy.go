package bench

import (
	"ensures/java/interp"
	"ensures/java/types"
)

// maxHeap is the number of objects that a state may have.
const maxHeap = 200_000

// static is a static field with its value.
type static struct {
	field *types.Field
	value interp.Value
}

// capture copies a state, and further values of the same heap, deeply.
func capture(m *interp.Machine, this interp.Ref, args []interp.Value, statics []static, more ...interp.Value) (State, []interp.Value, *interp.Snapshot, error) {
	// One snapshot of all roots, so that what they share stays shared in the copy.
	roots := append([]interp.Value{interp.R(this)}, args...)
	for _, s := range statics {
		roots = append(roots, s.value)
	}
	roots = append(roots, more...)
	snap, err := m.Snapshot(maxHeap, roots...)
	if err != nil {
		return State{}, nil, nil, err
	}
	at := 1 + len(args)
	out := State{This: snap.Roots[0].R, Args: snap.Roots[1:at:at]}
	if len(statics) > 0 {
		out.Statics = make(map[*types.Field]interp.Value, len(statics))
		for i, s := range statics {
			out.Statics[s.field] = snap.Roots[at+i]
		}
	}
	return out, snap.Roots[at+len(statics):], snap, nil
}

// between maps copies of a to copies of the same objects in b.
func between(a, b *interp.Snapshot) map[interp.Ref]interp.Ref {
	if len(a.Of) == 0 {
		return nil
	}
	out := make(map[interp.Ref]interp.Ref, len(a.Of))
	for original, copied := range a.Of {
		if later, ok := b.Of[original]; ok {
			out[copied] = later
		}
	}
	return out
}

// Copy is a deep copy of the state, with the map from its objects to the copies.
func (s State) Copy(m *interp.Machine) (State, map[interp.Ref]interp.Ref, error) {
	var statics []static
	for f, v := range s.Statics {
		statics = append(statics, static{f, v})
	}
	c, _, snap, err := capture(m, s.This, s.Args, statics)
	if err != nil {
		return c, nil, err
	}
	return c, snap.Of, nil
}
