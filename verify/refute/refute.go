// Package refute looks for concrete runs that violate a specification, and wraps a
// verifier with what it finds: an obligation that the verifier could not prove is
// Refuted when the interpreter has run the real method on an input that violates
// it, and a method that was Verified is Unknown, with a Disagreement, should a run
// ever contradict the proof.
//
// Only runs refute. A solver's model is an input like any other: it is run, and
// never taken at its word.
//
// The package must not know agents, prompts or benchmarks' formats.
package refute

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"ensures/bench"
	"ensures/verify"
)

// Options bound the search.
type Options struct {
	Runtime *bench.Runtime
	Inputs  int   // generated inputs of a method with open failures; 0 is 300
	Seed    int64 // of the inputs; 0 is 1
	Workers int   // methods of a file that are looked at together; 0 is one for each processor
}

// The search goes in rounds, so that what is easy to refute costs little: a few
// inputs for a method that is verified, some for every other one, and all of them
// only where something is still open.
var (
	proofBudget = budget{30, 200_000, 5 * time.Second}
	firstBudget = budget{60, 5_000_000, 30 * time.Second}
	lastBudget  = budget{300, 30_000_000, 60 * time.Second}
)

// Wrap is b with its failures refuted by runs where runs refute them. Methods of
// which a run refutes some failure are not tried again with more patience.
func Wrap(b verify.Backend, o Options) verify.Backend {
	o.Inputs = cmp.Or(o.Inputs, lastBudget.inputs)
	o.Seed = cmp.Or(o.Seed, 1)
	o.Workers = cmp.Or(o.Workers, runtime.NumCPU())
	return &refuter{b, o}
}

type refuter struct {
	verify.Backend
	o Options
}

// Verify implements verify.Backend.
func (r *refuter) Verify(ctx context.Context, req verify.Request) (verify.Outcome, error) {
	start := time.Now()
	outer := ctx
	if d := req.Options.Timeout; d > 0 { // of the verifier and the runs together
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d)
		defer cancel()
	}
	// Quickly first: what a run decides needs no more of the verifier.
	quick := req
	quick.Options.Quick = true
	out, err := r.Backend.Verify(outer, quick) // it looks at the time itself, and says what it did
	if err != nil || out.Verdict == verify.Malformed {
		return out, err
	}
	// With no time left for runs the verifier's answer stands.
	if ctx.Err() != nil {
		return out, outer.Err()
	}

	found, err := r.methods(ctx, req, &out)
	// That the time is over is no error: what was found until then counts.
	if err != nil && (ctx.Err() == nil || outer.Err() != nil) {
		return out, err
	}

	broken := map[int]violation{} // methods that were proved
	var denied []int              // methods of which the verifier denies what a run did
	for i, e := range found {
		if e.broken != nil {
			broken[i] = *e.broken
		}
		if e.against(out, out.Methods[i]) {
			denied = append(denied, i)
		}
	}
	if said, err := r.doubt(ctx, req, out, denied); said != "" || err != nil {
		if err != nil {
			return out, err
		}
		// Whatever that program said of the file is worth nothing: all is asked anew.
		out, err := r.Verify(outer, req)
		out.Warnings = append(out.Warnings, verify.Diagnostic{Kind: verify.Disagreement, Severity: verify.Warning, Line: 1, Column: 1, Message: said, Stage: "prove"})
		return out, err
	}
	contradict(&out, broken)
	for _, i := range denied {
		deny(&out, i)
	}
	name(&out)
	out.Settle()
	out.Elapsed = time.Since(start)
	return out, outer.Err()
}

