package spec

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ensures/bench"
	"ensures/feedback"
	"ensures/tools"
	"ensures/verify"
)

type verifyIn struct {
	code
	Raw bool `json:"raw,omitempty" jsonschema_description:"also give what the verifier printed"`
}

// failure is one failed obligation, as a model needs it.
type failure struct {
	Class          string `json:"class"`
	Line           int    `json:"line"`
	What           string `json:"what"`
	Clause         string `json:"clause,omitempty"`
	ClauseLine     int    `json:"clause_line,omitempty"`
	Counterexample string `json:"counterexample,omitempty"`
	Hint           string `json:"hint,omitempty"`
}

// verdict is a verifier's answer on the task's method.
type verdict struct {
	Verdict   string    `json:"verdict" jsonschema:"enum=verified,enum=refuted,enum=unknown,enum=malformed,enum=unsupported,enum=unwitnessed,enum=conditional,enum=vacuous" jsonschema_description:"only verified counts: the last three are proofs that lean on something unproved or speak of no run"`
	Verifier  string    `json:"verifier" jsonschema_description:"who says so"`
	Unchanged bool      `json:"unchanged" jsonschema_description:"the Java code is the task's"`
	Problems  []string  `json:"problems" jsonschema_description:"why even a verified specification would not count: changed code, assumptions, a precondition that nothing satisfies"`
	Failures  []failure `json:"failures" jsonschema_description:"the first failures"`
	More      int       `json:"more" jsonschema_description:"failures not listed"`
	Warnings  []string  `json:"warnings"`
	Raw       string    `json:"raw,omitempty"`
}

// shown is the number of failures in an answer.
const shown = 4

func (s *Session) verifyTool(w words) tools.Tool {
	return w.worded(tools.New(w.verify, `Verify the task's method against its JML, deductively, with the configured verifier (OpenJML, or a native one that reads the same JML). Fix the first failure first: others often follow from it.`,
		func(ctx context.Context, in verifyIn) (verdict, error) {
			t, p, err := s.current(w.verify, in.Code, w)
			if err != nil {
				return verdict{}, err
			}
			return s.verify(ctx, t, p, unfence(in.Code), in.Raw)
		}))
}

// verify asks the backend about the task's method, and about every other one that
// the candidate specifies: what it says elsewhere is relied on.
func (s *Session) verify(ctx context.Context, t *bench.Task, p program, code string, raw bool) (verdict, error) {
	sv := p.look(code)
	out, err := s.ask(ctx, t, p, code, sv)
	if err != nil {
		return verdict{}, err
	}
	rep := p.explain(out, code)
	v := verdict{Verdict: out.Verdict.String(), Verifier: out.Backend, Unchanged: sv.changed == "",
		Problems: []string{}, Failures: []failure{}, Warnings: []string{}}
	if sv.changed != "" {
		v.Problems = append(v.Problems, sv.changed)
	}
	v.Problems = append(v.Problems, sv.trusts...)

	// A proof that leans on something unproved has a verdict of its own; what it leans on is said
	// here.
	for _, m := range out.Methods {
		for _, c := range out.Conditions(m) {
			v.Problems = append(v.Problems, m.Method.Short()+" is proved on condition only: "+c.String())
		}
	}
	if sv.missing != "" {
		v.Problems = append(v.Problems, sv.missing)
	}
	for _, f := range rep.Failures {
		switch {
		case f.Class == feedback.Vacuous:
			// Not a failure that a proof could mend: it makes the verdict worthless.
			v.Problems = append(v.Problems, vacuous(f.What))
		case len(v.Failures) == shown:
			v.More++
		default:
			v.Failures = append(v.Failures, brief(f))
		}
	}
	v.Warnings = append(v.Warnings, rep.Warnings...)
	if raw {
		v.Raw = cut(rawText(out), 8000)
	}
	return v, nil
}

func vacuous(text string) string {
	return "vacuous: " + text + "; a contradictory precondition proves anything"
}

