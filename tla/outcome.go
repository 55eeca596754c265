package tla

import (
	"fmt"
	"strings"
	"time"
)

// Status says how a run of SANY or TLC ended.
type Status string

// The statuses. Only OK says that everything asked for was checked in all reachable
// states; Partial says that nothing was found in the part that was explored.
const (
	OK       Status = "ok"
	Partial  Status = "partial"  // a budget, a simulation's length or (for temporal properties) a constraint ended the exploration; no error found in it
	Vacuous  Status = "vacuous"  // no initial state, or no action: whatever is asked holds of nothing
	Timeout  Status = "timeout"  // killed: only the progress up to then is known
	Syntax   Status = "syntax"   // SANY can't parse a module; also a missing module or a wrong name
	Semantic Status = "semantic" // unknown or doubly defined names, wrong numbers of arguments, levels

	Config         Status = "config"          // the configuration file is wrong or doesn't fit the module
	Assumption     Status = "assumption"      // an ASSUME is false
	Deadlock       Status = "deadlock"        // a state without a successor
	Invariant      Status = "invariant"       // violated, also in an initial state
	ActionProperty Status = "action_property" // a property of the form [][A]_v is violated by a step
	Temporal       Status = "temporal_property"

	Evaluation    Status = "evaluation" // an expression has no value: in Init, Next, an invariant or a property
	Assertion     Status = "assertion"  // Assert(FALSE, …)
	Unassigned    Status = "unassigned" // an action leaves a variable of the next state open
	StackOverflow Status = "stack_overflow"
	OutOfMemory   Status = "out_of_memory"
)

// Failed reports whether the status is an answer that speaks against the module or
// its configuration.
func (s Status) Failed() bool { return s != OK && s != Partial && s != Timeout }

// Outcome is what a run of TLC says.
type Outcome struct {
	Status   Status    `json:"status"`
	Message  string    `json:"message,omitempty"` // TLC's own words for the error, or ours where it has none
	Problems []Problem `json:"problems,omitempty"`

	// Initial is the number of distinct initial states; −1 where TLC does not tell.
	Initial int `json:"initial"`
	// Generated counts successors, Distinct states; both −1 where TLC does not tell, as in
	// simulation. Queue is what was still to be explored.
	Generated int64 `json:"generated"`
	Distinct  int64 `json:"distinct"`
	Queue     int64 `json:"queue"`
	Depth     int   `json:"depth,omitempty"`

	// Actions is the coverage of every action that TLC sees in the next-state relation,
	// in its order. In a run that ended with an error the counts are only good for
	// telling zero from more; a killed run has the last that TLC printed, if any.
	Actions []Coverage `json:"actions,omitempty"`

	// Violated names the invariant or property; empty where TLC does not tell (temporal
	// properties).
	Violated string `json:"violated,omitempty"`
	// Trace is the counterexample, from an initial state on. Its last state is the bad
	// one; of an evaluation error in an action it is the state in which the action was
	// evaluated.
	Trace []State `json:"trace,omitempty"`
	// Loop is the number (from 1) of the state to which a counterexample's last one goes
	// back, and LoopAction how; 0 for none. Stuttering: it stays in the last one for ever.
	Loop       int    `json:"loop,omitempty"`
	LoopAction string `json:"loop_action,omitempty"`
	Stuttering bool   `json:"stuttering,omitempty"`

	// Failing is the innermost expression that has no value, and the definition around it.
	Failing *Failing `json:"failing,omitempty"`
	// Unassigned are the variables that an action leaves open.
	Unassigned []string `json:"unassigned,omitempty"`

	// Prints are the values that PrintT and Print showed, in order.
	Prints []string `json:"prints,omitempty"`
	// Warnings are TLC's.
	Warnings []string `json:"warnings,omitempty"`
	// Constrained: temporal properties were checked of behaviors that a constraint may
	// have cut off, so that they hold says little.
	Constrained bool `json:"constrained,omitempty"`
	// Untranslated: the module has a PlusCal algorithm, and no TLA+ made of it.
	Untranslated bool `json:"untranslated,omitempty"`

	Version string        `json:"version,omitempty"` // of TLC, as it says itself
	Elapsed time.Duration `json:"elapsed_ns"`
	Raw     *Raw          `json:"-"`

	// Advice is what to do about the first problem, where its words or its line tell.
	Advice string `json:"-"`
}

