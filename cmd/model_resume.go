package cmd

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"ensures/agent"
	"ensures/tools"
	"ensures/tools/modeling"
	"ensures/trajectories"
)

// The labels of a run of model, from which it can go on. Those of several runs are
// there only where there are several.
const (
	strategyLabel = "strategy"
	outLabel      = "out"  // the folder for the best model
	numberLabel   = "run"  // this one's number, from 1
	runsLabel     = "runs" // how many there are to be
	pastLabel     = "past" // the runs before this one, by commas
)

// labels are the labels of a run of a number, from 0.
func (m *modeler) labels(i int) map[string]string {
	l := map[string]string{strategyLabel: m.flags.strategy}
	if m.flags.out != "" {
		l[outLabel] = m.flags.out
	}
	if m.flags.runs > 1 {
		l[numberLabel], l[runsLabel], l[pastLabel] = strconv.Itoa(i+1), strconv.Itoa(m.flags.runs), strings.Join(m.past, ",")
	}
	return l
}

// inputs are the task's files.
func (m *modeler) inputs() ([]source, error) {
	var list []source
	for _, name := range m.task.Files() {
		text, err := os.ReadFile(m.task.Path(name))
		if err != nil {
			return nil, fmt.Errorf("task %s: %w", m.task.Name, err)
		}
		list = append(list, source{m.task.Path(name), text})
	}
	return list, nil
}

// reopen opens an interrupted run with its settings, task and strategy.
func (m *modeler) reopen(name string) error {
	rec, err := m.app.reopen("model", name)
	if err != nil {
		return err
	}
	h := rec.Header()
	if len(h.Inputs) == 0 {
		return m.refuse(rec, "an earlier version recorded it, which did not note the task's files")
	}
	f, l := &m.flags, h.Labels
	f.strategy, f.runs = l[strategyLabel], 1
	f.task = cmp.Or(f.task, filepath.Dir(h.Inputs[0].Path))
	if path, err := m.app.findRun(name); err == nil && within(path, m.app.runsDir()) {
		f.out = cmp.Or(f.out, l[outLabel]) // of a record from elsewhere it is anybody's choice
	}
	if l[runsLabel] != "" {
		number, err1 := strconv.Atoi(l[numberLabel])
		runs, err2 := strconv.Atoi(l[runsLabel])
		m.past = strings.FieldsFunc(l[pastLabel], func(r rune) bool { return r == ',' })
		if err1 != nil || err2 != nil || number < 1 || number > runs || len(m.past) != number-1 {
			return m.refuse(rec, fmt.Sprintf("its labels %v do not say which of several runs it is", l))
		}
		m.at, f.runs = number-1, runs
	}
	m.open = rec
	return nil
}

func (m *modeler) refuse(rec *trajectories.Writer, why string) error {
	if err := rec.Suspend(); err != nil {
		return err
	}
	return fmt.Errorf("the run %s can't go on: %s; begin a new run", rec.Header().Run, why)
}

// asItWas checks that a run goes on with what it began with: the task's files and the
// texts for the model. Otherwise requests would differ from the recorded ones, and all
// would be asked anew under the old run's name.
func (m *modeler) asItWas(h trajectories.Header) error {
	if err := unchanged(h, m.files); err != nil {
		return err
	}
	if len(m.files) < len(h.Inputs) {
		return fmt.Errorf("%s is not among the task's files now, but was when the run %s began: begin a new run", h.Inputs[len(m.files)].Path, h.Run)
	}
	for name, hash := range m.hashes {
		if used := strings.HasPrefix(name, "model/") || name == agent.ObservationPrompt; used && h.Prompts[name] != hash {
			return fmt.Errorf("the prompt %s is not as it was when the run %s began: begin a new run", name, h.Run)
		}
	}
	if was := h.Versions["TLC"]; was != m.tools.String() {
		m.log.Warn("the run began with another TLC", "then", was, "now", m.tools.String())
	}
	return nil
}

// read is what a run that ended came to, as its record has it.
func (m *modeler) read(name string, judge *modeling.Judge) (modelRun, error) {
	run, err := m.openRun(name)
	if err != nil {
		return modelRun{}, fmt.Errorf("one of the runs before: %w", err)
	}
	end := run.End()
	if end == nil {
		return modelRun{}, fmt.Errorf("the run %s, one of those before, has not come to its end", name)
	}

	var data struct {
		Steps  int    `json:"steps"`
		Reason string `json:"reason"`
	}
	if err := json.Unmarshal(end.Data, &data); err != nil {
		return modelRun{}, fmt.Errorf("run %s: %w", name, err)
	}

	// The judge is told again what the tools found, so that it ranks this run like those of this
	// process.
	for _, step := range run.Steps() {
		for _, c := range step.Calls() {
			if c.Start.Type == trajectories.ToolCallStart && c.End != nil && c.End.Result != nil {
				judge.Observe(tools.Call{Name: c.Start.Name, Args: c.Start.Args, Result: tools.Result{JSON: c.End.Result}})
			}
		}
	}

	r := modelRun{Run: run.Header.Run, Outcome: agent.Outcome(end.Outcome), Reason: data.Reason, Success: end.Success, Steps: data.Steps}
	if u := end.Usage; u != nil {
		r.Tokens, r.CostUSD = u.Input+u.Output, u.CostUSD
	}
	if end.Candidate != nil {
		r.Scores = end.Candidate.Strict
	}
	r.judged(judge)
	return r, nil
}
