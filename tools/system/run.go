package system

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"ensures/tla"
	"ensures/tla/syntax"
	"ensures/tools"
)

const runDescription = `Run TLC on a TLA+ module: does it parse, do its actions evaluate, are its properties true in all reachable states?

Without config, the specification is ` + "`Spec`" + ` where the module defines it, else ` + "`Init` and `Next`" + `, and constants, invariants and
properties are taken from the arguments. Status ok means that all reachable states were explored and everything asked for holds in them;
partial, that nothing was found before the time was up; vacuous, that there is no initial state or no action, so nothing was checked.
Every other status is a mistake: problems say where, trace is the counterexample with what each step changed, failing is the expression
without a value, and hint what to do. Look at never_taken too: of an action that is never taken nothing was checked.`

type runIn struct {
	Module     string   `json:"module" jsonschema_description:"the text of the whole TLA+ module"`
	Config     string   `json:"config,omitempty" jsonschema_description:"the text of a TLC configuration file, in place of the other arguments"`
	Constants  []string `json:"constants,omitempty" jsonschema_description:"values of constants, as \"Threads = {t1, t2}\"; the task's values by default"`
	Invariants []string `json:"invariants,omitempty" jsonschema_description:"names of state predicates that must hold in every state"`
	Properties []string `json:"properties,omitempty" jsonschema_description:"names of temporal formulas"`
	Deadlock   bool     `json:"deadlock,omitempty" jsonschema_description:"a state without successor is an error"`
	Seconds    int      `json:"seconds,omitempty" jsonschema_description:"end the exploration after so many seconds"`
}

type runOut struct {
	Status     string    `json:"status" jsonschema_description:"ok, partial, vacuous, timeout, syntax, semantic, config, assumption, deadlock, invariant, action_property, temporal_property, evaluation, assertion, unassigned, stack_overflow or out_of_memory"`
	Tool       string    `json:"tool" jsonschema_description:"what answered, with its version"`
	Summary    string    `json:"summary"`
	Problems   []string  `json:"problems" jsonschema_description:"complaints, with module, line and column where they are known"`
	States     int64     `json:"states" jsonschema_description:"distinct states found"`
	Depth      int       `json:"depth" jsonschema_description:"steps from an initial state to the farthest one"`
	Actions    []taken   `json:"actions" jsonschema_description:"the actions of the next-state relation and how often each was taken"`
	NeverTaken []string  `json:"never_taken" jsonschema_description:"actions that were never taken"`
	Violated   string    `json:"violated,omitempty" jsonschema_description:"the invariant or property that does not hold"`
	Trace      []runStep `json:"trace,omitempty" jsonschema_description:"the counterexample, from an initial state to the bad one"`
	Ending     string    `json:"ending,omitempty" jsonschema_description:"how a counterexample without end goes on"`
	Failing    string    `json:"failing,omitempty" jsonschema_description:"the expression that has no value, and the definition it is in"`
	Printed    []string  `json:"printed,omitempty" jsonschema_description:"values of PrintT and Print"`
	Warnings   []string  `json:"warnings,omitempty"`
	Hint       string    `json:"hint,omitempty" jsonschema_description:"what to do"`
}

type taken struct {
	Action string `json:"action"`
	Line   int    `json:"line"`
	Times  int64  `json:"times"`
}

type runStep struct {
	Number int    `json:"number"`
	Action string `json:"action"`
	// State is the whole state of the first step shown, Changes the others'.
	State   []string `json:"state,omitempty" jsonschema_description:"variable = value; of the first state only"`
	Changes []string `json:"changes,omitempty" jsonschema_description:"variable: before → after"`
}

// What a model is told at most.
const (
	mostSteps    = 30
	mostPrinted  = 20
	mostProblems = 15
)

func (s *session) runTool() tools.Tool {
	const name = "run_tlc"
	return tools.New(name, runDescription, func(ctx context.Context, in runIn) (runOut, error) {
		return s.run(ctx, name, in)
	},
		tools.Example{Note: "an invariant, with two threads", Args: runIn{Module: "---- MODULE Lock ----\n…\n====", Constants: []string{"Threads = {t1, t2}"}, Invariants: []string{"Mutex"}}},
		tools.Example{Note: "a configuration as a file would have it", Args: runIn{Module: "---- MODULE Lock ----\n…\n====", Config: "SPECIFICATION Spec\nCONSTANT Threads = {t1, t2}\nPROPERTY Progress\n"}})
}

