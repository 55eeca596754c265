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
	Trajectories Trajectories `mapstructure:"trajectories" json:"trajectories"`
}

// Output is what goes to the terminal.
type Output struct {
	LogLevel string `mapstructure:"log_level" json:"log_level"`
	Color    string `mapstructure:"color" json:"color"`
	Progress string `mapstructure:"progress" json:"progress"`
}

// Harness is the measurement of specifications.
type Harness struct {
	Pairs     int     `mapstructure:"pairs" json:"pairs"`
	Mutants   int     `mapstructure:"mutants" json:"mutants"`
	Inputs    int     `mapstructure:"inputs" json:"inputs"`
	Seed      int64   `mapstructure:"seed" json:"seed"`
	Threshold float64 `mapstructure:"threshold" json:"threshold"`
}

// Annotate is the main job.
type Annotate struct {
	MaxClauses int           `mapstructure:"max_clauses" json:"max_clauses"`
	Budget     time.Duration `mapstructure:"budget" json:"budget"`
	Inputs     int           `mapstructure:"inputs" json:"inputs"`
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

// Map is every key with its value; durations are text, as they are written.
func (c *Config) Map() map[string]any {
	m := map[string]any{}
	c.each(func(key string, value any) {
		if d, ok := value.(time.Duration); ok {
			value = d.String()
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
	for _, r := range []rule{
		{"output.log_level", oneOf(c.Output.LogLevel, "debug", "info", "warn", "error"), "one of debug, info, warn, error"},
		{"output.color", oneOf(c.Output.Color, "auto", "always", "never"), "one of auto, always, never"},
		{"output.progress", oneOf(c.Output.Progress, "auto", "never"), "one of auto, never"},
		{"harness.pairs", c.Harness.Pairs > 0, "a positive number"},
		{"harness.mutants", c.Harness.Mutants > 0, "a positive number"},
		{"harness.inputs", c.Harness.Inputs > 0, "a positive number"},
		{"harness.threshold", c.Harness.Threshold >= 0 && c.Harness.Threshold <= 1, "between 0 and 1"},
		{"annotate.max_clauses", c.Annotate.MaxClauses > 0, "a positive number"},
		{"annotate.budget", c.Annotate.Budget > 0, "a positive duration such as 20s"},
		{"annotate.inputs", c.Annotate.Inputs > 0, "a positive number"},
		{"run.steps", c.Run.Steps > 0, "a positive number"},
		{"run.memory", c.Run.Memory >= 1<<20, "at least 1048576 bytes"},
		{"run.depth", c.Run.Depth > 0, "a positive number"},
		{"run.output", c.Run.Output > 0, "a positive number"},
		{"jml.steps", c.JML.Steps > 0, "a positive number"},
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
	OpenJML    string        `mapstructure:"openjml" json:"openjml"`
	Quick      time.Duration `mapstructure:"quick" json:"quick"`
	Patient    time.Duration `mapstructure:"patient" json:"patient"`
	Timeout    time.Duration `mapstructure:"timeout" json:"timeout"`
	Processes  int           `mapstructure:"processes" json:"processes"`
	Memory     int64         `mapstructure:"memory" json:"memory"`
	Cache      string        `mapstructure:"cache" json:"cache"`
}
