package modeling_test

import (
	"encoding/json"
	"strings"
	"testing"

	"ensures/prompts"
	"ensures/tla"
	"ensures/tools"
	"ensures/tools/modeling"
)

// What each strategy is told: learn gets neither the source nor what anybody says of
// the system, and no tool that reads it.
func TestBrief(t *testing.T) {
	tk := load(t, "spinlock")
	set, err := prompts.Load(prompts.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, strategy := range modeling.Strategies() {
		s, err := modeling.New(tk, modeling.Options{Strategy: strategy, Source: 1500, Bar: modeling.Bar{Conformance: 1, Invariants: 1, Probe: 0.5}})
		if err != nil {
			t.Fatal(err)
		}
		b, err := s.Brief()
		if err != nil {
			t.Fatal(err)
		}
		text, err := set.Render("model/"+string(strategy), b)
		if err != nil {
			t.Fatal(err)
		}
		reg, err := tools.NewRegistry(s.Tools()...)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, x := range reg.Tools() {
			names = append(names, x.Name)
		}
		all := strings.Join(names, " ")
		told := func(want bool, parts ...string) {
			for _, p := range parts {
				if strings.Contains(text+all, p) != want {
					t.Errorf("%s: %q told is %v", strategy, p, !want)
				}
			}
		}
		told(true, "`GiveUp`", "MutualExclusion", "`holds(t)`", "trace-01", "run_tlc", "trace_validate", "score_model", "task_complete", "100 %")
		told(strategy != modeling.Learn, "compare_exchange", "rust", "read_source", "its beginning", "overtake each other")
		told(true, "e = event", "A = Acquire")
		told(strategy == modeling.Translate, "SpinLock::try_lock (spinlock.rs:52)", "Ok(_) → 2, Err(_) → 3", "SpinGuard::drop")
	}
	if _, err := modeling.New(tk, modeling.Options{Strategy: "guess"}); err == nil || !strings.Contains(err.Error(), "translate") {
		t.Errorf("%v", err)
	}
}

// The tools that read: lines of a log as a table, the source, a draft of the mapping;
// what isn't there is refused with what is.
func TestReadingTools(t *testing.T) {
	tk := load(t, "spinlock")
	s, err := modeling.New(tk, modeling.Options{Toolchain: tla.Toolchain{}})
	if err != nil {
		t.Fatal(err)
	}
	reg, err := tools.NewRegistry(s.Tools()...)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		tool string
		args map[string]any
		want string // in the result, or in what is refused
		bad  bool
	}{
		{"show_trace", map[string]any{"from": 2, "to": 3}, `"lines":"e\ta\tl\ts\ts2\tt\nTA`, false},
		{"show_trace", map[string]any{"trace": "trace-02"}, `Values: `, false},
		{"show_trace", map[string]any{"trace": "trace-99"}, "there are trace-01", true},
		{"show_trace", map[string]any{"from": 100000}, "lines; asked for were", true},
		{"read_source", map[string]any{"from": 1, "to": 2}, "spin", false},
		{"read_source", map[string]any{"file": "../task.yaml"}, "there are source/spinlock.rs", true},
		{"draft_mapping", map[string]any{"module": read(t, tk, tk.Reference.Module)}, "Release($thread)", false},
		{"draft_mapping", map[string]any{"module": "no module"}, "", true},
		{"score_model", map[string]any{"module": "x", "mapping": "spec: [1"}, "mapping.yaml", true},
		{"score_model", map[string]any{"module": "x", "binding": "bind: {nothing: 1}"}, "binding.yaml", true},
	} {
		args, _ := json.Marshal(c.args)
		res, err := reg.Call(t.Context(), c.tool, args)
		got := string(res.JSON)
		if err != nil {
			got = err.Error()
		}
		if (err != nil) != c.bad || !strings.Contains(strings.ToLower(strings.ReplaceAll(got, `\t`, "\t")), strings.ToLower(strings.ReplaceAll(c.want, `\t`, "\t"))) {
			t.Errorf("%s(%v): %.300s", c.tool, c.args, got)
		}
	}
}
