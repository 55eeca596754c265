package feedback

import (
	"fmt"
	"sort"

	"ensures/verify"
)

// Failure is one thing that went wrong and what to do about it.
type Failure struct {
	Class          Class                  `json:"class"`
	Kind           verify.Kind            `json:"kind"`
	Severity       verify.Severity        `json:"severity"` // a warning does not change the verdict
	Verdict        verify.Verdict         `json:"verdict"`
	Method         string                 `json:"method,omitempty"`
	Key            verify.MethodKey       `json:"key,omitzero"`
	Line           int                    `json:"line"`
	Column         int                    `json:"column,omitempty"`
	Code           string                 `json:"code,omitempty"` // the source line
	Clause         string                 `json:"clause,omitempty"`
	ClauseLine     int                    `json:"clause_line,omitempty"`
	What           string                 `json:"what"`
	Reason         string                 `json:"reason,omitempty"` // why it is open: what the solver did, and suspects
	Counterexample *verify.Counterexample `json:"counterexample,omitempty"`
	Gap            *verify.Gap            `json:"gap,omitempty"`
	Hint           string                 `json:"hint"`
	// Add are the clauses that the hint says to add, for who offers to do so.
	Add []Addition `json:"-"`

	wholeFile bool // a time limit of the file, not of one obligation
}

// Addition is a clause with the line before which it belongs.
type Addition struct {
	Clause string // "requires n >= 0;"
	Line   int
}

// Report is the analysis of an outcome. Failures stand in the order of the outcome's
// diagnostics, those made of its warnings after them.
type Report struct {
	Verdict  verify.Verdict `json:"verdict"`
	Backend  string         `json:"backend"`
	Version  string         `json:"version"`
	Failures []Failure      `json:"failures"`
	Warnings []string       `json:"warnings,omitempty"`
}

// maxHints is how many failures of a file get a hint: each is looked for in the whole
// file, and nobody reads more of them.
const maxHints = 100

// Analyze explains an outcome on a source. The source may be one that does not
// parse; hints are then made from the diagnostics alone.
func Analyze(out verify.Outcome, source string) Report {
	r := Report{Verdict: out.Verdict, Backend: out.Backend, Version: out.Version, Failures: []Failure{}}
	s := newSources(source)
	failing := map[verify.MethodKey]bool{}
	for _, d := range out.Diagnostics {
		failing[d.Method] = true
		r.Failures = append(r.Failures, s.failure(d))
	}

	type once struct {
		kind         verify.Kind
		line, column int
	}
	seen := map[once]bool{}
	for _, w := range out.Warnings {
		if at := (once{w.Kind, w.Line, w.Column}); seen[at] {
			continue
		} else {
			seen[at] = true
		}
		switch class := ClassOf(w.Kind); {
		case class == MissingInvariant && !failing[w.Method]: // nothing is missing where everything is proved
		case w.Kind == verify.UnreachableEnd && failing[w.Method]: // what fails makes the end unreachable for what is assumed after it
		case class == Vacuous, class == MissingInvariant:
			r.Failures = append(r.Failures, s.failure(w))
		default:
			r.Warnings = append(r.Warnings, fmt.Sprintf("%d:%d: %s: %s", w.Line, w.Column, w.Kind, w.Text()))
		}
	}
	return r
}

// failure explains one diagnostic.
func (s *sources) failure(d verify.Diagnostic) Failure {
	f := Failure{Class: ClassOf(d.Kind), Kind: d.Kind, Severity: d.Severity, Verdict: d.Verdict, Method: d.Method.Short(), Key: d.Method,
		Line: d.Line, Column: d.Column, Code: s.line(d.Line), Clause: d.Clause, ClauseLine: d.AssociatedLine, What: d.Message, Reason: d.Reason,
		Counterexample: d.Counterexample, Gap: d.Gap, wholeFile: d.Kind == verify.Timeout && d.Obligation == ""}
	// Without a place of its own the clause stands where it fails.
	if f.ClauseLine == 0 && d.Clause != "" {
		f.ClauseLine = d.Line
	}
	if d.Severity == verify.Warning {
		f.Verdict = verify.Unknown
	}
	if refuted(f) { // why the proof failed is beside the point now
		f.Reason = ""
		if d.Obligation != "" {
			f.What = "a run violates " + d.Obligation
		}
	}
	if s.hints++; s.hints <= maxHints {
		s.added = nil
		f.Hint, f.Add = s.hint(f), s.added
	}
	return f
}

// Text returns what failed with the reason why it is open.
func (f Failure) Text() string {
	if f.Reason == "" {
		return f.What
	}
	return f.What + " (" + f.Reason + ")"
}

// ByImportance returns the failures, those first that explain others or are certain:
// what does not compile, what proves nothing, what a run violates, what is not
// proved, limits.
func (r Report) ByImportance() []Failure {
	out := append([]Failure(nil), r.Failures...)
	sort.SliceStable(out, func(i, j int) bool { return out[i].rank() < out[j].rank() })
	return out
}

func (f Failure) rank() int {
	switch f.Class {
	case Syntax, Type:
		return 0
	case Vacuous:
		return 1
	case MissingInvariant:
		return 2
	case Timeout, Unsupported, Crash:
		return 5
	}
	if c := f.Counterexample; c != nil && c.Replayed {
		return 3
	}
	return 4
}

// Crashed is the report for a verifier that failed itself.
func Crashed(backend string, err error) Report {
	return Report{Verdict: verify.Unknown, Backend: backend, Failures: []Failure{{Class: Crash, Kind: "Crash", Severity: verify.Error, Verdict: verify.Unknown,
		What: err.Error(), Hint: crashHint}}}
}
