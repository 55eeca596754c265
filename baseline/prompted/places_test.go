package prompted

import (
	"slices"
	"strings"
	"testing"

	"ensures/bench"
	"ensures/candidate"
	"ensures/internal/require"
	"ensures/java"
	"ensures/jml"
)

// On all benchmark programs clauses can be put at every place: they are found there
// again, and the code is as it was.
func TestEveryPlaceTakesClauses(t *testing.T) {
	n := 0
	for _, file := range []string{"data/specgenbench/tasks.jsonl", "data/mbjp/tasks.jsonl"} {
		d, err := bench.Load(require.Shared(t, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, task := range d.Tasks {
			f, errs := java.Parse(task.Name, task.Source)
			if len(errs) > 0 {
				continue
			}
			all := places(f)
			for _, p := range all {
				p.clauses = []*candidate.Clause{candidate.Raw("ensures true;")}
				if p.loop != nil {
					p.clauses = []*candidate.Clause{candidate.Raw("loop_invariant true;")}
				}
				n++
			}
			text, err := put(f, all, nil)
			if err != nil {
				t.Fatalf("%s: %v", task.ID, err)
			}
			if d := difference(task.Source, text.Code); d != "" {
				t.Errorf("%s: %s", task.ID, d)
			}
			g, _ := java.Parse(task.Name, text.Code)
			if _, errs := jml.Parse(g); len(errs) > 0 {
				t.Errorf("%s: %v\n%s", task.ID, errs, text.Code)
			}
			again := places(g)
			for i, p := range again {
				if got := fromProgram(g, p, text.Code); len(again) != len(all) || len(got) != 1 || got[0] != all[i].clauses[0].String() {
					t.Errorf("%s: place %d, a %s of %s, has %q", task.ID, i, p.kind(), p.method.Name.Name, got)
				}
			}
			for _, p := range all {
				if at, ok := text.At(text.LineOf(at(p).Pos()) - 1); ok && at.Clause != p.clauses[0] {
					t.Errorf("%s: %q stands in front of a %s of %s", task.ID, at, p.kind(), p.method.Name.Name)
				}
			}
			marked, err := put(f, all, all[0])
			if err != nil || strings.Count(marked.Code, mark) != 1 {
				t.Errorf("%s: %v\n%s", task.ID, err, marked.Code)
			}
		}
	}
	t.Logf("%d places", n)
}

// What is called comes before its caller, inner loops before outer ones, loops
// before their method.
func TestOrderOfPlaces(t *testing.T) {
	f, _ := java.Parse("", `class A {
  static int top(int n) { int s = 0; for (int i = 0; i < n; i++) { while (s < i) { s += low(i); } } do { s--; } while (s > n); return s; }
  static int low(int n) { return n < 1 ? 1 : low(n - 1); }
  A() { low(1); }
}`)
	var got []string
	for _, p := range places(f) {
		kind := p.kind()
		if p.loop != nil {
			kind, _, _ = strings.Cut(f.Src[p.loop.Pos().Offset():], " ")
		}
		got = append(got, kind+" "+p.method.Name.Name)
	}
	if want := []string{"method low", "while top", "for top", "do top", "method top"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
