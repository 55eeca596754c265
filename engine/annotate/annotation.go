package annotate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ensures/bench"
	"ensures/harness"
	"ensures/java"
	"ensures/propose"
	"ensures/synth"
	"ensures/trajectories"
	"ensures/verify"
)

// Annotation is a file with the clauses that were found for its methods.
type Annotation struct {
	Path     string
	Original string // the file as it was
	Text     string // with the clauses inserted
	Written  string // what goes into the file: Text, or with comments beside
	Result   *propose.FileResult
	Err      error           // why there are none
	Proof    *verify.Outcome // of Text; nil without a verifier
	LeftOut  []synth.LeftOut // by KeepProved
	Helper   bool            // nobody named the file: methods of others call its own
	Called   []string        // methods of the result that nobody named: those that were call them
}

// Options say of which methods of a file specifications are wanted, and how what
// was found is measured.
type Options struct {
	Methods   []string  // Class.name or name; empty: all
	Survivors int       // examples of wrong outputs that a specification still accepts
	Until     time.Time // end of the whole run; zero: none
	Record    Recorder
	Watch     func(method string) (done func()) // called when the work on a method begins, from any goroutine; may be nil
}

// searchUntil returns when the search for clauses ends: a quarter of the time that is
// left is for their proof.
func (o Options) searchUntil() time.Time {
	if o.Until.IsZero() {
		return o.Until
	}
	return o.Until.Add(-max(time.Until(o.Until), 0) / 4)
}

// ErrLate is why a file was not verified that the end of the run cut off.
var ErrLate = errors.New("the run's time is over")

// Recorder is where steps are recorded: a *trajectories.Writer or a
// *trajectories.Step, which may be nil.
type Recorder interface {
	Start(kind, name string, data any) *trajectories.Step
}

// File annotates a file by what package propose finds under the settings.
func File(ctx context.Context, rt *bench.Runtime, path, text string, settings propose.Options, o Options) *Annotation {
	a := &Annotation{Path: path, Original: text, Text: text}
	step := o.Record.Start("file", path, nil)
	settings.Methods, settings.Survivors, settings.Record = o.Methods, o.Survivors, recorded{Step: step, watch: o}
	settings.Until = o.searchUntil()
	a.Result, a.Err = propose.File(ctx, rt, path, text, settings)
	if a.Err == nil {
		a.Text, a.Err = a.Result.Edits.Apply()
	}
	outcome, data := "ok", map[string]any{"annotated": a.Text}
	if a.Err != nil {
		outcome, data = "error", map[string]any{"error": a.Err.Error()}
	}
	step.End(outcome, data)
	return a
}

// recorded is a step of package trajectories as an engine records it; of the methods among
// its steps whoever watches is told.
type recorded struct {
	*trajectories.Step
	watch Options
	done  func()
}

// Start implements propose.Step.
func (r recorded) Start(kind, name string, data any) propose.Step {
	inner := recorded{r.Step.Start(kind, name, data), r.watch, nil}
	if kind == "method" {
		inner.done = r.watch.begin(name)
	}
	return inner
}

// End implements propose.Step.
func (r recorded) End(outcome string, data any) {
	if r.done != nil {
		r.done()
	}
	r.Step.End(outcome, data)
}

// begin tells who watches that the work on a method begins, and returns what ends it.
func (o Options) begin(method string) (done func()) {
	if o.Watch == nil {
		return func() {}
	}
	return o.Watch(method)
}

// Found returns what is recorded of a verifier's answer.
func Found(o verify.Outcome) map[string]any {
	return map[string]any{"backend": o.Backend, "version": o.Version, "arithmetic": o.Arithmetic, "methods": o.Methods, "diagnostics": o.Diagnostics}
}

// Remeasure says how methods that lost clauses are measured again.
type Remeasure struct {
	Runtime  *bench.Runtime
	Settings propose.Options // of the runs
}

