// Package verify is the one question every verifier answers: does this annotated
// Java file satisfy its JML? [Backend] asks it, [Outcome] is the answer, and the
// wrappers of this package (time-out, concurrency limit, cache, recording,
// portfolio) work around any backend.
//
// "No" is a value, not an error: an Outcome is Verified, Refuted, Unknown,
// Malformed or Unsupported. A missing tool, a crash or unreadable output is a Go
// error. Silence or exit status 0 alone is never read as Verified by a backend
// that can say more, and only a backend ever sets Verified.
//
// The package must not know metrics, agents or benchmarks.
package verify

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// Verdict is a verifier's answer.
type Verdict uint8

// The answers. Malformed is a syntax or type error, Unsupported a named
// construct that the backend does not handle.
//
// The last three are proofs that don't count as Verified does, for VR and MVR, for
// exit code 0, for what is written and kept; [Outcome.Settle] tells them apart.
const (
	InvalidVerdict Verdict = iota
	Verified
	Refuted
	Unknown
	Malformed
	Unsupported
	Unwitnessed // proved, but no run was found that the proof speaks of
	Conditional // proved, leaning on something that is not verified itself
	Vacuous     // proved, but the facts of the proof contradict: they prove anything
)

var verdictNames = [...]string{"invalid", "verified", "refuted", "unknown", "malformed", "unsupported", "unwitnessed", "conditional", "vacuous"}

func (v Verdict) String() string {
	if int(v) < len(verdictNames) {
		return verdictNames[v]
	}
	return fmt.Sprintf("verdict(%d)", uint8(v))
}

// Holds reports whether all obligations are proved, whatever the proof is worth.
func (v Verdict) Holds() bool {
	return v == Verified || v == Unwitnessed || v == Conditional || v == Vacuous
}

// Phrase returns the verdict in words.
func (v Verdict) Phrase() string {
	switch v {
	case Unwitnessed:
		return "verified, not witnessed"
	case Conditional:
		return "verified on condition"
	}
	return v.String()
}

// MarshalText implements encoding.TextMarshaler.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Verdict) UnmarshalText(b []byte) error {
	for i, n := range verdictNames {
		if n == string(b) {
			*v = Verdict(i)
			return nil
		}
	}
	return fmt.Errorf("unknown verdict %q", b)
}

// worse orders verdicts for joining methods into a file: the answer to a file is
// the worst answer to any of its methods.
var worse = [...]int{InvalidVerdict: 0, Verified: 1, Unwitnessed: 2, Conditional: 3, Vacuous: 4, Unsupported: 5, Unknown: 6, Refuted: 7, Malformed: 8}

// Join is the verdict on two things together: the worse of the two.
func Join(a, b Verdict) Verdict {
	if worse[b] > worse[a] {
		return b
	}
	return a
}

// Arithmetic is the meaning of + - * and casts in code. In specifications
// arithmetic is mathematical in every mode.
type Arithmetic uint8

// The arithmetic modes: overflow is an error (OpenJML's and KeY's checking
// semantics), wraps around as the JVM does, or is not looked at, code being
// computed in mathematical integers (OpenJML's --arithmetic-failure=quiet).
const (
	InvalidArithmetic Arithmetic = iota
	Safe
	Java
	Quiet
)

var arithmeticNames = [...]string{"invalid", "safe", "java", "quiet"}

func (a Arithmetic) String() string { return arithmeticNames[a] }

// MarshalText implements encoding.TextMarshaler.
func (a Arithmetic) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// ParseArithmetic reads "safe", "java" or "quiet".
func ParseArithmetic(s string) (Arithmetic, error) {
	for i := Safe; i <= Quiet; i++ {
		if arithmeticNames[i] == s {
			return i, nil
		}
	}
	return InvalidArithmetic, fmt.Errorf("unknown arithmetic %q: use safe, java or quiet", s)
}

