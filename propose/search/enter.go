package search

import "ensures/value"

// Reads is the Reader of a language's values: a Ref is a value that has parts.
type reads[V any] struct{ lang value.Language[V] }

// Reading is a Reader of values as Enter puts them in.
func Reading[V any](l value.Language[V]) Reader { return reads[V]{l} }

func (r reads[V]) items(x Ref) ([]V, bool) {
	v, ok := x.(*V)
	if !ok || v == nil {
		return nil, false
	}
	// An optional value is a sequence of no element or one.
	switch r.lang.Kind(*v) {
	case value.Sequence, value.Optional:
		return r.lang.Items(*v), true
	}
	return nil, false
}

func (r reads[V]) Size(x Ref) int {
	if v, ok := x.(*V); ok && r.lang.Kind(*v) == value.Text {
		return len(r.lang.Units(*v))
	}
	if items, ok := r.items(x); ok {
		return len(items)
	}
	return -1
}

func (r reads[V]) Element(x Ref, i int) (int64, Ref, State) {
	if v, ok := x.(*V); ok && r.lang.Kind(*v) == value.Text {
		if units := r.lang.Units(*v); i >= 0 && i < len(units) {
			return int64(units[i]), nil, Defined
		}
		return 0, nil, Undefined
	}
	items, ok := r.items(x)
	if !ok || i < 0 || i >= len(items) {
		return 0, nil, Undefined
	}
	if n, ok := r.lang.Number(items[i]); ok {
		return n, nil, Defined
	}
	return 0, &items[i], Defined
}

func (r reads[V]) Text(x Ref) (string, bool) {
	v, ok := x.(*V)
	if !ok || r.lang.Kind(*v) != value.Text {
		return "", false
	}
	return string(r.lang.Units(*v)), true
}

// Enter enters a place with its value in each observation: a number, character or
// boolean, or a text or sequence of those. Other values are not entered.
func Enter[V any](s *Space, l value.Language[V], p Place, all []V) {
	sort := sortOf(l, all)
	var v Values
	switch {
	case sort.plain():
		for i, x := range all {
			n, ok := l.Number(x)
			if v.N = append(v.N, n); !ok {
				v.Undefine(i, len(all))
			}
		}
		s.Number(p, sort, 0, v)
	case sort == TextSort, sort == ListSort:
		of := Items{Kind: ArraySequence, Length: s.Length(p.Text), At: func(i string) string { return s.Index(p.Text, i) }}
		of.Ref = of.At
		if sort == TextSort {
			of.Kind, of.Sort = TextSequence, CharSort
		}
		for i := range all {
			v.R = append(v.R, &all[i])
			// The first sequence that isn't empty tells what elements are; with none, nothing does.
			if sort == ListSort && of.Sort == 0 {
				of.Sort = sortOf(l, l.Items(all[i]))
			}
		}
		if of.Sort != 0 {
			s.Sequence(p, of, v)
		}
	}
}

// sortOf is the sort of values that are all of one kind; 0 where there is none.
func sortOf[V any](l value.Language[V], all []V) Sort {
	// A language's types make all values of a place alike, so the first one tells.
	for _, v := range all {
		switch l.Kind(v) {
		case value.Bool:
			return BoolSort
		case value.Int:
			return IntSort
		case value.Char:
			return CharSort
		case value.Real:
			return RealSort
		case value.Text:
			return TextSort
		case value.Sequence:
			return ListSort
		}
		return 0
	}
	return 0
}
