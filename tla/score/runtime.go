package score

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"ensures/tla"
	"ensures/tla/syntax"
)

// RuntimeDetail says which actions ran.
type RuntimeDetail struct {
	Actions []Action `json:"actions,omitempty"`
	// ErrorFree: the exploration found no error. It opens the gate.
	ErrorFree bool `json:"error_free"`
	// Exhaustive: all states were explored, not only those that the budget allowed.
	Exhaustive bool       `json:"exhaustive"`
	Status     tla.Status `json:"status"` // of the first exploration
	States     int64      `json:"states"` // distinct
	Problem    string     `json:"problem,omitempty"`

	Compat *CompatRuntime `json:"compat,omitempty"`
}

// Action is an action that the model checker sees in the next-state relation.
type Action struct {
	Name    string `json:"name"`
	Line    int    `json:"line,omitempty"` // of an unnamed part
	Taken   int64  `json:"taken"`          // successors; in a run with an error good for zero or more
	Error   string `json:"error,omitempty"`
	Skipped bool   `json:"skipped,omitempty"` // failed, and was left out to look at the others
}

// CompatRuntime is the published rule's.
type CompatRuntime struct {
	Passed  bool       `json:"passed"`
	Status  tla.Status `json:"status"`
	Covered []string   `json:"covered,omitempty"`
	Error   []string   `json:"error,omitempty"`
	All     []string   `json:"all,omitempty"`
}

const runModule = "EnsuresRun"

// benchJob is the run of a module that extends the model and has a definition, FALSE, in
// place of each action of skip.
func (j *job) benchJob(skip []string, c config) tla.Job {
	defs := j.defs
	// A definition of the configuration file takes the place of the model's: the action is FALSE
	// wherever it is applied, and the module's text stays as it is.
	for _, name := range skip {
		i := slices.IndexFunc(j.mod.Definitions, func(d *syntax.Definition) bool { return d.Name == name })
		var ps []string
		for n := range j.mod.Definitions[i].Params {
			ps = append(ps, fmt.Sprintf("ensures_%d", n+1))
		}
		head := "Ensures_skip_" + name
		c = c.set(assignment{name, "<-", head})
		if len(ps) > 0 {
			head += "(" + strings.Join(ps, ", ") + ")"
		}
		defs += head + " == FALSE\n"
	}
	return tla.Job{Module: extending(runModule, j.mod.Name, defs), Extra: j.sources(), Config: c.String(), Budget: j.o.Budget, Timeout: j.o.Budget + 30*time.Second}
}

func extending(name, module, defs string) tla.Source {
	return tla.Source{Name: name, Text: fmt.Sprintf("---- MODULE %s ----\nEXTENDS %s\n%s====\n", name, module, defs)}
}

// maxSkips is how many actions that fail are looked behind.
const maxSkips = 8

// runtime is the share of actions that are taken and don't fail.
func (j *job) runtime(ctx context.Context) error {
	d := &RuntimeDetail{}
	if v := j.res.Strict[Syntax]; !v.Full() {
		j.res.Strict[Runtime] = Gated(Syntax, v)
	} else {
		j.res.Runtime = d
		if err := j.explore(ctx, d); err != nil {
			return err
		}
	}
	if !j.o.Compat {
		return nil
	}
	if v := j.res.Compat[Syntax]; !v.Full() {
		j.res.Compat[Runtime] = Gated(Syntax, v)
		return nil
	}
	j.res.Runtime = d
	d.Compat = &CompatRuntime{}
	return j.publishedRuntime(ctx, d.Compat)
}

// explore explores all states. An action whose evaluation fails ends that; it is left
// out then, and the others are looked at again.
func (j *job) explore(ctx context.Context, d *RuntimeDetail) error {
	var skip []string
	for {
		t := j.benchJob(skip, j.bench)
		o, err := j.check(ctx, t)
		if err != nil {
			return err
		}
		// The score is of the model as it is; runs without the actions that fail only
		// tell which of the others can be taken.
		if len(skip) == 0 {
			d.Status, d.States, d.Problem = o.Status, max(0, o.Distinct), problem(o)
			d.ErrorFree, d.Exhaustive = o.Status == tla.OK || o.Status == tla.Partial, o.Status == tla.OK
		}

		j.cover(d, o, len(skip) == 0)
		if o.Status == tla.Timeout {
			if len(skip) == 0 {
				j.res.Strict[Runtime] = Value{Why: "no answer within the time limit"}
				return nil
			}
			break
		}

		// The same action again, or too many: another run would tell nothing new.
		bad := j.failed(o)
		if bad == "" || len(skip) == maxSkips || slices.Contains(skip, bad) {
			break
		}
		i := slices.IndexFunc(d.Actions, func(a Action) bool { return a.Name == bad })
		if i < 0 {
			d.Actions = append(d.Actions, Action{Name: bad})
			i = len(d.Actions) - 1
		}

		d.Actions[i].Error, d.Actions[i].Skipped = problem(o), true
		// Only an operator of the model itself can be replaced; a part of one without a name, or
		// a function, can't.
		if !slices.ContainsFunc(j.mod.Definitions, func(x *syntax.Definition) bool { return x.Name == bad && !x.Function }) {
			break
		}
		if skip = append(skip, bad); j.o.Quick {
			break
		}
	}

	covered := 0
	var never []string
	for _, a := range d.Actions {
		switch {
		case a.Error != "":
		case a.Taken > 0:
			covered++
		default:
			never = append(never, a.String())
		}
	}

	v := Share(covered, len(d.Actions), "the model checker saw no action")
	switch {
	case !d.ErrorFree:
		if v.Score == nil {
			v = number(0)
		}
		v.Why = d.Problem
		if *v.Score == 1 { // an error outside the actions: in the initial predicate, a constraint…
			v = Value{Score: new(float64), Why: d.Problem}
		}
	case len(never) > 0:
		v.Why = "never taken: " + strings.Join(never, ", ")
	}
	j.res.Strict[Runtime] = v
	return nil
}