// Options are the settings that change an answer. The zero value of a field
// means the default named beside it.
type Options struct {
	Arithmetic        Arithmetic    `json:"arithmetic"`          // Safe
	NullableByDefault bool          `json:"nullable_by_default"` // references are non-null unless declared nullable
	Method            string        `json:"method,omitempty"`    // only methods of this name ("m", "C.m", or with parameter types "m(int)", native also "test*"), or several with ; between them; all when empty
	MaxWarnings       int           `json:"max_warnings"`        // failures reported per method; 0 is all
	Timeout           time.Duration `json:"timeout"`             // for the whole file; 0 is the backend's own
	Quick             bool          `json:"quick,omitempty"`     // first attempts only: a hard obligation is unknown at once
	// Brief are methods of which the first attempts are enough, as the names of their keys with
	// ; between them: they have been asked about at length, and nothing written of them is new.
	Brief string `json:"brief,omitempty"`
	// Portable asks for a proof from what is written alone: a backend adds no invariant
	// of its own to a loop, so that another verifier finds in the file what it needs.
	Portable bool `json:"portable,omitempty"`
}

// Unlimited returns the options without a time limit, for who asks many questions and
// has limits of its own.
func (o Options) Unlimited() Options {
	o.Timeout = 0
	return o
}

// WithDefaults fills in the defaults.
func (o Options) WithDefaults() Options {
	if o.Arithmetic == InvalidArithmetic {
		o.Arithmetic = Safe
	}
	return o
}

// Request is one question.
type Request struct {
	File    string // as shown in diagnostics
	Source  string
	Options Options
}

// Backend is a verifier. Verify is safe for concurrent use.
type Backend interface {
	Name() string
	// Version identifies the tool behind the backend, solver included. It is an
	// error when the tool is missing: see [MissingError].
	Version(ctx context.Context) (string, error)
	Verify(ctx context.Context, req Request) (Outcome, error)
}

// MissingError says that a tool is not there and how to get it.
type MissingError struct {
	Tool string
	Hint string
}

func (e *MissingError) Error() string {
	s := e.Tool + " not found"
	if e.Hint != "" {
		s += ": " + e.Hint
	}
	return s
}

// Outcome is the answer to a Request.
type Outcome struct {
	Verdict     Verdict
	Backend     string
	Version     string
	Arithmetic  Arithmetic
	Methods     []MethodOutcome
	Diagnostics []Diagnostic
	Warnings    []Diagnostic // of severity Warning: assume used, vacuous precondition …; they never change the verdict
	Elapsed     time.Duration
	Raw         *Raw `json:",omitempty"` // of process backends
}

// MethodOutcome is the answer for one method.
type MethodOutcome struct {
	Method      MethodKey
	Line        int // of its name
	Column      int `json:",omitempty"`
	Verdict     Verdict
	Obligations []Obligation
	Rests       Basis // what the proof rests on; see Outcome.Settle
	// Contradiction is where the facts of the proof contradict; nil where they don't.
	Contradiction *Contradiction `json:",omitempty"`
	// Ends are where the paths of a proved method end, of backends that say so.
	Ends []End `json:"-"`
	// Witnesses are the runs that agree with the proof; nil where none were sought.
	Witnesses *Witnesses `json:",omitempty"`
	Elapsed   time.Duration
}

// Obligation is one thing that had to be proved.
type Obligation struct {
	Kind    Kind
	Line    int
	Column  int
	Verdict Verdict
	Elapsed time.Duration
}

// Severity of a Diagnostic.
type Severity uint8

// The severities.
const (
	InvalidSeverity Severity = iota
	Error
	Warning
	Note
)

var severityNames = [...]string{"invalid", "error", "warning", "note"}

func (s Severity) String() string { return severityNames[s] }