// methods runs the methods of a file, several at a time, for what the verifier says of them,
// which changes out, and returns what the runs of each say of its proof. Those that the end of
// ctx comes before keep what the verifier says; an error is the first, in their order.
func (r *refuter) methods(ctx context.Context, req verify.Request, out *verify.Outcome) ([]evidence, error) {
	type answer struct {
		evidence
		outcome verify.Outcome // of this method alone
		err     error
	}
	answers := make([]answer, len(out.Methods))
	of := map[verify.MethodKey][]verify.Diagnostic{}
	for _, d := range out.Diagnostics {
		of[d.Method] = append(of[d.Method], d)
	}
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(r.o.Workers, len(answers)) {
		workers.Go(func() {
			// Machines and tables are one worker's own.
			s := newSubject(req.Source, r.o, req.Options.WithDefaults())
			for i := int(next.Add(1)) - 1; i < len(answers) && s != nil && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				a, m := &answers[i], out.Methods[i]
				a.outcome = *out
				a.outcome.Methods, a.outcome.Diagnostics = []verify.MethodOutcome{m}, of[m.Method]
				a.evidence, a.err = r.method(ctx, req, s, &a.outcome)
			}
		})
	}
	workers.Wait()

	found := make([]evidence, len(answers))
	var err error
	// In the order of the methods, whichever was done first.
	out.Diagnostics = slices.DeleteFunc(out.Diagnostics, func(d verify.Diagnostic) bool { return out.Find(d.Method) != nil })
	for i, a := range answers {
		ds := of[out.Methods[i].Method]
		if a.outcome.Methods != nil {
			out.Methods[i], ds = a.outcome.Methods[0], a.outcome.Diagnostics
		}
		out.Diagnostics = append(out.Diagnostics, ds...)
		found[i], err = a.evidence, cmp.Or(err, a.err)
	}
	return found, err
}

// method runs a method, the only one of out, for what the verifier says of it, and asks the
// verifier again where that decides nothing. What it returns is what runs say of a proof.
func (r *refuter) method(ctx context.Context, req verify.Request, s *subject, out *verify.Outcome) (evidence, error) {
	m := &out.Methods[0]
	if !m.Verdict.Holds() && m.Verdict != verify.Unknown && m.Verdict != verify.Refuted && m.Verdict != verify.Unsupported {
		return evidence{}, nil
	}
	tm := s.method(m.Method)
	if tm == nil {
		// There is nothing to run; with more patience the verifier may know more.
		return evidence{}, r.again(ctx, req, out)
	}

	began := time.Now()
	defer func() { out.Methods[0].Elapsed += time.Since(began) }()
	sr := s.search(tm)
	if m.Verdict.Holds() {
		sr.proved = true
		sr.run(ctx, nil, proofBudget)
		var err error
		if sr.violated() == nil {
			err = sr.witness(ctx, r.Backend, req, m)
		}
		return sr.evidence(sr.violated()), err
	}

	sr.run(ctx, suspects(*out, m.Method), firstBudget)
	if err := sr.entry(ctx, r.Backend, req, m.Method); err != nil {
		return sr.evidence(nil), err
	}
	if refuted(out, m, sr.found) {
		return evidence{}, nil
	}
	// The inputs go on where the first round ended.
	sr.run(ctx, nil, budget{r.o.Inputs - firstBudget.inputs, lastBudget.steps, lastBudget.time})
	if refuted(out, m, sr.found) {
		return evidence{}, nil
	}
	if err := r.again(ctx, req, out); err != nil {
		return sr.evidence(nil), err
	}
	if m.Verdict == verify.Verified { // with patience
		sr.proved = true
		err := sr.witness(ctx, r.Backend, req, m)
		return sr.evidence(sr.violated()), err
	}
	if !refuted(out, m, sr.found) {
		sr.gaps(ctx, out, m.Method)
	}
	return evidence{}, nil
}

// evidence is what runs of a proved method say of its proof.
type evidence struct {
	broken   *violation // of what was proved; nil where there is none
	admitted bool       // a run satisfies the precondition
	ended    bool       // a run that agrees with the specification ends normally
}

// evidence returns what the runs say, with one that violates what was proved.
func (r *search) evidence(broken *violation) evidence {
	e := evidence{broken: broken, admitted: r.admitted > 0}
	for at := range r.reached {
		e.ended = e.ended || !at.throws
	}
	return e
}