// KeepProved takes out of an annotated file what the verifier does not prove, and
// measures the methods that lost something again. An error ends the run.
func (a *Annotation) KeepProved(ctx context.Context, b verify.Backend, proof verify.Options, r Remeasure, o Options) error {
	if a.Err != nil {
		return nil
	}
	step := o.Record.Start("keep", a.Path, nil)

	inner, end := ctx, context.CancelFunc(func() {})
	if !o.Until.IsZero() {
		inner, end = context.WithDeadlineCause(ctx, o.Until, ErrLate)
	}
	var k synth.Kept
	err := context.Cause(inner) // a large file is not even read again when the time is over
	if err == nil {
		k, err = synth.KeepProved(inner, a.about(b, o.Methods), a.Path, a.Original, a.Text, proof)
	}
	if err != nil && inner.Err() != nil { // whatever the verifier says of that
		err = context.Cause(inner)
	}
	end()
	if err != nil {
		step.End("error", map[string]any{"error": err.Error()})
		// It is the user who stopped the run: the file is left as it is.
		if ctx.Err() != nil {
			return err
		}
		// Without a verdict nothing may stay in the file: what was added goes, and the runs are measured
		// without it.
		if !errors.Is(err, ErrLate) {
			a.Err = fmt.Errorf("%s: not verified, so that nothing can be kept: %w", a.Path, err)
		}
		return errors.Join(a.KeepNone(err.Error()), a.remeasure(ctx, r))
	}

	a.Text, a.LeftOut, a.Proof = k.Text, k.LeftOut, &k.Outcome
	r.Settings.Survivors, r.Settings.Until = o.Survivors, o.Until
	err = a.remeasure(ctx, r)
	data := Found(k.Outcome)
	data["annotated"], data["left_out"] = k.Text, k.LeftOut
	step.End(k.Outcome.Verdict.String(), data)
	return err
}

// KeepNone takes out all that was added to a file, for one reason.
func (a *Annotation) KeepNone(why string) error {
	k, err := synth.KeepNone(a.Path, a.Original, a.Text, why)
	a.Text, a.LeftOut, a.Proof = k.Text, k.LeftOut, nil
	return err
}

// Rows gives a file that was not reached a result: a row for each of its methods that
// was wanted.
func (a *Annotation) Rows(o Options) {
	if a.Result != nil {
		return
	}
	file, errs := java.Parse(a.Path, a.Original)
	a.Result = &propose.FileResult{File: file, Errors: errs, Edits: java.NewEdits(file)}
	tasks, _ := bench.BodiesOf(a.Path, a.Original)
	for _, t := range tasks {
		if t.Wanted(file, o.Methods) {
			a.Result.Methods = append(a.Result.Methods, propose.Left(t))
		}
	}
}

// remeasure brings the results of methods that lost clauses in line with what they
// have now.
func (a *Annotation) remeasure(ctx context.Context, r Remeasure) error {
	tasks, _ := bench.BodiesOf(a.Path, a.Text)
	settings := r.Settings
	settings.Bare = true // nothing is searched for: what the file has is measured
	for i, m := range a.Result.Methods {
		if len(a.LeftOutOf(m)) == 0 {
			continue
		}
		for _, t := range tasks {
			if t.ID == m.Name {
				a.Result.Methods[i].Clauses = clausesOf(a.Text, t, m.Line)
			}
		}
		settings.Methods = append(settings.Methods, m.Name)
	}
	if len(settings.Methods) == 0 {
		return nil
	}

	res, err := propose.File(ctx, r.Runtime, a.Path, a.Text, settings)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	for i := range a.Result.Methods {
		m := &a.Result.Methods[i]
		if len(a.LeftOutOf(*m)) == 0 {
			continue
		}
		// What held on the runs is kept beside: the row is to say what the file has now.
		held := m.Row
		m.Held, m.Row, m.Survivors = &held, harness.Row{}, []string{}
		if len(m.Clauses) == 0 {
			m.Status, m.Reason, m.Clauses = propose.Skipped, "nothing that was found is proved", []propose.Clause{}
			continue
		}
		if err != nil {
			continue
		}
		for _, now := range res.Methods {
			if now.Name == m.Name {
				m.Row, m.Survivors = now.Row, now.Survivors
			}
		}
	}
	return nil
}

// LeftOutOf returns what was taken out of a method.
func (a *Annotation) LeftOutOf(m propose.MethodResult) []synth.LeftOut {
	var out []synth.LeftOut
	for _, l := range a.LeftOut {
		if l.Method == m.Line {
			out = append(out, l)
		}
	}
	return out
}

// Unverified returns the methods that do not verify, though nothing that was added
// is to blame.
func (a *Annotation) Unverified() (names []string) {
	if a.Proof == nil || a.Err != nil {
		return nil
	}
	all := a.Proof.Names()
	for i, m := range a.Proof.Methods {
		if m.Verdict != verify.Verified {
			names = append(names, all[i])
		}
	}
	return names
}

// Placed is an annotation with the places that its methods have in the text.
type Placed struct {
	*Annotation
	File  *java.File                            // of the text
	Decls map[*java.MethodDecl]*java.MethodDecl // of the file as it was → of the text
}

