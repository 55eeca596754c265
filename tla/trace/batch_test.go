package trace

import (
	"fmt"
	"strings"
	"testing"

	"ensures/setup/tlatest"
	"ensures/tla"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestValidateAll: what is said of traces together is what is said of each by itself:
// accepted, rejected at its line, without an initial state; in one order, with steps that
// are not logged, and ordered in part only.
func TestValidateAll(t *testing.T) {
	if testing.Short() {
		t.Skip("several runs of TLC")
	}
	tools := tlatest.Toolchain(t)
	same := func(t *testing.T, s Spec, m *Mapping, list []*Trace, want string) {
		t.Helper()
		all, err := ValidateAll(t.Context(), tools, s, m, list, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i, tr := range list {
			got = append(got, string(all[i].Status))
			one, err := Validate(t.Context(), tools, s, m, tr, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(one, all[i], cmpopts.IgnoreFields(Report{}, "Elapsed")); d != "" {
				t.Errorf("%d: %s", i, d)
			}
		}
		if d := cmp.Diff(want, strings.Join(got, " ")); d != "" {
			t.Error(d)
		}
	}

	t.Run("in order", func(t *testing.T) {
		m := lockMapping(t)
		var list []*Trace
		for seed := range uint64(4) {
			lines := synthetic(40+10*int(seed), seed, true)
			switch seed {
			case 1:
				lines[30] = strings.Replace(lines[30], `"count":`, `"count":7`, 1)
			case 3:
				lines[0] = strings.Replace(lines[0], `"count":0`, `"count":1`, 1)
			}
			list = append(list, mustRead(t, m, lines))
		}
		if n := len(together(m, list)); n == 0 {
			t.Fatal("nothing is asked together")
		}
		same(t, lockSpec(t), m, list, "accepted rejected accepted no_initial")
	})

	t.Run("in part", func(t *testing.T) {
		s := Spec{Module: tla.Source{Text: twoSpec}}
		m := mustMapping(t, "spec: Two\nevent: e\nevents: {add: Add, double: Double}\ncompare: {n: n}\norder: program\nunlogged: {max: 1, actions: [Tick]}\n")
		var list []*Trace
		for _, n := range []int{2, 5, 22} {
			logs := map[string]string{"a.log": `{"e":"add","n":1}`, "b.log": fmt.Sprintf(`{"e":"double","n":%d}`, n)}
			if n == 22 {
				logs["c.log"] = `{"e":"double","n":44}`
			}
			list = append(list, readTexts(t, m, logs))
		}
		same(t, s, m, list, "accepted rejected accepted")
	})
}

// Traces that give constants different values are not asked about together: with the values
// of both the specification would be another.
func TestTogether(t *testing.T) {
	m := mustMapping(t, "constants: {Threads: {from: thread}}\nevents: {e: A}\n")
	var list []*Trace
	for _, ids := range []string{"a b", "a", "a b", "a", "c"} {
		var lines []string
		for _, id := range strings.Fields(ids) {
			lines = append(lines, fmt.Sprintf(`{"event":"e","thread":%q}`, id))
		}
		list = append(list, mustRead(t, m, lines))
	}
	if d := cmp.Diff([][]int{{0, 2}, {1, 3}}, together(m, list)); d != "" {
		t.Error(d)
	}
}
