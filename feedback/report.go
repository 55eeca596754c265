package feedback

import (
	"regexp"
	"sort"
	"strconv"
	"strings"

	"ensures/verify"
)

// Failure is one thing that went wrong and what to do about it.
type Failure struct {
	Class          Class                  `json:"class"`
	Kind           verify.Kind            `json:"kind"`
	Severity       verify.Severity        `json:"severity"` // a warning does not change the verdict
	Verdict        verify.Verdict         `json:"verdict"`
	Method         string                 `json:"method,omitempty"`
	Line           int                    `json:"line"`
	Column         int                    `json:"column,omitempty"`
	Code           string                 `json:"code,omitempty"` // the source line
	Clause         string                 `json:"clause,omitempty"`
	ClauseLine     int                    `json:"clause_line,omitempty"`
	What           string                 `json:"what"`
	Counterexample *verify.Counterexample `json:"counterexample,omitempty"`
	Gap            *verify.Gap            `json:"gap,omitempty"`
	Hint           string                 `json:"hint"`
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

// Analyze explains an outcome on a source. The source may be one that does not
// parse; hints are then made from the diagnostics alone.
func Analyze(out verify.Outcome, source string) Report {
	r := Report{Verdict: out.Verdict, Backend: out.Backend, Version: out.Version, Failures: []Failure{}}
	s := newSources(source)
	failing := map[string]bool{}
	for _, d := range out.Diagnostics {
		f := Failure{Class: ClassOf(d.Kind), Kind: d.Kind, Severity: d.Severity, Verdict: d.Verdict, Method: d.Method, Line: d.Line, Column: d.Column,
			Code: s.line(d.Line), Clause: d.Clause, ClauseLine: d.AssociatedLine, What: what(d), Counterexample: d.Counterexample, Gap: d.Gap}
		if f.ClauseLine == 0 && d.Clause != "" {
			f.ClauseLine = d.Line
		}
		f.Hint = s.hint(f)
		failing[d.Method] = true
		r.Failures = append(r.Failures, f)
	}
	seen := map[string]bool{}
	for _, w := range out.Warnings {
		if seen[w] {
			continue
		}
		seen[w] = true
		f, ok := s.warning(w)
		switch {
		case !ok:
		case f.Class == MissingInvariant && !failing[f.Method]:
			continue // nothing is missing where everything is proved
		case f.Kind == verify.UnreachableEnd && failing[f.Method]:
			continue // what fails makes the end unreachable for what is assumed after it
		default:
			r.Failures = append(r.Failures, f)
			continue
		}
		r.Warnings = append(r.Warnings, w)
	}
	return r
}

// what is a diagnostic's message in the light of what became of it.
func what(d verify.Diagnostic) string {
	m := d.Message
	if c := d.Counterexample; c == nil || !c.Replayed {
		return m
	}
	m, _, _ = strings.Cut(m, " (the solver ")
	if rest, ok := strings.CutPrefix(m, "cannot prove "); ok {
		m = "a run violates " + rest
	}
	return m
}

var warningRE = regexp.MustCompile(`^(\d+):(\d+): ([A-Z]\w+)\b(.*?)(?:in|of) method ([\w.]+)`)

// warning reads a warning that is of a class.
func (s *sources) warning(w string) (Failure, bool) {
	m := warningRE.FindStringSubmatch(w)
	if m == nil {
		return Failure{}, false
	}
	k := verify.Kind(m[3])
	c := ClassOf(k)
	if c != Vacuous && c != MissingInvariant {
		return Failure{}, false
	}
	f := Failure{Class: c, Kind: k, Severity: verify.Warning, Verdict: verify.Unknown, Method: m[5]}
	f.Line, _ = strconv.Atoi(m[1])
	f.Column, _ = strconv.Atoi(m[2])
	f.Code = s.line(f.Line)
	switch k {
	case verify.VacuousPrecondition:
		f.What = "nothing satisfies the precondition of method " + f.Method + ", so everything is proved of it"
	case verify.UnreachableEnd:
		f.What = "no run that meets the specification reaches the end of method " + f.Method + ", so nothing is proved there"
	default:
		f.What = "the loop has no invariant" + strings.TrimSuffix(m[4], ", which this loop ") + " after it"
		if l := s.loopAt(f.Line); l != nil && len(s.changed(l)) > 0 {
			f.What = "the loop has no invariant: nothing is known of " + strings.Join(s.changed(l), ", ") + " after it"
		}
	}
	f.Hint = s.hint(f)
	return f, true
}

// ByImportance is the failures with those first that explain others or are certain:
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
