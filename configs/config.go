// Package configs is the program's configuration as one typed value: embedded
// defaults, then files, then environment variables, then flags.
//
// Only package cmd imports it; every other package takes an Options struct of
// its own. It must not know what the values are used for.
package configs

import (
	"fmt"
	"reflect"
	"slices"
	"time"

	"ensures/llm/secret"
)

// Config is the resolved configuration. The mapstructure tags are the keys of
// defaults.yaml.
type Config struct {
	Output       Output       `mapstructure:"output" json:"output"`
	Harness      Harness      `mapstructure:"harness" json:"harness"`
	Annotate     Annotate     `mapstructure:"annotate" json:"annotate"`
	Run          Run          `mapstructure:"run" json:"run"`
	JML          JML          `mapstructure:"jml" json:"jml"`
	Verify       Verify       `mapstructure:"verify" json:"verify"`
	TLA          TLA          `mapstructure:"tla" json:"tla"`
	Agent        Agent        `mapstructure:"agent" json:"agent"`
	Baseline     Baseline     `mapstructure:"baseline" json:"baseline"`
	Modeling     Modeling     `mapstructure:"modeling" json:"modeling"`
	Model        Model        `mapstructure:"model" json:"model"`
	Trajectories Trajectories `mapstructure:"trajectories" json:"trajectories"`
	Sandbox      Sandbox      `mapstructure:"sandbox" json:"sandbox"`
	Prompts      Prompts      `mapstructure:"prompts" json:"prompts"`
	Process      Process      `mapstructure:"process" json:"process"`
	Server       Server       `mapstructure:"server" json:"server"`
}

// Output is what goes to the terminal.
type Output struct {
	LogLevel string `mapstructure:"log_level" json:"log_level"`
	Color    string `mapstructure:"color" json:"color"`
	Progress string `mapstructure:"progress" json:"progress"`
}

// Harness is the measurement of specifications.
type Harness struct {
	Pairs     int           `mapstructure:"pairs" json:"pairs"`
	Mutants   int           `mapstructure:"mutants" json:"mutants"`
	Inputs    int           `mapstructure:"inputs" json:"inputs"`
	Seed      int64         `mapstructure:"seed" json:"seed"`
	Threshold float64       `mapstructure:"threshold" json:"threshold"`
	Limit     time.Duration `mapstructure:"limit" json:"limit"`
}

// Annotate is the main job.
type Annotate struct {
	MaxClauses int           `mapstructure:"max_clauses" json:"max_clauses"`
	Budget     time.Duration `mapstructure:"budget" json:"budget"`
	Limit      time.Duration `mapstructure:"limit" json:"limit"`
	Inputs     int           `mapstructure:"inputs" json:"inputs"`
	Keep       string        `mapstructure:"keep" json:"keep"` // proved, all
	Portable   bool          `mapstructure:"portable" json:"portable"`
}

// Run limits one interpreted run.
type Run struct {
	Steps  int64 `mapstructure:"steps" json:"steps"`
	Memory int64 `mapstructure:"memory" json:"memory"`
	Depth  int   `mapstructure:"depth" json:"depth"`
	Output int64 `mapstructure:"output" json:"output"`
}

// JML is the dialect and its evaluation.
type JML struct {
	NullableByDefault bool  `mapstructure:"nullable_by_default" json:"nullable_by_default"`
	Steps             int64 `mapstructure:"steps" json:"steps"`
}

// Trajectories is where runs are recorded.
type Trajectories struct {
	Record bool   `mapstructure:"record" json:"record"`
	Dir    string `mapstructure:"dir" json:"dir"`
}

