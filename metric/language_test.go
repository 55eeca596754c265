package metric_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ensures/metric"
	"ensures/mutate"
	"ensures/value"
)

// tiny is a language of its own: bytes, truth values, texts, lists, tables, maybes and
// pairs of a count and a label, without null.
type tiny struct{}

type (
	maybe struct{ items []any }
	entry = value.Entry[any]
	tally struct {
		count byte
		label string
	}
)

func (tiny) Kind(v any) value.Kind {
	switch v.(type) {
	case bool:
		return value.Bool
	case byte:
		return value.Int
	case string:
		return value.Text
	case []any:
		return value.Sequence
	case []entry:
		return value.Map
	case maybe:
		return value.Optional
	case tally:
		return value.Record
	}
	return value.Opaque
}

func (tiny) Equal(a, b any) bool           { return reflect.DeepEqual(a, b) }
func (tiny) Identity(any) any              { return nil }
func (tiny) Null(v any) (any, bool)        { return nil, false }
func (tiny) Units(v any) []rune            { return []rune(v.(string)) }
func (tiny) WithUnits(_ any, u []rune) any { return string(u) }

func (tiny) Step(v any, s value.Step) (any, bool) {
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

func (tiny) Smallest(v any, r value.Role) (any, bool) { return byte(0), r != value.Itself }

func (tiny) Items(v any) []any {
	if m, ok := v.(maybe); ok {
		return m.items
	}
	return v.([]any)
}

func (tiny) WithItems(v any, items []any) any {
	items = append([]any{}, items...)
	if _, ok := v.(maybe); ok {
		return maybe{items}
	}
	return items
}

func (tiny) Entries(v any) []entry               { return v.([]entry) }
func (tiny) WithEntries(_ any, list []entry) any { return append([]entry{}, list...) }
func (tiny) Fields(v any) []value.Field[any] {
	return []value.Field[any]{{Name: "count", Value: v.(tally).count}, {Name: "label", Value: v.(tally).label}}
}

func (tiny) WithField(v any, i int, to any) any {
	t := v.(tally)
	if i == 0 {
		t.count = to.(byte)
	} else {
		t.label = to.(string)
	}
	return t
}

func TestMutantsOfAnotherLanguage(t *testing.T) {
	x := mutate.New[any](tiny{})
	for _, c := range []struct {
		in   any
		want string
	}{
		{byte(7), "+1=8 -1=6 +2=9 -2=5 0=0"},
		{byte(255), "-1=254 -2=253 0=0"},
		{byte(1), "+1=2 +2=3 0=0"},
		{true, "flip=false"},
		{"ab", "append=abx drop last=a upper case=AB empty= reverse=ba"},
		{[]any{byte(1), byte(255)}, "drop last=[1] append last+1=[1 255 254] shift all by one=[2 254] empty=[]"},
		{[]any{}, "append last+1=[1]"},
		{[]any{[]any{byte(3)}}, "drop last=[] append last+1=[[3] [4]] shift all by one=[[4]] drop last of last row=[[]]"},
		{[]entry{{Key: byte(1), Value: true}}, "drop one=[] change one value=[{1 false}] add one=[{1 true} {2 true}]"},
		{maybe{}, "fill={[0]}"},
		{maybe{[]any{byte(0)}}, "+1={[1]} +2={[2]} empty={[]}"},
		{tally{1, "n"}, "count +1={2 n} label append={1 nx} count +2={3 n} label drop last={1 } count 0={0 n}"},
		{func() {}, ""},
	} {
		var got []string
		for _, k := range x.Results(c.in) {
			got = append(got, fmt.Sprintf("%s=%v", k.Name, k.Value))
		}
		if diff := cmp.Diff(c.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%v: %s", c.in, diff)
		}
	}
}

// slots is a state of tiny: what a call may leave in its variables.
type slots []any

func (s *slots) Roots() []any { return *s }

func TestStatesOfAnotherLanguage(t *testing.T) {
	before, after := slots{[]any{byte(1), byte(2)}, byte(4)}, slots{[]any{byte(2), byte(1)}, byte(5)}
	put := func(i int) func(mutate.Copy[any], any) {
		return func(c mutate.Copy[any], v any) { (*c.(*slots))[i] = v }
	}
	list, err := mutate.New[any](tiny{}).States([]mutate.Place[any]{
		{Name: "xs", Was: before[0], Is: after[0], Known: true, Hold: mutate.Array, Put: put(0)},
		{Name: "n", Was: before[1], Is: after[1], Known: true, Put: put(1)},
	}, after, func() (mutate.Copy[any], error) {
		c := append(slots{}, after...)
		return &c, nil
	})
	if err != nil {
		t.Fatal(err)
	}

	var got []string
	for _, k := range list {
		got = append(got, fmt.Sprint(k.Name, " ", k.State.Roots()))
	}
	want := []string{"xs: shift all by one [[3 2] 5]", "n +1 [[2 1] 6]", "xs: last+1 [[2 2] 5]", "n -1 [[2 1] 4]", "xs: reverse [[1 2] 5]"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// The four metrics of a function of tiny that gives the largest of a list of bytes and
// fails on an empty one.
func TestMetricsOfAnotherLanguage(t *testing.T) {
	valid := [][]any{{byte(3)}, {byte(1), byte(9)}, {byte(200), byte(7), byte(200)}}
	largest := func(xs []any) (out byte) {
		for _, x := range xs {
			out = max(out, x.(byte))
		}
		return out
	}
	truth := func(b bool) metric.Verdict {
		if b {
			return metric.Verdict{Truth: value.True}
		}
		return metric.Verdict{Truth: value.False}
	}
	some := func(xs []any) metric.Verdict { return truth(len(xs) > 0) }
	always := func([]any) metric.Verdict { return truth(true) }
	atLeast := func(xs []any, r byte) metric.Verdict { return truth(r >= largest(xs)) }
	first := func(xs []any, r byte) metric.Verdict {
		if len(xs) < 2 {
			return metric.Verdict{Truth: value.Unknown, Undefined: true} // there is no xs[1]
		}
		return truth(r >= xs[1].(byte))
	}
	x := mutate.New[any](tiny{})
	for _, c := range []struct {
		name string
		pre  func([]any) metric.Verdict
		post func([]any, byte) metric.Verdict
		want string
	}{
		{"exact", some, func(xs []any, r byte) metric.Verdict { return truth(r == largest(xs)) }, "1.00 1.00 1.00 1.00 | 1.00 1.00 1.00 1.00"},
		{"weak", always, atLeast, "1.00 0.60 1.00 0.00 | 1.00 0.60 1.00 0.00"},
		{"vacuous", func([]any) metric.Verdict { return truth(false) }, atLeast, "1.00 0.00 0.00 1.00 | – – 0.00 1.00"},
		{"wrong", some, func(xs []any, r byte) metric.Verdict { return truth(r == 0) }, "0.00 0.80 1.00 1.00 | 0.00 – 1.00 1.00"},
		{"without a value", some, first, "0.67 0.60 1.00 1.00 | 1.00 0.40 1.00 1.00"},
		{"undecided", func([]any) metric.Verdict { return metric.Verdict{Truth: value.Unknown} }, atLeast, "– 0.60 0.00 0.00 | – – – –"},
	} {
		var tally metric.Tally
		for _, in := range valid {
			out := largest(in)
			var mutants []metric.Verdict
			for _, k := range x.Results(out) {
				mutants = append(mutants, c.post(in, k.Value.(byte)))
			}
			tally.Pair(c.pre(in), c.post(in, out), mutants)
		}
		tally.Invalid(c.pre(nil))
		if got := show(tally.Compat()) + " | " + show(tally.Strict()); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func show(s metric.Scores) string {
	var out []string
	for _, f := range []*float64{s.PostCorr, s.PostComp, s.PreCorr, s.PreComp} {
		if f == nil {
			out = append(out, "–")
		} else {
			out = append(out, fmt.Sprintf("%.2f", *f))
		}
	}
	return strings.Join(out, " ")
}
