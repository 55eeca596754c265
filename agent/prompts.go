package agent

import (
	"strings"

	"ensures/llm"
	"ensures/sandbox"
	"ensures/tools"
)

// The names of the texts that a run renders, each with its data.
const (
	CodeActPrompt     = "codeact/system" // SystemData
	ReActPrompt       = "react/system"   // SystemData
	PlanPrompt        = "plan"           // StateData
	ObservationPrompt = "observation"    // ObservationData
	FormatPrompt      = "format_error"   // FormatData
	FoldedPrompt      = "folded"         // StateData
)

// Below returns prompts of which the texts of a run, but for observations, are those in a
// folder.
func Below(folder string, p Prompts) Prompts { return below{p, folder} }

type below struct {
	Prompts
	folder string
}

func (b below) Render(name string, data any) (string, error) {
	switch name {
	case CodeActPrompt, ReActPrompt, PlanPrompt, FormatPrompt, FoldedPrompt:
		name = b.folder + "/" + name
	}
	return b.Prompts.Render(name, data)
}

// SystemData is what the first text is made of.
type SystemData struct {
	Tools    string // Markdown of the tools; empty in react mode
	Dialect  string // Markdown of the language that runs; empty in react mode
	MaxSteps int
}

// StateData is where the work stands.
type StateData struct {
	Step    int // the next one
	Left    int // steps, the next one included
	Best    string
	Verdict string
	Scores  map[string]float64
	Failure string   // what the last check found wrong
	Steps   []string // that are folded, in a line each
}

// ObservationData is what came of a step.
type ObservationData struct {
	sandbox.Execution
	Left int // steps
	// Nothing was printed: the last call and what it gave.
	Called string
	Result string
}

// FormatData is a reply without a step in it.
type FormatData struct {
	Problem string
	Mode    Mode
	Left    int
}

// system is the name and data of the first text.
func (r *run) system() (string, any) {
	if r.Mode == ReAct { // the tools go with each request, described
		return ReActPrompt, SystemData{MaxSteps: r.MaxSteps}
	}
	return CodeActPrompt, SystemData{Tools: tools.Markdown(r.Tools.Tools()), Dialect: r.Dialect, MaxSteps: r.MaxSteps}
}

// state is where the work stands.
func (r *run) state() StateData {
	d := StateData{Step: r.n + 1, Left: r.MaxSteps - r.n, Failure: r.Judge.Failure()}
	if best := r.Judge.Best(); best != nil {
		d.Best, d.Verdict, d.Scores = best.Text, best.Verdict, best.Strict
	}
	return d
}

// note is the text in place of folded turns.
func (r *run) note(folded []turn) (string, error) {
	d := r.state()
	d.Steps = titles(folded)
	return r.Prompts.Render(FoldedPrompt, d)
}

// observation is the data of a step's observation.
func (r *run) observation(x sandbox.Execution) ObservationData {
	d := ObservationData{Execution: x, Left: r.MaxSteps - r.n}
	d.Elapsed = 0 // the same run gives the same text
	if x.Stdout == "" && x.Value == "" && x.Error == "" && r.said != "" {
		d.Called, d.Result = r.called, r.said
	}
	return d
}

// problem is what is wrong with a reply without code.
func problem(resp llm.Response) string {
	switch {
	case strings.TrimSpace(resp.Message.Text) == "":
		return "the reply is empty"
	case resp.Finish == llm.Length:
		return "the reply was cut off before its code ended: write less"
	}
	return "the reply has no block of code between ```python and ```"
}

// observed is what a turn showed, whole.
func observed(t turn) string {
	var parts []string
	for _, m := range t.messages[1:] {
		parts = append(parts, m.Text)
	}
	return strings.Join(parts, "\n\n")
}