// MarshalText implements encoding.TextMarshaler.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Diagnostic is one failure, in OpenJML's terms, or a warning.
type Diagnostic struct {
	Kind     Kind
	Severity Severity
	Verdict  Verdict   // Refuted or Unknown for a failed obligation; none of a warning
	Method   MethodKey // that it is about; zero where it is about none, or the backend does not say
	Line     int
	Column   int
	Message  string // what is wrong; with Reason it is the whole text
	// Obligation says what was to be proved: its kind, and what it is about where that
	// isn't its clause.
	Obligation string `json:",omitempty"`
	// Reason is why the obligation is open: what became of the question, and what the
	// verifier suspects.
	Reason           string `json:",omitempty"`
	Construct        string `json:",omitempty"` // without a meaning here, of an UnsupportedConstruct
	AssociatedLine   int    // of the clause that failed, when elsewhere
	AssociatedColumn int    //
	Clause           string // its text
	Counterexample   *Counterexample
	// Suspect is what a solver's model says of the inputs for which the obligation
	// might fail, by parameter and "this.field": nil, bool, int64, float64, string or
	// []any. Nothing has been run on it, so that it is for runs and for no record: JSON
	// has no NaN.
	Suspect map[string]any `json:"-"`
	Gap     *Gap           `json:",omitempty"` // what invariants leave open
	Stage   string         // parse, check, prove, run
}

// Counterexample is a concrete run that violates the clause.
type Counterexample struct {
	Inputs   string `json:"inputs"`   // "a = [3, 1], n = 2"
	Expected string `json:"expected"` // the clause, as text
	Actual   string `json:"actual"`   // result, exception or state
	Replayed bool   `json:"replayed"` // the interpreter has run it
	// Trace is the run's way through loops: the variables at the first loop heads and
	// at the last, one line each.
	Trace []string `json:"trace,omitempty"`
}

// Gap is a state at the end of a loop that the loop's invariants allow and that
// breaks the postcondition. No run gets there: the invariants don't say so.
type Gap struct {
	Line  int      `json:"line"`  // of the loop
	State string   `json:"state"` // values of the variables in scope
	Part  string   `json:"part"`  // of the postcondition, that is false there
	Free  []string `json:"free"`  // variables whose values no run gives them there
}

// Raw is what a tool printed.
type Raw struct {
	Argv     []string
	Exit     int
	Stdout   string
	Stderr   string
	Duration time.Duration
}

// jsonDiagnostic and jsonOutcome are the wire form documented in docs/formats.md.
type jsonDiagnostic struct {
	Kind           Kind            `json:"kind"`
	Severity       Severity        `json:"severity"`
	Method         string          `json:"method,omitempty"`
	Key            string          `json:"key,omitempty"`
	Line           int             `json:"line"`
	Column         int             `json:"column"`
	Message        string          `json:"message"`
	Construct      string          `json:"construct,omitempty"`
	AssociatedLine *int            `json:"associated_line"` // null where there is none
	Clause         string          `json:"clause,omitempty"`
	Counterexample *Counterexample `json:"counterexample"` // null where there is none
	Gap            *Gap            `json:"gap,omitempty"`
}

type jsonMethod struct {
	Name          string         `json:"name"`
	Key           MethodKey      `json:"key"`
	Verdict       Verdict        `json:"verdict"`
	Conditions    []string       `json:"conditions,omitempty"`
	Rests         *jsonBasis     `json:"rests,omitempty"`
	Contradiction *Contradiction `json:"contradiction,omitempty"`
	Witnesses     *Witnesses     `json:"witnesses,omitempty"`
	ElapsedMS     float64        `json:"elapsed_ms"`
}

type jsonBasis struct {
	Methods  []jsonReliance `json:"methods,omitempty"`
	Others   []jsonReliance `json:"elsewhere,omitempty"`
	Library  []string       `json:"library,omitempty"`
	Assumed  []Assumption   `json:"assumed,omitempty"`
	Inferred []Assumption   `json:"inferred,omitempty"`
}

type jsonReliance struct {
	Key     MethodKey `json:"key"`
	Class   string    `json:"class,omitempty"` // of a method of another file, qualified
	Verdict string    `json:"verdict"`
}