// Agent is the work of a model with tools.
type Agent struct {
	Preset      string        `mapstructure:"preset" json:"preset"`
	Mode        string        `mapstructure:"mode" json:"mode"`
	MaxSteps    int           `mapstructure:"max_steps" json:"max_steps"`
	Planning    int           `mapstructure:"planning" json:"planning"`
	Temperature float64       `mapstructure:"temperature" json:"temperature"`
	PostCorr    float64       `mapstructure:"post_correctness" json:"post_correctness"`
	PostComp    float64       `mapstructure:"post_completeness" json:"post_completeness"`
	PreCorr     float64       `mapstructure:"pre_correctness" json:"pre_correctness"`
	Scores      string        `mapstructure:"scores" json:"scores"`
	Strictness  string        `mapstructure:"strictness" json:"strictness"`
	Tokens      int           `mapstructure:"tokens" json:"tokens"`
	Cost        float64       `mapstructure:"cost" json:"cost"`
	Time        time.Duration `mapstructure:"time" json:"time"`
	Context     int           `mapstructure:"context" json:"context"`
	Reply       int           `mapstructure:"reply" json:"reply"`
	Observation int           `mapstructure:"observation" json:"observation"`
	Formats     int           `mapstructure:"formats" json:"formats"`
	Repeats     int           `mapstructure:"repeats" json:"repeats"`
	Tools       []string      `mapstructure:"tools" json:"tools"`
}

// Baseline is the published prompt configurations.
type Baseline struct {
	Repairs     int           `mapstructure:"repairs" json:"repairs"`
	Mutations   int           `mapstructure:"mutations" json:"mutations"`
	Temperature float64       `mapstructure:"temperature" json:"temperature"`
	Tokens      int           `mapstructure:"tokens" json:"tokens"`
	Cost        float64       `mapstructure:"cost" json:"cost"`
	Time        time.Duration `mapstructure:"time" json:"time"`
	Reply       int           `mapstructure:"reply" json:"reply"`
}

// Modeling is what a model of a system must reach to be complete.
type Modeling struct {
	Conformance float64       `mapstructure:"conformance" json:"conformance"`
	Invariants  float64       `mapstructure:"invariants" json:"invariants"`
	Probe       float64       `mapstructure:"probe" json:"probe"`
	Budget      time.Duration `mapstructure:"budget" json:"budget"`
}

// Process bounds this process, its children apart.
type Process struct {
	Memory int64 `mapstructure:"memory" json:"memory"`
}

// Server is what our own servers ask of their clients.
type Server struct {
	Token secret.Text `mapstructure:"token" json:"token"`
}

// Map is every key with its value; durations are text, as they are written, and
// secrets are hidden.
func (c *Config) Map() map[string]any {
	m := map[string]any{}
	c.each(func(key string, value any) {
		switch v := value.(type) {
		case time.Duration:
			value = v.String()
		case secret.Text:
			value = v.String()
		}
		m[key] = value
	})
	return m
}

// each calls f for every key with its value, in the order of the declarations.
func (c *Config) each(f func(key string, value any)) {
	top := reflect.ValueOf(c).Elem()
	for i := range top.NumField() {
		section := top.Field(i)
		name := top.Type().Field(i).Tag.Get("mapstructure")
		for j := range section.NumField() {
			f(name+"."+section.Type().Field(j).Tag.Get("mapstructure"), section.Field(j).Interface())
		}
	}
}

// rule is a condition on one key's value.
type rule struct {
	key  string
	ok   bool
	want string
}

