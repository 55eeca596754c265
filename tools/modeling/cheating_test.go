package modeling_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"ensures/setup/tlatest"
	"ensures/tla/score"
	"ensures/tla/task"
	"ensures/tools"
	"ensures/tools/modeling"
)

func load(t testing.TB, name string) task.Task {
	t.Helper()
	tk, err := task.Load("../../examples/systems/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return tk
}

func read(t testing.TB, tk task.Task, file string) string {
	t.Helper()
	text, err := tk.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// What cheats: a mapping that looks at nothing, events that are ignored, a model that
// allows everything, a binding that means nothing.
func TestNoCheating(t *testing.T) {
	toolchain := tlatest.Toolchain(t)
	tk := load(t, "spinlock")
	mapping, binding, right := read(t, tk, tk.Mapping), read(t, tk, tk.Reference.Binding), read(t, tk, tk.Reference.Module)
	s, err := modeling.New(tk, modeling.Options{Toolchain: toolchain, Bar: modeling.Bar{Conformance: 1, Invariants: 1, Probe: 0.5},
		Score: score.Options{Seed: 1, Budget: 30 * time.Second, Traces: 1}})
	if err != nil {
		t.Fatal(err)
	}
	reg, err := tools.NewRegistry(s.Tools()...)
	if err != nil {
		t.Fatal(err)
	}
	compare := mapping[strings.Index(mapping, "compare:"):]
	for _, c := range []struct {
		name, want string
		c          modeling.Candidate
	}{
		{"nothing is compared", "does not look at the field", modeling.Candidate{Module: right, Mapping: strings.Replace(mapping, compare, "", 1), Binding: binding}},
		{"events are ignored", "ignores GiveUp", modeling.Candidate{Module: right, Mapping: strings.Replace(mapping, "  GiveUp: GiveUp($thread)\n", "", 1) + "ignore: [GiveUp]\n", Binding: binding}},
		{"nobody ever holds it", "invariants", modeling.Candidate{Module: right, Mapping: mapping, Binding: strings.Replace(binding, `pc[t] = "critical"`, "FALSE", 1)}},
	} {
		if testing.Short() && c.name != "events are ignored" {
			continue
		}
		args, _ := json.Marshal(c.c)
		res, err := reg.Call(t.Context(), "task_complete", args)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		var got struct {
			Success bool
			Missing []string
		}
		if err := json.Unmarshal(res.JSON, &got); err != nil {
			t.Fatal(err)
		}
		if got.Success || !strings.Contains(strings.Join(got.Missing, "\n"), c.want) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}