var nameRE = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// job is what a call asks for.
func (s *session) job(tool string, in runIn) (tla.Job, error) {
	text := Unfence(in.Module)
	job := tla.Job{Module: tla.Source{Text: text}, Extra: s.o.Extra, Config: in.Config, Invariants: in.Invariants, Properties: in.Properties,
		Deadlock: in.Deadlock, Timeout: s.o.Limits.Timeout, MemoryMB: s.o.Limits.MemoryMB, Budget: s.o.Limits.Timeout * 2 / 3}

	// A call may ask for less time than is allowed, not for more.
	if in.Seconds > 0 {
		job.Budget = min(job.Budget, time.Duration(in.Seconds)*time.Second)
	}
	if strings.TrimSpace(in.Config) != "" {
		if len(in.Constants)+len(in.Invariants)+len(in.Properties) > 0 {
			return job, tools.Refuse(tool, "config stands in place of constants, invariants and properties: write them into it, or leave it out")
		}
		return job, nil
	}
	job.Config = ""
	for _, names := range [][]string{in.Invariants, in.Properties} {
		for _, n := range names {
			if !nameRE.MatchString(n) {
				return job, tools.Refuse(tool, "%q is no name: define the formula in the module and give its name", n)
			}
		}
	}
	m := syntax.NewSpec(text)
	if m.Definition("Spec") != nil {
		job.Specification = "Spec"
	}
	given := map[string]bool{}
	for _, c := range in.Constants {
		name, value, ok := strings.Cut(c, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !ok || !nameRE.MatchString(name) || value == "" {
			return job, tools.Refuse(tool, "%q is no constant's value: write \"NAME = VALUE\"", c)
		}
		given[name] = true
		job.Constants = append(job.Constants, tla.Constant{Name: name, Value: value})
	}

	// The task's values are for those constants only that the module declares: TLC refuses
	// others.
	for _, name := range m.Constants() {
		if value, ok := s.o.Constants[name]; ok && !given[name] {
			job.Constants = append(job.Constants, tla.Constant{Name: name, Value: value})
		}
	}
	return job, nil
}

func (s *session) run(ctx context.Context, tool string, in runIn) (runOut, error) {
	job, err := s.job(tool, in)
	if err != nil {
		return runOut{}, err
	}
	chain, err := s.toolchain(ctx, tool)
	if err != nil {
		return runOut{}, err
	}
	out, err := chain.Check(ctx, job)
	var wrong *tla.InputError
	var missing *tla.MissingError
	switch {
	case errors.As(err, &wrong):
		return runOut{}, tools.Refuse(tool, "%v", err)
	case errors.As(err, &missing):
		return runOut{}, tools.Refuse(tool, "it can't run here: %v", err)
	case err != nil:
		return runOut{}, err
	}
	return ran(out), nil
}

// ran is an outcome as a model is told it.
func ran(o tla.Outcome) runOut {
	r := runOut{Status: string(o.Status), Tool: "tlc " + o.Version, Problems: []string{}, States: max(0, o.Distinct), Depth: o.Depth,
		Actions: []taken{}, NeverTaken: []string{}, Violated: o.Violated, Hint: o.Hint()}
	for _, w := range o.Warnings {
		r.Warnings = append(r.Warnings, flat(w))
	}
	for _, p := range o.Problems {
		if len(r.Problems) == mostProblems {
			r.Problems = append(r.Problems, fmt.Sprintf("… and %d more", len(o.Problems)-mostProblems))
			break
		}
		r.Problems = append(r.Problems, problem(p))
	}

	for _, a := range o.Actions {
		r.Actions = append(r.Actions, taken{a.Name, a.Line, a.Generated})
		if a.Generated == 0 && !slices.Contains(r.NeverTaken, a.Name) {
			r.NeverTaken = append(r.NeverTaken, a.Name)
		}
	}

	// Of a long counterexample the first state, from which the others are told, and the last
	// steps, in which it goes wrong.
	skip := max(0, len(o.Trace)-mostSteps)
	for i, st := range o.Trace {
		if i > 0 && i <= skip {
			continue // the beginning and the end tell most
		}
		step := runStep{Number: st.Number, Action: st.Action}
		if i == 0 {
			for _, v := range st.Vars {
				step.State = append(step.State, flat(v.Name+" = "+v.Value))
			}
		}
		for _, d := range st.Diff {
			step.Changes = append(step.Changes, flat(fmt.Sprintf("%s: %s → %s", d.Name, d.From, d.To)))
		}
		r.Trace = append(r.Trace, step)
	}

	switch {
	case o.Stuttering:
		r.Ending = "it stays in the last state for ever"
	case o.Loop > 0:
		r.Ending = fmt.Sprintf("it goes back to state %d", o.Loop)
		if o.LoopAction != "" {
			r.Ending += " by " + o.LoopAction
		}
	}
	if f := o.Failing; f != nil {
		r.Failing = fmt.Sprintf("%s:%d:%d to %d:%d", f.Module, f.Line, f.Column, f.EndLine, f.EndColumn)
		if f.Definition != "" {
			r.Failing += " in " + f.Definition
		}
	}
	for _, p := range o.Prints[:min(len(o.Prints), mostPrinted)] {
		r.Printed = append(r.Printed, flat(p))
	}

	r.Summary = summary(o)
	return r
}

func summary(o tla.Outcome) string {
	switch o.Status {
	case tla.OK:
		return fmt.Sprintf("no error in all %d reachable states", o.Distinct)
	case tla.Partial, tla.Timeout:
		return fmt.Sprintf("%s; %d distinct states, depth %d", o.Message, max(0, o.Distinct), o.Depth)
	}
	return flat(o.Message)
}

func problem(p tla.Problem) string {
	text := flat(p.Text)
	switch {
	case p.Module != "" && p.Line > 0:
		return fmt.Sprintf("%s:%d:%d: %s", p.Module, p.Line, p.Column, text)
	case p.Kind == tla.ConfigError && p.Line > 0:
		return fmt.Sprintf("config:%d: %s", p.Line, text)
	}
	return text
}

// flat puts a text on one line of bounded length.
func flat(s string) string { return cut(strings.Join(strings.Fields(s), " ")) }