func (a Action) String() string {
	if a.Line > 0 {
		return fmt.Sprintf("%s (line %d)", a.Name, a.Line)
	}
	return a.Name
}

// cover adds what a run covered. The first lists all actions, also those not taken.
func (j *job) cover(d *RuntimeDetail, o tla.Outcome, first bool) {
	for _, c := range o.Actions {
		a := Action{Name: c.Name}
		if c.Part {
			a.Line = c.Line
		}
		i := slices.IndexFunc(d.Actions, func(x Action) bool { return x.Name == a.Name && x.Line == a.Line })
		if i < 0 && !first {
			continue // what stands in the place of an action that was left out
		}
		if i < 0 {
			d.Actions = append(d.Actions, a)
			i = len(d.Actions) - 1
		}
		d.Actions[i].Taken = max(d.Actions[i].Taken, c.Generated)
	}
}

// failed names the action in which a run failed: not the one that led to the state in
// which it did. Empty: no error, or not in an action.
func (j *job) failed(o tla.Outcome) string {
	switch o.Status {
	case tla.Unassigned: // the bad state is in the trace; the action into it left it open
		if n := len(o.Trace); n > 1 {
			return o.Trace[n-1].Action
		}
	// The last state's action led there; the expression without a value stands in another, which
	// the failing place tells (docs/design/017).
	case tla.Evaluation, tla.Assertion:
		if o.Failing != nil {
			return o.Failing.Definition
		}
	}
	return ""
}

// preamble is what TLC says in front of an exception's own words.
var preamble = regexp.MustCompile(`^TLC threw an unexpected exception\..*?The exception was a \S+ : `)

// problem is a run's error in a line.
func problem(o tla.Outcome) string {
	switch o.Status {
	case tla.OK, tla.Partial:
		return ""
	case tla.Vacuous:
		return "there is no initial state"
	case tla.Deadlock:
		return "a state without a successor"
	}
	text := preamble.ReplaceAllString(strings.Join(strings.Fields(o.Message), " "), "")
	if len(text) > 300 {
		text = text[:300] + "…"
	}
	text = cmp.Or(text, strings.ReplaceAll(string(o.Status), "_", " "))
	if f := o.Failing; f != nil && f.Definition != "" {
		text = f.Definition + ": " + text
	}
	return text
}

// publishedRuntime passes unless an exploration finds something; coverage is of
// simulations, and the action at fault is the one into the last state that was printed.
func (j *job) publishedRuntime(ctx context.Context, d *CompatRuntime) error {
	// Deadlock is asked for: the published runs go without the option that turns it off.
	base := tla.Job{Module: j.model.Module, Extra: j.model.Extra, Config: j.cfg.String(), Deadlock: true}
	whole := base
	whole.Timeout = j.o.Budget
	o, err := j.check(ctx, whole)
	if err != nil {
		return err
	}
	d.Status = o.Status
	d.Passed = o.Status == tla.OK || o.Status == tla.Timeout || o.Status == tla.Vacuous || o.Status == tla.Partial

	// Each simulation has a seed of its own, made of ours, so that a score can be repeated.
	for i := range j.o.Simulations {
		sim := base
		sim.Simulate, sim.Depth, sim.Timeout, sim.Seed = &tla.Simulation{Num: 50}, 50, 30*time.Second, j.o.Seed*1000+int64(i)+1
		o, err := j.check(ctx, sim)
		if err != nil {
			return err
		}
		for _, c := range o.Actions {
			d.All = add(d.All, c.Name)
			if c.Generated > 0 {
				d.Covered = add(d.Covered, c.Name)
			}
		}
		// The published rule blames the action into the last state, right or wrong.
		if n := len(o.Trace); o.Status.Failed() && n > 1 {
			d.Error = add(d.Error, o.Trace[n-1].Action)
		}
	}

	good := 0
	for _, a := range d.Covered {
		if !slices.Contains(d.Error, a) {
			good++
		}
	}
	v := Share(good, len(d.All), "no action was seen")
	if !d.Passed {
		v.Why = problem(o)
	}
	j.res.Compat[Runtime] = v
	return nil
}

func add(all []string, s string) []string {
	if slices.Contains(all, s) {
		return all
	}
	all = append(all, s)
	slices.Sort(all)
	return all
}

// opens says whether the later metrics are taken, and the value that they get if not.
// They are only of models that run without an error.
func (j *job) opens(compat bool) (Value, bool) {
	column := j.res.Strict
	if compat {
		column = j.res.Compat
	}
	v := column[Runtime]
	d := j.res.Runtime
	switch {
	case d == nil || !v.Measured():
		return Gated(Runtime, v), false
	case compat && (d.Compat == nil || !d.Compat.Passed), !compat && !d.ErrorFree:
		return Value{Gate: Runtime, Why: "not measured: the model does not run without an error"}, false
	}
	return Value{}, true
}
