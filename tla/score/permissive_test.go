package score_test

import (
	"os"
	"slices"
	"testing"

	"ensures/internal/require"
	"ensures/setup/tlatest"
	"ensures/tla/score"
	"ensures/tla/task"

	"go.yaml.in/yaml/v3"
)

// change is a model that allows too much, as edits of a reference model.
type change struct {
	Name  string
	Edits []struct{ From, To string }
}

func (c change) bug() task.Bug {
	b := task.Bug{Name: c.Name}
	for _, e := range c.Edits {
		b.Edits = append(b.Edits, task.Edit{From: e.From, To: e.To})
	}
	return b
}

// Models that allow too much are told by what may come next in them, with the event; the
// reference models agree with themselves.
func TestPermissiveness(t *testing.T) {
	if testing.Short() {
		t.Skip("make check runs it")
	}
	raw, err := os.ReadFile("testdata/changes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var changes map[string][]change
	if err := yaml.Unmarshal(raw, &changes); err != nil {
		t.Fatal(err)
	}
	all, caught := 0, 0
	for _, x := range tasks(t) {
		list := changes[x.Name]
		n := permissive(t, x, list)
		all, caught = all+len(list), caught+n
	}
	if 10*caught < 8*all {
		t.Errorf("%d of %d are caught", caught, all)
	}
	t.Logf("%d of %d are caught", caught, all)
}

// The changes that every metric passed before there was this one.
func TestPermissivenessShared(t *testing.T) {
	if testing.Short() {
		t.Skip("20 runs of TLC")
	}
	all, caught := 0, 0
	for _, x := range tasks(t) {
		if !slices.Contains([]string{"queue", "rwlock", "spinlock"}, x.Name) {
			continue
		}
		raw, err := os.ReadFile(require.Shared(t, "cases/tla/"+x.Name+".yaml"))
		if err != nil {
			t.Fatal(err)
		}
		var list []change
		if err := yaml.Unmarshal(raw, &list); err != nil {
			t.Fatal(err)
		}
		n := permissive(t, x, list)
		all, caught = all+len(list), caught+n
	}
	if all < 10 || caught < all-2 {
		t.Errorf("%d of %d are caught", caught, all)
	}
	t.Logf("%d of %d are caught", caught, all)
}

// permissive scores changes of a task's reference model and counts those that are caught,
// with an event that is to blame.
func permissive(t *testing.T, x task.Task, list []change) int {
	if len(list) == 0 {
		return 0
	}
	tools := tlatest.Toolchain(t)
	sys, err := score.FromTask(x)
	if err != nil {
		t.Fatal(err)
	}
	ref, err := score.Reference(x, sys)
	if err != nil {
		t.Fatal(err)
	}
	sys.Rules = score.NewRules(ref)
	models := []score.Model{ref}
	for _, c := range list {
		m, err := score.Buggy(x, ref, c.bug())
		if err != nil {
			t.Fatal(err)
		}
		models = append(models, m)
	}
	results, err := score.New(tools, score.Options{Metrics: []score.Metric{score.Permissiveness}}).All(t.Context(), sys, models, nil)
	if err != nil {
		t.Fatal(err)
	}

	caught := 0
	for i, r := range results {
		v := r.Strict[score.Permissiveness]
		if i == 0 {
			if !v.Full() {
				t.Errorf("%s: the reference model scores %s: %s", x.Name, v, v.Why)
			}
			t.Logf("%s: %s", x.Name, r.Permissiveness)
			continue
		}
		if v.Below() && len(r.Permissiveness.Strays.Events) > 0 {
			caught++
		}
		t.Logf("%s %s: %s %s; %v", x.Name, r.Model, v, v.Why, r.Permissiveness)
	}
	return caught
}