// Raw is the run as it was.
type Raw struct {
	Argv      []string
	Exit      int // −1 when a signal ended it
	Stdout    string
	Stderr    string
	Truncated bool // output is missing
	TimedOut  bool
}

// Range is a place in a module; lines and columns count from 1, both ends included.
// Zero lines: no place is known.
type Range struct {
	Module    string `json:"module,omitempty"`
	Line      int    `json:"line,omitempty"`
	Column    int    `json:"column,omitempty"`
	EndLine   int    `json:"end_line,omitempty"`
	EndColumn int    `json:"end_column,omitempty"`
}

// Kind is the kind of a problem.
type Kind string

// The kinds of problems.
const (
	SyntaxError   Kind = "syntax"
	LexicalError  Kind = "lexical"
	Precedence    Kind = "precedence"
	SemanticError Kind = "semantic"
	MissingModule Kind = "missing_module"
	WrongName     Kind = "wrong_name" // the file's name is not the module's
	NoModule      Kind = "no_module"  // the file holds none
	ConfigError   Kind = "config"
	RunError      Kind = "run"
	Warning       Kind = "warning"
)

// Problem is a complaint with its place.
type Problem struct {
	Kind Kind   `json:"kind"`
	Code int    `json:"code,omitempty"` // TLC's number of the message; 0 for SANY's
	Text string `json:"text"`
	Range
}

// Coverage is how often an action was taken.
type Coverage struct {
	Name string `json:"name"`
	// Distinct counts states that it was the first to reach; always 0 in simulation.
	Distinct int64 `json:"distinct"`
	// Generated counts successors.
	Generated int64 `json:"generated"`
	// Where the definition's name stands, or the disjunct's body where Part is set.
	Range
	// Part: the action is an unnamed disjunct of the definition Name.
	Part bool `json:"part,omitempty"`
}

// State is one of a trace.
type State struct {
	Number int `json:"number"` // from 1
	// Action led here: a name, or "Initial predicate".
	Action string `json:"action"`
	Range         // of the action's body
	// Vars are the variables in TLC's order.
	Vars []Variable `json:"vars"`
	// Diff is what the action changed; empty for the first state.
	Diff []Change `json:"diff,omitempty"`
}

// Variable is a variable's value as TLC prints it.
type Variable struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Var is the printed value of a variable of the state.
func (s State) Var(name string) (string, bool) {
	for _, v := range s.Vars {
		if v.Name == name {
			return v.Value, true
		}
	}
	return "", false
}

// Change is a variable's value before and after a step.
type Change struct {
	Name string `json:"name"`
	From string `json:"from"`
	To   string `json:"to"`
}

// Changes returns a step's changes in one line.
func Changes(diff []Change) string {
	if len(diff) == 0 {
		return "nothing changes"
	}
	var parts []string
	for _, c := range diff {
		parts = append(parts, fmt.Sprintf("%s %s → %s", c.Name, c.From, c.To))
	}
	return strings.Join(parts, ", ")
}

// Failing is where an evaluation failed.
type Failing struct {
	// Definition is the name of the action or operator at the outermost place: the action
	// that failed, not the one that led to the state. Empty where the module has no
	// definition there.
	Definition string `json:"definition,omitempty"`
	// Range is the innermost expression.
	Range
	// Stack are the nested expressions from the outermost to the innermost.
	Stack []Range `json:"stack,omitempty"`
}

// SyntaxOutcome is what SANY says of modules.
type SyntaxOutcome struct {
	Status   Status    `json:"status"` // OK, Syntax, Semantic
	Problems []Problem `json:"problems,omitempty"`
	// Modules are the names of the modules it analysed to the end.
	Modules []string      `json:"modules,omitempty"`
	Elapsed time.Duration `json:"elapsed_ns"`
	Raw     *Raw          `json:"-"`
}
