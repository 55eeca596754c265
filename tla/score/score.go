// Package score measures a TLA+ model of a real system by the four metrics of
// SysMoBench: does it parse, does it run, does it do what the system did, and does it
// keep what the system keeps.
//
// Each metric has two columns. Compat is the published rule, loopholes and all, so that
// figures can be compared; strict is the rule that we would defend
// (docs/design/015-scores-of-models.md). A metric that is not asked because an earlier
// one closed the gate is not measured, which is not 0. The package must not know who
// wrote the model, or the terminal.
package score

import (
	"fmt"

	"ensures/tla"
	"ensures/tla/invariant"
	"ensures/tla/trace"
)

// Metric names one of the four.
type Metric string

// The metrics in the order in which they are taken.
const (
	Syntax         Metric = "syntax"
	Runtime        Metric = "runtime"
	Conformance    Metric = "conformance"
	Invariants     Metric = "invariants"
	Permissiveness Metric = "permissiveness"
)

// Metrics are the four published ones.
func Metrics() []Metric { return []Metric{Syntax, Runtime, Conformance, Invariants} }

// AllMetrics are the four and ours beside them, which needs a model that has the system's
// rules and is strict only.
func AllMetrics() []Metric { return append(Metrics(), Permissiveness) }

// Value is a score from 0 to 1, or the reason why there is none.
type Value struct {
	Score *float64 `json:"score"` // nil: not measured
	Gate  Metric   `json:"gate,omitempty"`
	// Why there is no score, or not a full one, for a reader.
	Why string `json:"why,omitempty"`
}

// Measured says whether there is a score.
func (v Value) Measured() bool { return v.Score != nil }

// Full says whether the score is 1.
func (v Value) Full() bool { return v.Score != nil && *v.Score == 1 }

// Below says whether it was measured and something is missing.
func (v Value) Below() bool { return v.Score != nil && *v.Score < 1 }

// String is "0.83", or "–" for what is not measured.
func (v Value) String() string {
	if v.Score == nil {
		return "–"
	}
	if *v.Score < 1 && *v.Score > 0.995 {
		return fmt.Sprintf("%.4f", *v.Score)
	}
	return fmt.Sprintf("%.2f", *v.Score)
}

// Share is hits of n; nothing of nothing is not measured.
func Share(hits, n int, none string) Value {
	if n == 0 {
		return Value{Why: none}
	}
	x := float64(hits) / float64(n)
	return Value{Score: &x}
}

func number(x float64) Value { return Value{Score: &x} }

// Gated is the value behind a gate that v, the score of the metric by, keeps closed.
func Gated(by Metric, v Value) Value {
	why := "not measured: " + string(by) + " is not full"
	if v.Score == nil {
		why = "not measured: neither was " + string(by)
	}
	return Value{Gate: by, Why: why}
}

// Result is what a model scores.
type Result struct {
	Model  string `json:"model"`
	System string `json:"system"`
	Seed   int64  `json:"seed"`
	Tool   string `json:"tool"`
	// Compat is empty where only strict was asked for.
	Compat map[Metric]Value `json:"compat,omitempty"`
	Strict map[Metric]Value `json:"strict"`

	Syntax      *SyntaxDetail      `json:"syntax,omitempty"`
	Runtime     *RuntimeDetail     `json:"runtime,omitempty"`
	Conformance *ConformanceDetail `json:"conformance,omitempty"`
	Invariants  *InvariantsDetail  `json:"invariants,omitempty"`

	Permissiveness *PermissivenessDetail `json:"permissiveness,omitempty"`

	// Runs counts starts of a JVM; ElapsedMS is wall time.
	Runs      int   `json:"runs"`
	ElapsedMS int64 `json:"elapsed_ms"`
}

// Full says whether all four metrics are measured and full, strictly, and permissiveness
// where it is measured.
func (r *Result) Full() bool {
	for _, m := range Metrics() {
		if !r.Strict[m].Full() {
			return false
		}
	}
	return !r.Strict[Permissiveness].Below()
}

// Caught are the metrics that are measured and not full, strictly: those that say that
// something is wrong with the model.
func (r *Result) Caught() []Metric {
	var out []Metric
	for _, m := range AllMetrics() {
		if r.Strict[m].Below() {
			out = append(out, m)
		}
	}
	return out
}

// Model is what is scored.
type Model struct {
	Name   string // for the report
	Module tla.Source
	Extra  []tla.Source // modules that it extends
	// Config is the text of its configuration file. Empty: Spec where it is defined,
	// else Init and Next, with the system's constants.
	Config string
	// Binding of the placeholders in this model; nil: no invariant is translated.
	Binding *invariant.Binding
	// Mapping of the traces to this model; nil: the system's.
	Mapping *trace.Mapping
}
