// Package valuetest is, for tests, a second language behind package value: so small
// that it fits on a page, and enough to be changed, searched and measured.
package valuetest

import (
	"reflect"

	"ensures/value"
)

// Tiny is a language of its own: bytes, truth values, texts, lists, tables, maybes and
// pairs of a count and a label, without null.
type Tiny struct{}

// The values of Tiny that Go has no type for.
type (
	Maybe struct{ Items []any }
	Entry = value.Entry[any]
	Tally struct {
		Count byte
		Label string
	}
)

func (Tiny) Kind(v any) value.Kind {
	switch v.(type) {
	case bool:
		return value.Bool
	case byte:
		return value.Int
	case string:
		return value.Text
	case []any:
		return value.Sequence
	case []Entry:
		return value.Map
	case Maybe:
		return value.Optional
	case Tally:
		return value.Record
	}
	return value.Opaque
}

func (Tiny) Equal(a, b any) bool           { return reflect.DeepEqual(a, b) }
func (Tiny) Identity(any) any              { return nil }
func (Tiny) Null(v any) (any, bool)        { return nil, false }
func (Tiny) Units(v any) []rune            { return []rune(v.(string)) }
func (Tiny) WithUnits(_ any, u []rune) any { return string(u) }

func (Tiny) Number(v any) (int64, bool) {
	switch v := v.(type) {
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	case byte:
		return int64(v), true
	}
	return 0, false
}

func (Tiny) Step(v any, s value.Step) (any, bool) {
	switch v := v.(type) {
	case bool:
		return !v, s == value.Flip
	case byte:
		by, ok := map[value.Step]int{value.Up: 1, value.Down: -1, value.UpTwo: 2, value.DownTwo: -2, value.Zero: -int(v)}[s]
		n := int(v) + by
		return byte(n), ok && n >= 0 && n < 256
	}
	return v, false
}

func (Tiny) Smallest(v any, r value.Role) (any, bool) { return byte(0), r != value.Itself }

func (Tiny) Items(v any) []any {
	if m, ok := v.(Maybe); ok {
		return m.Items
	}
	return v.([]any)
}

func (Tiny) WithItems(v any, items []any) any {
	items = append([]any{}, items...)
	if _, ok := v.(Maybe); ok {
		return Maybe{items}
	}
	return items
}

func (Tiny) Entries(v any) []Entry               { return v.([]Entry) }
func (Tiny) WithEntries(_ any, list []Entry) any { return append([]Entry{}, list...) }
func (Tiny) Fields(v any) []value.Field[any] {
	return []value.Field[any]{{Name: "count", Value: v.(Tally).Count}, {Name: "label", Value: v.(Tally).Label}}
}

func (Tiny) WithField(v any, i int, to any) any {
	t := v.(Tally)
	if i == 0 {
		t.Count = to.(byte)
	} else {
		t.Label = to.(string)
	}
	return t
}
