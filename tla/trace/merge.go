package trace

import (
	"iter"
	"maps"
)

// Merge makes one event of lines that follow each other and have the same values at the
// paths By: it has what the lines have, of a key that several have the last one's, and under
// Into the list of them, for Entries. Lines that lack one of the paths stay as they are.
type Merge struct {
	By   []string
	Into string
	Line int
}

// lines are the lines with those that belong together made one; of a nil Merge they are as
// they were.
func (m *Merge) lines(in iter.Seq2[Raw, error]) iter.Seq2[Raw, error] {
	if m == nil {
		return in
	}
	return func(yield func(Raw, error) bool) {
		var open Raw
		key, list := "", []any{}
		flush := func() bool {
			if len(list) == 0 {
				return true
			}
			open.Value[m.Into] = list
			list = nil
			return yield(open, nil)
		}

		for raw, err := range in {
			k, lacks := "", error(nil)
			if err == nil {
				k, lacks = joined(raw.Value, m.By)
			}
			together := err == nil && lacks == nil
			if together && len(list) > 0 && k == key {
				list = append(list, raw.Value)
				maps.Copy(open.Value, raw.Value)
				continue
			}

			if !flush() {
				return
			}
			if !together {
				if !yield(raw, err) {
					return
				}
				continue
			}
			open, key, list = Raw{raw.Line, maps.Clone(raw.Value)}, k, []any{raw.Value}
		}
		flush()
	}
}
