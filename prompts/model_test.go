package prompts_test

import "ensures/prompts"

// The data that tasks of system models are rendered with, by their field names.
type (
	brief struct {
		System, Module, Language, Description, Granularity string
		Sources                                            []source
		Outline                                            string
		LeftOut                                            []string
		Unread                                             []named
		Events                                             []event
		Constants, Placeholders                            []named
		Properties                                         []property
		Traces                                             []string
		Legend, Sample, Bar                                string
	}
	source struct {
		Name, Text string
		Cut        bool
	}
	event struct {
		Name, Means string
		Fields      []string
	}
	named    struct{ Name, Means string }
	property struct{ Name, Kind, Means, Formula string }
)

var turnstile = brief{
	System: "a turnstile", Module: "Turnstile", Language: "go", Description: "A gate opens for a coin.\n", Granularity: "An action is a coin or a push.",
	Sources:   []source{{"gate.go", "package gate\n", false}, {"net.go", "package gate\n\nfunc send() {\n", true}},
	Events:    []event{{"coin", "a coin was put in", []string{"gate", "open"}}, {"push", "somebody went through", nil}},
	Constants: []named{{"Gates", "ids of the gates"}}, Placeholders: []named{{"isOpen(g)", "gate g lets one person through"}},
	Properties: []property{{"ClosesAgain", "action", "a push closes the gate", "$inside' > $inside => $open"}}, Traces: []string{"trace-01", "trace-02"},
	Legend: "Columns: e = event, g = gate.", Sample: "e\tg\ncoin\t1\npush\t1", Bar: "All of it has to fit.",
}

// outlined is the turnstile with the control flow of a part of its source.
var outlined = func() brief {
	b := turnstile
	b.Outline, b.LeftOut = "open (gate.go:3)\n   1* L4    mu.Lock()\n   2  L5    return\n", []string{"gate.close", "gate.count"}
	b.Unread = []named{{"net.go", "net.go:3:15: expected '}', found 'EOF'"}}
	return b
}()

var model = state{Step: 5, Left: 8, Best: "---- MODULE A ----\n====\n", Verdict: "incomplete", Scores: map[string]float64{"syntax": 1, "runtime": 0.5},
	Failure: "Push is never taken", Steps: []string{"step 1: run_tlc: syntax"}}

var modelCases = []rendering{
	{"model/codeact/system", "model-codeact", prompts.Options{}, system{"### `run_tlc`", "The code is Python.", 12}},
	{"model/react/system", "model-react", prompts.Options{}, system{"### `run_tlc`", "", 15}},
	{"model/plan", "model-plan", prompts.Options{}, model},
	{"model/plan", "model-plan-first", prompts.Options{}, state{Step: 1, Left: 12}},
	{"model/folded", "model-folded", prompts.Options{}, model},
	{"model/format_error", "model-format-codeact", prompts.Options{}, format{"the reply is empty", "codeact", 4}},
	{"model/format_error", "model-format-react", prompts.Options{}, format{"no tool is called", "react", 1}},
	{"model/basic", "model-basic", prompts.Options{}, turnstile},
	{"model/basic", "model-basic-bare", prompts.Options{}, brief{System: "a turnstile", Module: "Turnstile", Description: "A gate.", Traces: []string{"t"}, Bar: "It has to fit."}},
	{"model/translate", "model-translate-unread", prompts.Options{}, turnstile},
	{"model/translate", "model-translate", prompts.Options{}, outlined},
	{"model/learn", "model-learn", prompts.Options{}, brief{Module: "Turnstile", Events: []event{{"coin", "", []string{"gate"}}}, Traces: []string{"trace-01"}, Legend: turnstile.Legend, Sample: turnstile.Sample, Bar: turnstile.Bar}},
}