type jsonOutcome struct {
	File        string           `json:"file"`
	Verdict     Verdict          `json:"verdict"`
	Backend     string           `json:"backend"`
	Version     string           `json:"version"`
	Arithmetic  Arithmetic       `json:"arithmetic"`
	Methods     []jsonMethod     `json:"methods"`
	Diagnostics []jsonDiagnostic `json:"diagnostics"`
	Warnings    []jsonDiagnostic `json:"warnings,omitempty"`
	ElapsedMS   float64          `json:"elapsed_ms"`
}

// MarshalLine is the outcome as one line of JSON, as `ensures verify --json` prints it.
func MarshalLine(file string, o Outcome) ([]byte, error) {
	j := jsonOutcome{File: file, Verdict: o.Verdict, Backend: o.Backend, Version: o.Version,
		Arithmetic: o.Arithmetic, Methods: []jsonMethod{}, Diagnostics: []jsonDiagnostic{}, ElapsedMS: ms(o.Elapsed)}
	for _, m := range o.Methods {
		j.Methods = append(j.Methods, o.wireMethod(m))
	}
	for _, d := range o.Diagnostics {
		j.Diagnostics = append(j.Diagnostics, d.wire())
	}
	for _, d := range o.Warnings {
		j.Warnings = append(j.Warnings, d.wire())
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	// Clauses are full of < and >, which stay readable.
	enc.SetEscapeHTML(false)
	err := enc.Encode(j)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}

// wireMethod returns the answer on a method in its documented form.
func (o *Outcome) wireMethod(m MethodOutcome) jsonMethod {
	j := jsonMethod{Name: m.Method.Short(), Key: m.Method, Verdict: m.Verdict, Contradiction: m.Contradiction, Witnesses: m.Witnesses, ElapsedMS: ms(m.Elapsed)}
	for _, c := range o.Conditions(m) {
		j.Conditions = append(j.Conditions, c.String())
	}
	if b := m.Rests; len(b.Elsewhere)+len(b.Methods)+len(b.Library)+len(b.Assumed)+len(b.Inferred) > 0 {
		j.Rests = &jsonBasis{Library: b.Library, Assumed: b.Assumed, Inferred: b.Inferred}
		for _, k := range b.Methods {
			v := "not asked"
			if n := o.Find(k); n != nil {
				v = n.Verdict.String()
			}
			j.Rests.Methods = append(j.Rests.Methods, jsonReliance{Key: k, Verdict: v})
		}
		for _, e := range b.Elsewhere {
			v := "not asked"
			if e.Verdict != InvalidVerdict {
				v = e.Verdict.String()
			}
			j.Rests.Others = append(j.Rests.Others, jsonReliance{Key: e.Method, Class: e.Class, Verdict: v})
		}
	}
	return j
}

// wire returns a diagnostic in its documented form.
func (d Diagnostic) wire() jsonDiagnostic {
	j := jsonDiagnostic{Kind: d.Kind, Severity: d.Severity, Method: d.Method.Short(), Key: d.Method.String(), Line: d.Line, Column: d.Column,
		Message: d.Text(), Construct: d.Construct, Clause: d.Clause, Counterexample: d.Counterexample, Gap: d.Gap}
	if d.AssociatedLine > 0 {
		j.AssociatedLine = &d.AssociatedLine
	}
	return j
}

// Text returns the message with the reason why the obligation is open.
func (d Diagnostic) Text() string {
	if d.Reason == "" {
		return d.Message
	}
	return d.Message + " (" + d.Reason + ")"
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// UnmarshalText implements encoding.TextUnmarshaler.
func (a *Arithmetic) UnmarshalText(b []byte) (err error) {
	if string(b) == InvalidArithmetic.String() {
		*a = InvalidArithmetic
		return nil
	}
	*a, err = ParseArithmetic(string(b))
	return err
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Severity) UnmarshalText(b []byte) error {
	for i, n := range severityNames {
		if n == string(b) {
			*s = Severity(i)
			return nil
		}
	}
	return fmt.Errorf("unknown severity %q", b)
}