// ask runs the verifier on every method that the candidate has to answer for. Changed code
// that must not be looked at is no specification of the task.
func (s *Session) ask(ctx context.Context, t *bench.Task, p program, code string, sv survey) (verify.Outcome, error) {
	if sv.barred && sv.changed != "" {
		return verify.Outcome{Verdict: verify.Malformed, Backend: wordsOf(t.Language).label}, nil
	}
	methods := p.asked(sv)
	var out verify.Outcome
	asked := map[string]bool{}
	for len(methods) > 0 {
		m := methods[0]
		methods = methods[1:]
		asked[m] = true
		one, err := askOne(ctx, t, p, code, m)
		if err != nil {
			return out, err
		}
		merge(&out, one)
		// Asked for at the end, since what one method leans on may be among those still to be
		// asked. It ends: what was asked about is not asked again.
		if len(methods) == 0 { // what the proofs lean on is asked about too
			for _, k := range out.NotAsked() {
				name := p.named(k)
				if name == "" && !asked[""] { // that is of another file: only an answer on all knows of it
					out, methods = verify.Outcome{}, []string{""}
					break
				}
				if !asked[name] {
					methods = append(methods, name)
				}
			}
		}
	}

	if asked[""] && !sv.whole {
		out = about(out, p.asked(sv))
	}
	s.mu.Lock()
	s.last[code] = out
	s.mu.Unlock()
	return out, nil
}

// about is what an answer says of some methods, and of those of the file that they lean on.
func about(out verify.Outcome, names []string) verify.Outcome {
	kept := map[verify.MethodKey]bool{}
	var keep func(m verify.MethodOutcome)
	keep = func(m verify.MethodOutcome) {
		if kept[m.Method] {
			return
		}
		kept[m.Method] = true
		for _, k := range m.Rests.Methods {
			if n := out.Find(k); n != nil {
				keep(*n)
			}
		}
	}
	for _, m := range out.Methods {
		if slices.Contains(names, m.Method.Name) {
			keep(m)
		}
	}
	// None of the names is in the answer: rather all of it than nothing.
	if len(kept) == 0 {
		return out
	}
	out.Methods = slices.DeleteFunc(slices.Clone(out.Methods), func(m verify.MethodOutcome) bool { return !kept[m.Method] })
	out.Diagnostics = slices.DeleteFunc(slices.Clone(out.Diagnostics), func(d verify.Diagnostic) bool { return !d.Method.IsZero() && !kept[d.Method] })

	// The verdict is that of what is left, and not of the methods that were taken out.
	out.Settle()
	return out
}

// merge adds the answer on some methods of a file to that on others.
func merge(out *verify.Outcome, one verify.Outcome) {
	if out.Verdict == verify.InvalidVerdict {
		*out = one
		return
	}
	// Settle looks at methods alone; what one of the answers was as a whole, such as malformed,
	// must not get lost.
	whole := verify.Join(out.Verdict, one.Verdict)
	for _, m := range one.Methods {
		if out.Find(m.Method) == nil {
			out.Methods = append(out.Methods, m)
		}
	}
	out.Diagnostics = append(out.Diagnostics, one.Diagnostics...)
	out.Warnings = append(out.Warnings, one.Warnings...)
	out.Settle()
	if !whole.Holds() {
		out.Verdict = verify.Join(out.Verdict, whole)
	}
}

// askOne asks about one method, or about all of them where it is empty. A crash of
// the verifier is an outcome, Unknown with the class of crashes: a candidate may
// have caused it. What is missing is an error.
func askOne(ctx context.Context, t *bench.Task, p program, code, method string) (verify.Outcome, error) {
	b, o := p.backend()
	if b == nil {
		return verify.Outcome{}, missingBackend()
	}
	o.Method = method
	out, err := b.Verify(ctx, verify.Request{File: t.Name, Source: code, Options: o})
	var missing *verify.MissingError
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return out, ctx.Err()
	case errors.As(err, &missing):
		return out, err
	default:
		return verify.Outcome{Verdict: verify.Unknown, Backend: b.Name(), Diagnostics: []verify.Diagnostic{crash(err.Error())}}, nil
	}
	// Nothing was asked, so that nothing failed: that is no proof.
	if out.Verdict == verify.Verified && len(out.Methods) == 0 {
		out.Verdict = verify.Unknown
		out.Diagnostics = append(out.Diagnostics, crash("the verifier found no method "+method))
	}
	return out, nil
}