// against reports whether a run contradicts what the verifier says of a method: its
// proof, or that nothing satisfies the precondition, or that no run reaches the end.
//
// Side condition: the proof leans on nothing that isn't proved; of a world that there
// isn't, much can be shown.
func (e evidence) against(out verify.Outcome, m verify.MethodOutcome) bool {
	if !m.Verdict.Holds() || m.Verdict == verify.Conditional {
		return false
	}
	return e.broken != nil || slices.ContainsFunc(out.Warnings, func(w verify.Diagnostic) bool {
		return w.Method == m.Method && (w.Kind == verify.VacuousPrecondition && e.admitted || w.Kind == verify.UnreachableEnd && e.ended)
	})
}

// doubt asks a backend over several programs which of them is wrong about a method of
// those that are denied; "" where that can't be told.
func (r *refuter) doubt(ctx context.Context, req verify.Request, out verify.Outcome, denied []int) (string, error) {
	d, ok := r.Backend.(verify.Doubter)
	if !ok {
		return "", nil
	}
	for _, i := range denied[:min(len(denied), maxDoubted)] {
		said, err := d.Doubt(ctx, req, out.Methods[i].Method)
		if said != "" {
			return said, nil
		}
		if err != nil && ctx.Err() != nil {
			return "", nil // what is denied stays unknown
		}
		if err != nil {
			return "", err
		}
	}
	return "", nil
}

// maxDoubted is about how many methods of a file the programs are asked one by one.
const maxDoubted = 10

// deny takes the proof back of a method of which the verifier denies what a run did.
func deny(out *verify.Outcome, i int) {
	m := &out.Methods[i]
	if !m.Verdict.Holds() { // a run has refuted it
		return
	}
	m.Verdict = verify.Unknown
	out.Diagnostics = append(out.Diagnostics, verify.Diagnostic{Kind: verify.Disagreement, Severity: verify.Error, Verdict: verify.Unknown,
		Method: m.Method, Line: m.Line, Column: max(m.Column, 1), Stage: "run",
		Message: fmt.Sprintf("%s %s says that nothing satisfies the precondition, or that no run reaches the end, but a run does", out.Backend, out.Version)})
}

// again asks the verifier about a method that is neither proved nor refuted, with
// all its patience, and puts the answer in the place of the quick one.
func (r *refuter) again(ctx context.Context, req verify.Request, out *verify.Outcome) error {
	m := out.Methods[0]
	if req.Options.Quick || m.Verdict != verify.Unknown || slices.Contains(strings.Split(req.Options.Brief, ";"), m.Method.String()) {
		return nil
	}
	again := req
	again.Options.Method = m.Method.String()
	o, err := r.Backend.Verify(ctx, again)
	if err != nil {
		return err
	}
	for _, n := range o.Methods {
		if n.Method != m.Method {
			continue
		}
		n.Elapsed += m.Elapsed
		out.Methods[0] = n
		var ds []verify.Diagnostic
		for _, d := range o.Diagnostics {
			if d.Method == m.Method {
				ds = append(ds, d)
			}
		}
		out.Diagnostics = ds
		break
	}
	return nil
}

// suspects are the solver's models of a method's failures.
func suspects(out verify.Outcome, m verify.MethodKey) []map[string]any {
	var given []map[string]any
	for _, d := range out.Diagnostics {
		if d.Suspect != nil && d.Method == m {
			given = append(given, d.Suspect)
		}
	}
	return given
}

// name puts the solver's suspicion into the reason of what is left open.
func name(out *verify.Outcome) {
	for i := range out.Diagnostics {
		d := &out.Diagnostics[i]
		if d.Verdict != verify.Unknown || len(d.Suspect) == 0 {
			continue
		}
		var parts []string
		for _, k := range slices.Sorted(maps.Keys(d.Suspect)) {
			parts = append(parts, k+"="+valueText(d.Suspect[k]))
		}
		text := strings.Join(parts, ", ")
		if len(text) > 200 {
			text = text[:200] + "…"
		}
		if d.Reason != "" {
			d.Reason += "; "
		}
		d.Reason += "the solver suspects " + text + ", but no run shows a failure"
	}
}

