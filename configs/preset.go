package configs

import (
	"maps"
	"slices"
	"strings"

	"github.com/spf13/viper"
)

// presets are settings that belong together, by the value of agent.preset. They go
// before the defaults and behind whatever a file, a variable or a flag sets.
var presets = map[string]map[string]any{
	"default": {},
	// The settings of the VeriAct paper: its thresholds on the published metrics,
	// its temperature, steps and planning, and a verifier with time.
	"veriact-paper": {
		"agent.mode":              "codeact",
		"agent.max_steps":         12,
		"agent.planning":          4,
		"agent.temperature":       0.7,
		"agent.post_correctness":  0.5,
		"agent.post_completeness": 0.5,
		"agent.pre_correctness":   0.0,
		"agent.scores":            "compat",
		"agent.strictness":        "gate",
		"agent.tools":             []string{},
		"harness.threshold":       0.5,
		"verify.timeout":          "300s",
	},
}

func presetNames() string {
	return strings.Join(slices.Sorted(maps.Keys(presets)), ", ")
}

// preset lays the chosen preset under what was set. An unknown one is found by check.
func (r *Resolved) preset(v *viper.Viper) {
	name := v.GetString(inner("agent.preset"))
	r.lay(v, presets[name], "preset "+name)
}

// lay puts values under what was set: where the default would stand. Keys that
// there are no more are left out.
func (r *Resolved) lay(v *viper.Viper, values map[string]any, origin string) {
	for key, value := range values {
		if r.Origin[key] == "default" {
			v.Set(inner(key), value)
			r.Origin[key] = origin
		}
	}
}