// crash is a failure of the verifier itself.
func crash(text string) verify.Diagnostic {
	return verify.Diagnostic{Kind: "Crash", Severity: verify.Error, Verdict: verify.Unknown, Message: text}
}

// longest is the most bytes of a counterexample that a model is shown. A longer one, or
// one that a solver suspects and no run confirms, leads it astray more often than not.
const longest = 400

func brief(f feedback.Failure) failure {
	out := failure{Class: string(f.Class), Line: f.Line, What: f.Text(), Clause: oneLine(f.Clause), ClauseLine: f.ClauseLine, Hint: f.Hint}
	if c := f.Counterexample; c != nil && c.Replayed {
		if text := c.Inputs + " → " + c.Actual; len(text) <= longest {
			out.Counterexample = text
		}
	}
	return out
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func rawText(o verify.Outcome) string {
	var b strings.Builder
	if r := o.Raw; r != nil {
		fmt.Fprintf(&b, "exit %d\n%s%s", r.Exit, r.Stdout, r.Stderr)
		return b.String()
	}
	for _, m := range o.Methods {
		fmt.Fprintf(&b, "%s line %d: %s\n", m.Method.Short(), m.Line, m.Verdict)
		for _, ob := range m.Obligations {
			fmt.Fprintf(&b, "  %s line %d: %s\n", ob.Kind, ob.Line, ob.Verdict)
		}
	}
	for _, d := range o.Diagnostics {
		fmt.Fprintf(&b, "%d:%d: %s: %s\n", d.Line, d.Column, d.Kind, d.Text())
	}
	return b.String()
}

// analysis is every failure of a candidate explained.
type analysis struct {
	Verdict string            `json:"verdict"`
	Text    string            `json:"text" jsonschema_description:"each failure with its code, clause, a run that shows it and a hint"`
	Classes map[string]string `json:"classes" jsonschema_description:"what the failure classes mean"`
	First   string            `json:"first" jsonschema_description:"what to do first"`
}

func (s *Session) analyzeTool(w words) tools.Tool {
	const name = "analyze_errors"
	example := tools.Example{Note: "After a failed verification of the same code", Text: `print(analyze_errors(code=candidate)["text"])`}
	return w.worded(tools.New(name, `Explain why a candidate is not verified: every failure with its class, code and clause, a run that violates it where there is one, and what to change.`,
		func(ctx context.Context, in code) (analysis, error) {
			text := unfence(in.Code)
			t, p, err := s.current(name, text, w)
			if err != nil {
				return analysis{}, err
			}
			s.mu.Lock()
			// A verification of the same text in this session has the answer, which takes seconds
			// to make.
			out, ok := s.last[text]
			s.mu.Unlock()
			if !ok {
				sv := p.look(text)
				// Changed code of Rust would have to be compiled, which can run what is in it.
				if sv.barred && sv.changed != "" {
					return analysis{}, tools.Refuse(name, "%s", sv.changed)
				}
				if out, err = s.ask(ctx, t, p, text, sv); err != nil {
					return analysis{}, err
				}
			}
			rep := p.explain(out, text)
			rep.Version = "" // the same on every machine
			a := analysis{Verdict: out.Verdict.String(), Text: rep.Text(1200), Classes: map[string]string{}}
			for _, c := range feedback.Classes() {
				for _, f := range rep.Failures {
					if f.Class == c.Class {
						a.Classes[string(c.Class)] = c.Means
					}
				}
			}
			a.First = "nothing failed: measure its strength with run_spec_harness"
			if len(rep.Failures) > 0 {
				f := rep.ByImportance()[0]
				a.First = fmt.Sprintf("line %d: %s", f.Line, f.Hint)
			}
			return a, nil
		}, example), example)
}