func valueText(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return strconv.Quote(v)
	case []any:
		var parts []string
		for _, e := range v {
			parts = append(parts, valueText(e))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return fmt.Sprint(v)
}

// refuted marks the method's failures that a run shows, and reports whether the
// method as a whole is decided: refuted, or without failures. A run that its
// specification forbids refutes it even where the verifier asked about something else, or
// could not ask.
func refuted(out *verify.Outcome, m *verify.MethodOutcome, found []violation) bool {
	verdict, any := verify.Verified, false
	for i := range out.Diagnostics {
		d := &out.Diagnostics[i]
		if d.Method != m.Method {
			continue
		}
		any = true
		if d.Verdict == verify.Unknown {
			if v := match(*d, found); v != nil {
				c := v.example
				d.Counterexample, d.Verdict, d.Suspect = &c, verify.Refuted, nil
				d.Reason = ""
				for k := range m.Obligations {
					if ob := &m.Obligations[k]; ob.Kind == d.Kind && ob.Line == d.Line && ob.Column == d.Column && ob.Verdict == verify.Unknown {
						ob.Verdict = verify.Refuted
					}
				}
			}
		}
		verdict = verify.Join(verdict, d.Verdict)
	}
	if any { // no diagnostic is no proof
		m.Verdict = verdict
	}
	if m.Verdict == verify.Unknown || m.Verdict == verify.Unsupported {
		if i := slices.IndexFunc(found, func(v violation) bool { return v.certain }); i >= 0 {
			m.Verdict = verify.Refuted
			out.Diagnostics = append(out.Diagnostics, found[i].diagnostic(m, verify.Refuted, "a run violates the specification"))
		}
	}
	return m.Verdict != verify.Unknown
}

// diagnostic says what a run violates.
func (v *violation) diagnostic(m *verify.MethodOutcome, verdict verify.Verdict, message string) verify.Diagnostic {
	c := v.example
	line := v.line
	if line == 0 {
		line = v.lines[0]
	}
	if line == 0 {
		line = m.Line
	}
	return verify.Diagnostic{Kind: v.kinds[0], Severity: verify.Error, Verdict: verdict, Method: m.Method, Line: line, Column: 1,
		Stage: "run", Counterexample: &c, Message: message}
}

// match finds a violation of the obligation of a diagnostic; one that names no clause
// is any postcondition's. An exception that comes from a statement on other lines is of another obligation.
func match(d verify.Diagnostic, found []violation) *violation {
	for i := range found {
		v := &found[i]
		if !v.is(d.Kind) {
			continue
		}
		// By its clause, else by the lines of the statement that threw; one with neither is of any
		// obligation of the kind.
		switch {
		case v.line > 0:
			if d.AssociatedLine == v.line || d.AssociatedLine == 0 && (d.Line == v.line || d.Clause == "" && d.Kind == verify.Postcondition) {
				return v
			}
		case v.lines[0] > 0:
			if v.lines[0] <= d.Line && d.Line <= v.lines[1] {
				return v
			}
		default:
			return v
		}
	}
	return nil
}

func (v *violation) is(k verify.Kind) bool {
	for _, w := range v.kinds {
		if w == k {
			return true
		}
	}
	return false
}

// contradict takes proofs back that runs contradict. A proof leans on the contracts
// of other methods: where one of those is not proved it was worth nothing; where all
// are, the verifier is wrong or the interpreter is.
func contradict(out *verify.Outcome, broken map[int]violation) {
	sound := true
	for _, m := range out.Methods {
		sound = sound && m.Verdict.Holds()
	}
	for i := range out.Methods {
		v, ok := broken[i]
		if !ok {
			continue
		}
		m := &out.Methods[i]
		d := v.diagnostic(m, verify.Unknown, fmt.Sprintf("%s %s proved the method, but a run violates its specification", out.Backend, out.Version))
		d.Kind = verify.Disagreement
		if !sound || len(out.Conditions(*m)) > 0 {
			d.Kind, d.Verdict = v.kinds[0], verify.Refuted
			d.Message = "a run violates the specification: the proof leaned on a method of the file that is not proved"
		}
		m.Verdict = d.Verdict
		out.Diagnostics = append(out.Diagnostics, d)
	}
}