// Placed finds the methods in the text: what was inserted are comments, so that they
// come in the same order.
func (a *Annotation) Placed() Placed {
	p := Placed{Annotation: a, Decls: map[*java.MethodDecl]*java.MethodDecl{}}
	p.File, _ = java.Parse(a.Path, a.Text)
	if a.Result == nil || a.Result.File == nil {
		return p
	}
	before, now := methodDecls(a.Result.File), methodDecls(p.File)
	// A mistake in the text, or code that was not understood: no place is better than a wrong one.
	if len(before) != len(now) {
		return p
	}
	for i, d := range before {
		p.Decls[d] = now[i]
	}
	return p
}

// methodDecls returns a file's methods, in the order of the source.
func methodDecls(f *java.File) []*java.MethodDecl {
	var out []*java.MethodDecl
	java.Walk(f, func(n java.Node) bool {
		if d, ok := n.(*java.MethodDecl); ok {
			out = append(out, d)
		}
		return true
	})
	return out
}

// Verdict returns a verifier's verdict on a method, and the verifier; "" where there
// is none.
func (p Placed) Verdict(m propose.MethodResult) (v verify.Verdict, by string) {
	if p.Proof == nil || m.Status == propose.Skipped || m.Status == propose.Unreached { // nothing was specified: there is nothing to be proved
		return verify.InvalidVerdict, ""
	}

	by = p.Proof.Backend + " " + p.Proof.Version
	if d := p.Decls[m.Decl]; d != nil {
		if o := p.outcome(d); o.Verdict != verify.InvalidVerdict {
			return o.Verdict, by
		}
	}
	if p.Proof.Verdict == verify.Verified { // the verifier says nothing of this method
		return verify.Unknown, by
	}
	return p.Proof.Verdict, by
}

// outcome returns a verifier's answer on a method of the annotated text; zero where
// there is none.
func (p Placed) outcome(d *java.MethodDecl) verify.MethodOutcome {
	at := p.File.Position(d.Name.From)
	for _, o := range p.Proof.Methods {
		if o.Line == at.Line && (o.Column == at.Column || o.Column == 0) {
			return o
		}
	}
	return verify.MethodOutcome{}
}

// The words for what is open.
const (
	Refuted     = "refuted"
	Unsupported = "not supported"
	Unproved    = "not proved"
	OnCondition = "on condition"
)

// Open is something that a verifier did not prove.
type Open struct {
	Word string // Refuted, Unsupported, Unproved or OnCondition
	Text string // what: on one line
}

func (o Open) String() string { return o.Word + ": " + o.Text }

// Open returns what the verifier did not prove of a method of the annotated text.
func (p Placed) Open(m propose.MethodResult) []Open {
	decl := p.Decls[m.Decl]
	if p.Proof == nil || decl == nil {
		return nil
	}
	found := p.outcome(decl)
	key := found.Method
	from, to := p.File.Position(decl.Pos()).Line, p.File.Position(decl.End()).Line
	lines := java.SplitLines(p.Text)
	// The comments in front of the method belong to it: its preconditions stand there.
	for from > 1 && from-2 < len(lines) && IsSpecLine(lines[from-2]) {
		from--
	}
	var out []Open
	for _, d := range p.Proof.Diagnostics {
		// By the method that the verifier names; a diagnostic that names none, by its line.
		if !d.Method.IsZero() && d.Method != key || d.Method.IsZero() && (d.Line < from || d.Line > to) {
			continue
		}
		o := Open{Word: Unproved, Text: d.Kind.Title()}
		switch d.Verdict {
		case verify.Refuted:
			o.Word = Refuted
		case verify.Unsupported:
			o.Word = Unsupported
		}
		if d.Clause != "" {
			o.Text += ", `" + strings.Join(strings.Fields(d.Clause), " ") + "`"
		} else if d.Line <= len(lines) {
			o.Text += ", `" + strings.TrimSpace(lines[d.Line-1]) + "`"
		}
		if c := d.Counterexample; c != nil {
			o.Text += fmt.Sprintf(" (for %s: %s)", c.Inputs, c.Actual)
		}
		out = append(out, o)
	}
	for _, c := range p.Proof.Conditions(found) {
		out = append(out, Open{Word: OnCondition, Text: c.String()})
	}
	return out
}

// IsSpecLine reports whether a line of a file belongs to a comment of JML.
func IsSpecLine(l string) bool {
	l = strings.TrimSpace(l)
	return slices.ContainsFunc([]string{"//@", "/*@", "@ ", "@*/"}, func(mark string) bool { return strings.HasPrefix(l, mark) })
}
