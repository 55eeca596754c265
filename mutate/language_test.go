package mutate_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ensures/mutate"
	"ensures/value/valuetest"
)

func TestMutantsOfAnotherLanguage(t *testing.T) {
	x := mutate.New[any](valuetest.Tiny{})
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
		{[]valuetest.Entry{{Key: byte(1), Value: true}}, "drop one=[] change one value=[{1 false}] add one=[{1 true} {2 true}]"},
		{valuetest.Maybe{}, "fill={[0]}"},
		{valuetest.Maybe{Items: []any{byte(0)}}, "+1={[1]} +2={[2]} empty={[]}"},
		{valuetest.Tally{Count: 1, Label: "n"}, "count +1={2 n} label append={1 nx} count +2={3 n} label drop last={1 } count 0={0 n}"},
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
	list, err := mutate.New[any](valuetest.Tiny{}).States([]mutate.Place[any]{
		{Name: "xs", Was: before[0], Is: after[0], Known: true, Hold: mutate.Array, Put: put(0)},
		{Name: "n", Was: before[1], Is: after[1], Known: true, Put: put(1)},
	}, after, 0, func() (mutate.Copy[any], error) {
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
