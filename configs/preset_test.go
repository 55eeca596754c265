package configs

import "testing"

// A preset goes before the defaults and behind what anybody sets.
func TestPreset(t *testing.T) {
	env := map[string]string{"ENSURES_AGENT_PRESET": "veriact-paper", "ENSURES_AGENT_MAX_STEPS": "5"}
	r, err := Load(Options{Env: func(k string) string { return env[k] }, Flags: []Flag{{Key: "agent.temperature", Name: "--temperature", Value: "0.1"}}})
	if err != nil {
		t.Fatal(err)
	}
	a := r.Agent
	if a.Scores != "compat" || a.PostComp != 0.5 || a.PreCorr != 0 || a.MaxSteps != 5 || a.Temperature != 0.1 {
		t.Errorf("%+v", a)
	}
	if r.Origin["agent.scores"] != "preset veriact-paper" || r.Origin["agent.max_steps"] != "ENSURES_AGENT_MAX_STEPS" || r.Origin["agent.reply"] != "default" {
		t.Errorf("%v", r.Origin)
	}
	if _, err := Load(Options{Env: func(string) string { return "" }, Flags: []Flag{{Key: "agent.preset", Name: "--preset", Value: "paper"}}}); err == nil || err.Error() != "--preset: agent.preset: must be one of default, veriact-paper" {
		t.Error(err)
	}
	for name, set := range presets {
		for key := range set {
			if _, ok := r.Origin[key]; !ok {
				t.Errorf("%s sets the unknown key %s", name, key)
			}
		}
	}
}