// check reports the first value that is out of range, by its key.
func (c *Config) check() (key string, err error) {
	oneOf := func(s string, list ...string) bool {
		return slices.Contains(list, s)
	}
	fraction := func(x float64) bool { return x >= 0 && x <= 1 }
	for _, r := range []rule{
		{"output.log_level", oneOf(c.Output.LogLevel, "debug", "info", "warn", "error"), "one of debug, info, warn, error"},
		{"output.color", oneOf(c.Output.Color, "auto", "always", "never"), "one of auto, always, never"},
		{"output.progress", oneOf(c.Output.Progress, "auto", "never"), "one of auto, never"},
		{"harness.pairs", c.Harness.Pairs > 0, "a positive number"},
		{"harness.mutants", c.Harness.Mutants > 0, "a positive number"},
		{"harness.inputs", c.Harness.Inputs > 0, "a positive number"},
		{"harness.threshold", c.Harness.Threshold >= 0 && c.Harness.Threshold <= 1, "between 0 and 1"},
		{"harness.limit", c.Harness.Limit >= 0, "a duration such as 10m; 0s for no limit"},
		{"server.token", c.Server.Token.Reveal() == "" || len(c.Server.Token.Reveal()) >= 16, "at least 16 characters, or empty for a new one each time"},
		{"annotate.max_clauses", c.Annotate.MaxClauses > 0, "a positive number"},
		{"annotate.budget", c.Annotate.Budget > 0, "a positive duration such as 20s"},
		{"annotate.limit", c.Annotate.Limit >= 0, "a duration such as 10m; 0s for no limit"},
		{"annotate.inputs", c.Annotate.Inputs > 0, "a positive number"},
		{"annotate.keep", oneOf(c.Annotate.Keep, "proved", "all"), "one of proved, all"},
		{"run.steps", c.Run.Steps > 0, "a positive number"},
		{"run.memory", c.Run.Memory >= 1<<20, "at least 1048576 bytes"},
		{"run.depth", c.Run.Depth > 0, "a positive number"},
		{"run.output", c.Run.Output > 0, "a positive number"},
		{"agent.preset", presets[c.Agent.Preset] != nil, "one of " + presetNames()},
		{"agent.mode", oneOf(c.Agent.Mode, "codeact", "react"), "one of codeact, react"},
		{"agent.max_steps", c.Agent.MaxSteps > 0, "a positive number"},
		{"agent.planning", c.Agent.Planning >= 0, "a number of steps; 0 for no plans"},
		{"agent.temperature", c.Agent.Temperature <= 2, "at most 2; negative: the server's default"},
		{"agent.post_correctness", fraction(c.Agent.PostCorr), "between 0 and 1"},
		{"agent.post_completeness", fraction(c.Agent.PostComp), "between 0 and 1"},
		{"agent.pre_correctness", fraction(c.Agent.PreCorr), "between 0 and 1"},
		{"agent.scores", oneOf(c.Agent.Scores, "strict", "compat"), "one of strict, compat"},
		{"agent.strictness", oneOf(c.Agent.Strictness, "gate", "accept"), "one of gate, accept"},
		{"agent.tokens", c.Agent.Tokens >= 0, "a number; 0 for no limit"},
		{"agent.cost", c.Agent.Cost >= 0, "a number; 0 for no limit"},
		{"agent.time", c.Agent.Time >= 0, "a duration such as 15m; 0s for no limit"},
		{"agent.context", c.Agent.Context >= 4000, "at least 4000 tokens"},
		{"agent.reply", c.Agent.Reply >= 0, "a number; 0 for the server's default"},
		{"agent.observation", c.Agent.Observation >= 500, "at least 500 characters"},
		{"agent.formats", c.Agent.Formats > 0, "a positive number"},
		{"agent.repeats", c.Agent.Repeats > 1, "at least 2"},
		{"baseline.repairs", c.Baseline.Repairs >= 0, "a number, or 0 for none"},
		{"baseline.mutations", c.Baseline.Mutations >= 0, "a number, or 0 for none"},
		{"baseline.tokens", c.Baseline.Tokens >= 0, "a number, or 0 for no limit"},
		{"baseline.cost", c.Baseline.Cost >= 0, "US dollars, or 0 for no limit"},
		{"baseline.time", c.Baseline.Time >= 0, "a duration such as 15m, or 0s for no limit"},
		{"baseline.reply", c.Baseline.Reply >= 0, "a number, or 0 for the server's default"},
		{"modeling.conformance", fraction(c.Modeling.Conformance), "between 0 and 1"},
		{"modeling.invariants", fraction(c.Modeling.Invariants), "between 0 and 1"},
		{"modeling.probe", fraction(c.Modeling.Probe), "between 0 and 1"},
		{"modeling.budget", c.Modeling.Budget > 0, "a positive duration such as 60s"},
		{"sandbox.engine", oneOf(c.Sandbox.Engine, "auto", "python", "starlark"), "one of auto, python, starlark"},
		{"sandbox.wall", c.Sandbox.Wall > 0, "a positive duration such as 30s"},
		{"sandbox.cpu", c.Sandbox.CPU >= time.Second, "at least 1s"},
		{"sandbox.memory", c.Sandbox.Memory >= 64<<20, "at least 67108864 bytes"},
		{"sandbox.output", c.Sandbox.Output > 0, "a positive number"},
		{"sandbox.calls", c.Sandbox.Calls > 0, "a positive number"},
		{"tla.timeout", c.TLA.Timeout > 0, "a positive duration such as 5m"},
		{"tla.memory", c.TLA.Memory >= 64, "at least 64 megabytes"},
		{"process.memory", c.Process.Memory >= 64<<20, "at least 67108864 bytes"},
		{"jml.steps", c.JML.Steps > 0, "a positive number"},
		{"model.timeout", c.Model.Timeout >= 0, "a duration such as 10m, or 0"},
		{"model.idle", c.Model.Idle >= 0, "a duration such as 5m, or 0"},
		{"model.attempts", c.Model.Attempts > 0, "a positive number"},
		{"model.requests_per_minute", c.Model.RequestsPerMinute >= 0, "a number, or 0 for no limit"},
		{"model.tokens_per_minute", c.Model.TokensPerMinute >= 0, "a number, or 0 for no limit"},
		{"model.concurrent", c.Model.Concurrent >= 0, "a number, or 0 for no limit"},
	} {
		if !r.ok {
			return r.key, fmt.Errorf("must be %s", r.want)
		}
	}
	return "", nil
}

// Verify is the verifiers and their limits.
type Verify struct {
	Backend    string        `mapstructure:"backend" json:"backend"`
	Arithmetic string        `mapstructure:"arithmetic" json:"arithmetic"`
	Z3         string        `mapstructure:"z3" json:"z3"`
	CVC5       string        `mapstructure:"cvc5" json:"cvc5"`
	Key        string        `mapstructure:"key" json:"key"`
	OpenJML    string        `mapstructure:"openjml" json:"openjml"`
	Rustc      string        `mapstructure:"rustc" json:"rustc"`
	Scripts    bool          `mapstructure:"build_scripts" json:"build_scripts"`
	Quick      time.Duration `mapstructure:"quick" json:"quick"`
	Patient    time.Duration `mapstructure:"patient" json:"patient"`
	Timeout    time.Duration `mapstructure:"timeout" json:"timeout"`
	Processes  int           `mapstructure:"processes" json:"processes"`
	Memory     int64         `mapstructure:"memory" json:"memory"`
	Cache      string        `mapstructure:"cache" json:"cache"`
}

// TLA is the TLA+ tools and their limits.
type TLA struct {
	Java    string        `mapstructure:"java" json:"java"`
	Jar     string        `mapstructure:"jar" json:"jar"`
	Library []string      `mapstructure:"library" json:"library"`
	Timeout time.Duration `mapstructure:"timeout" json:"timeout"`
	Memory  int           `mapstructure:"memory" json:"memory"`
}

// Model is the language model and the way to it.
type Model struct {
	Name              string        `mapstructure:"name" json:"name"`
	BaseURL           string        `mapstructure:"base_url" json:"base_url"`
	Key               secret.Text   `mapstructure:"key" json:"key"`
	Timeout           time.Duration `mapstructure:"timeout" json:"timeout"`
	Idle              time.Duration `mapstructure:"idle" json:"idle"`
	Attempts          int           `mapstructure:"attempts" json:"attempts"`
	RequestsPerMinute int           `mapstructure:"requests_per_minute" json:"requests_per_minute"`
	TokensPerMinute   int           `mapstructure:"tokens_per_minute" json:"tokens_per_minute"`
	Concurrent        int           `mapstructure:"concurrent" json:"concurrent"`
	Prices            []string      `mapstructure:"prices" json:"prices"`
	Cache             string        `mapstructure:"cache" json:"cache"`
	CacheSampled      bool          `mapstructure:"cache_sampled" json:"cache_sampled"`
}
