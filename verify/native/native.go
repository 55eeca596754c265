// Package native is our own deductive verifier for Java with JML: verification
// conditions by symbolic execution with joins, discharged by warm SMT solver
// processes. It answers in milliseconds what other verifiers start a virtual
// machine for. The semantics is described in docs/design.
//
// Soundness comes first: a construct without a meaning here makes the method
// Unsupported by name, and what the solver cannot prove is Unknown until a
// concrete run refutes it.
//
// The package must not know metrics, agents or benchmarks.
package native

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	"ensures/verify"
	"ensures/verify/condition"
	"ensures/verify/smt"
)

// Options configure a Backend.
type Options struct {
	Library *types.Library
	// Solvers start solver processes, the first one preferred; at least one.
	Solvers []condition.SolverOptions
	// Quick limits the first attempts at an obligation; 0 is 150 ms. It is work and no
	// time: the solver's steps that take so long on an idle machine.
	Quick time.Duration
	// Patient limits the later attempts at all obligations of a method, in the same
	// way; 0 is 10 s.
	Patient time.Duration
	// Processes limits solver processes of each kind; 0 is the number of processors.
	Processes int
	// MaxSteps limits the work on one method's condition; 0 is 200,000.
	MaxSteps int
	// Log, when set, gets what is sent to the first solver's processes: a script
	// that can be run by hand when Processes is 1.
	Log io.Writer
	// Trust is shared by verifiers that use the same solvers; may be nil.
	Trust *condition.Trust
	// Warn, when set, is told once of each solver whose processes do not come up while
	// there are others: the work goes on with those.
	Warn func(string)
}

const installHint = "run `ensures setup z3`"

// Backend is the native verifier. It implements verify.Backend.
type Backend struct {
	opts     Options
	libSpecs *jml.Library
	prover   *condition.Prover
	unasked  bool // contradictions are not looked for; tests alone say so
}

// New makes a backend; Close ends its solver processes.
func New(o Options) (*Backend, error) {
	if o.Quick == 0 {
		o.Quick = 150 * time.Millisecond
	}
	if o.Patient == 0 {
		o.Patient = 10 * time.Second
	}
	if o.MaxSteps == 0 {
		o.MaxSteps = 200_000
	}
	if o.Processes <= 0 {
		o.Processes = runtime.NumCPU()
	}
	p, err := condition.NewProver(condition.Options{Solvers: o.Solvers, Quick: o.Quick, Patient: o.Patient, Processes: o.Processes, Log: o.Log, Warn: o.Warn, Trust: o.Trust})
	if err != nil {
		return nil, missing(err)
	}
	return &Backend{opts: o, libSpecs: jml.NewLibrary(o.Library), prover: p}, nil
}

// missing says which tool is not there, and how to get it.
func missing(err error) error {
	if errors.Is(err, condition.ErrNoSolver) {
		return fmt.Errorf("%w (%w)", &verify.MissingError{Tool: "an SMT solver (z3 or cvc5)", Hint: installHint}, err)
	}
	return err
}

// Close ends the solver processes.
func (b *Backend) Close() { b.prover.Close() }

// Name implements verify.Backend.
func (b *Backend) Name() string { return "native" }

// Version implements verify.Backend: the versions of the solvers that work.
func (b *Backend) Version(context.Context) (string, error) { return b.prover.Versions(), nil }

// Verify implements verify.Backend. A file that brings down what reads it is unknown:
// what a candidate provokes is its own failure, not that of the run.
func (b *Backend) Verify(ctx context.Context, req verify.Request) (out verify.Outcome, err error) {
	defer func() {
		if v := recover(); v != nil {
			o := req.Options.WithDefaults()
			out, err = verify.Outcome{Verdict: verify.Unknown, Backend: b.Name(), Version: b.prover.Versions(), Arithmetic: o.Arithmetic, Diagnostics: []verify.Diagnostic{broken(v)}}, nil
		}
	}()
	out, err = b.verify(ctx, req)
	err = missing(err)
	out.Version = b.prover.Versions() // a solver may have been found not to come up
	return out, err
}

func (b *Backend) verify(ctx context.Context, req verify.Request) (verify.Outcome, error) {
	start := time.Now()
	o := req.Options.WithDefaults()
	out := verify.Outcome{Backend: b.Name(), Arithmetic: o.Arithmetic}
	if err := ctx.Err(); err != nil { // reading a large file takes seconds
		return out, err
	}
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Timeout)
		defer cancel()
	}
	u, errs := b.load(req.File, req.Source, o)
	if len(errs) > 0 {
		out.Verdict, out.Diagnostics = verify.FrontEnd(errs)
		out.Elapsed = time.Since(start)
		return out, nil
	}
	out.Warnings = verify.ReaderWarnings(u.spec.Warnings)
	// Methods without a text have something to prove too, but nobody can name them.
	ms := u.provable()
	if o.Method != "" {
		ms = u.methods(o.Method)
	}
	if err := b.methods(ctx, u, ms, o, &out); err != nil {
		return out, err
	}
	if len(out.Methods) == 0 {
		out.Verdict = verify.Malformed
		msg := "no method to verify"
		if o.Method != "" {
			msg = fmt.Sprintf("no method %q", o.Method)
		}
		out.Diagnostics = append(out.Diagnostics, verify.Diagnostic{Kind: verify.NoMethod, Severity: verify.Error, Verdict: verify.Malformed, Line: 1, Column: 1, Message: msg, Stage: "check"})
	}
	out.Settle()
	out.Elapsed = time.Since(start)
	return out, nil
}

// methods verifies methods, several at a time, and adds what was found of them in their order.
// Those that the time limit comes before are unknown.
func (b *Backend) methods(ctx context.Context, u *unit, ms []*types.Method, o verify.Options, out *verify.Outcome) error {
	type answer struct {
		method verify.MethodOutcome
		beside verify.Outcome // its diagnostics and warnings
		err    error
	}
	answers := make([]answer, len(ms))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(b.opts.Processes, len(ms)) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(ms) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				a := &answers[i]
				a.method, a.err = b.guarded(ctx, u, ms[i], o, &a.beside)
			}
		})
	}
	workers.Wait()

	// In the order of the file, whoever came first.
	late := false
	for i, a := range answers {
		begun := a.method.Verdict != verify.InvalidVerdict
		out.Diagnostics, out.Warnings = append(out.Diagnostics, a.beside.Diagnostics...), append(out.Warnings, a.beside.Warnings...)
		switch {
		case a.err == nil && begun:
		// No time limit of the request's: the solver failed, or the caller gave up.
		case ctx.Err() == nil || o.Timeout == 0:
			return cmp.Or(a.err, context.Cause(ctx))
		default:
			a.method = u.outcome(ms[i], verify.Unknown)
			// The limit is one event: it is told of once, at the first method that it left
			// unproved.
			if !late {
				out.Diagnostics = append(out.Diagnostics, verify.Diagnostic{Kind: verify.Timeout, Severity: verify.Error, Verdict: verify.Unknown,
					Method: a.method.Method, Line: a.method.Line, Column: a.method.Column, Message: "time limit of " + o.Timeout.String() + " reached", Stage: "prove"})
			}
			late = true
		}
		out.Methods = append(out.Methods, a.method)
		out.Verdict = verify.Join(out.Verdict, a.method.Verdict)
	}
	return nil
}

// guarded is method, of which a failure of the verifier in itself is an answer too.
func (b *Backend) guarded(ctx context.Context, u *unit, m *types.Method, o verify.Options, out *verify.Outcome) (mo verify.MethodOutcome, err error) {
	defer func() {
		if v := recover(); v != nil {
			mo, err = u.outcome(m, verify.Unknown), nil
			d := broken(v)
			d.Method, d.Line, d.Column = mo.Method, mo.Line, mo.Column
			out.Diagnostics = append(out.Diagnostics, d)
		}
	}()
	return b.method(ctx, u, m, o, out)
}

// broken is what is told of a panic of the verifier.
func broken(v any) verify.Diagnostic {
	return verify.Diagnostic{Kind: verify.InternalFailure, Severity: verify.Error, Verdict: verify.Unknown, Line: 1, Column: 1, Stage: "prove",
		Message: fmt.Sprintf("the verifier failed in itself: %v at %s", v, panicPlace())}
}

// method verifies one method. It has the unit for itself but while solvers are asked.
func (b *Backend) method(ctx context.Context, u *unit, m *types.Method, o verify.Options, out *verify.Outcome) (verify.MethodOutcome, error) {
	start := time.Now()
	u.turn.Lock()
	defer u.turn.Unlock()
	mo := u.outcome(m, verify.Verified)
	if hidden := u.checked.Hidden[m]; o.Portable && len(hidden) > 0 { // other tools refuse it
		_, ds := verify.FrontEnd(hidden)
		for _, d := range ds {
			d.Method, d.Kind, d.Stage = mo.Method, verify.TypeError, "check"
			out.Diagnostics = append(out.Diagnostics, d)
		}
		mo.Verdict, mo.Elapsed = verify.Malformed, time.Since(start)
		return mo, nil
	}

	x, un := u.generate(m)
	if un != nil {
		d := u.notMeant(m, un)
		mo.Verdict = d.Verdict
		out.Diagnostics = append(out.Diagnostics, d)
		mo.Elapsed = time.Since(start)
		return mo, nil
	}

	warn := func(k verify.Kind, p java.Pos, text string) {
		at := u.file.Position(p)
		out.Warnings = append(out.Warnings, verify.Diagnostic{Kind: k, Severity: verify.Warning, Method: mo.Method, Line: at.Line, Column: at.Column, Message: text, Stage: "prove"})
	}
	for _, p := range x.assumed {
		warn(verify.AssumeUsed, p, "assume is taken on trust")
	}

	x, p, err := b.prove(ctx, u, m, x, o)
	if err != nil {
		mo.Elapsed = time.Since(start)
		return mo, err
	}
	for _, pr := range p.Unreachable {
		w := x.claims[pr.Claim]
		text := "nothing satisfies the precondition, so everything is proved"
		if w.kind == verify.UnreachableEnd {
			text = "no run that meets the specification reaches the end, so nothing is proved there"
		}
		warn(w.kind, w.at, text)
	}
	if p.Struck > 0 {
		warn(verify.ClockLimit, methodPos(m), fmt.Sprintf("the clock ended %d questions to a solver before their limit of steps; on a less busy machine more may be proved", p.Struck))
	}

	// Of the condition that prove chose: guesses that a proof needed are a part of what it rests
	// on.
	mo.Rests = x.basis()
	weak := false
	for _, r := range p.Results {
		c := x.claims[r.Obligation.Claim]
		at := u.file.Position(c.at)
		ob := verify.Obligation{Kind: c.kind, Line: at.Line, Column: at.Column, Verdict: verify.Verified, Elapsed: r.Elapsed}
		if !r.Proved() {
			ob.Verdict = verify.Unknown
			if c.warnOnly {
				warn(c.kind, c.at, "the specification may be undefined here under its quantifier")
				continue
			}
			d := u.diagnose(m, c, r)
			weak = weak || len(c.noInvariant) > 0
			mo.Verdict = verify.Join(mo.Verdict, d.Verdict)
			ob.Verdict = d.Verdict
			out.Diagnostics = append(out.Diagnostics, d)
		}
		mo.Obligations = append(mo.Obligations, ob)
	}

	// Only beside a failure that such a loop may explain: a proof that does not need the invariant
	// is no complaint.
	if weak {
		for _, l := range x.openLoops {
			warn(verify.MissingLoopInvariant, l.at, "nothing is known of "+strings.Join(l.changes, ", ")+", which this loop changes, after it")
		}
	}

	if mo.Verdict == verify.Verified && !b.unasked {
		mo.Contradiction, err = b.contradiction(ctx, u, m, x)
	}
	if mo.Verdict == verify.Verified {
		for _, e := range x.ends {
			mo.Ends = append(mo.Ends, e.End)
		}
	}
	mo.Elapsed = time.Since(start)
	return mo, err
}

// notMeant is what is told of a construct that ends the generation of a method's condition.
func (u *unit) notMeant(m *types.Method, un *unsupported) verify.Diagnostic {
	pos := u.file.Position(un.span.From)
	if !un.span.From.IsValid() {
		pos = u.file.Position(methodPos(m))
	}
	d := verify.Diagnostic{Kind: verify.UnsupportedConstruct, Severity: verify.Error, Verdict: verify.Unsupported,
		Method: verify.KeyOf(m), Line: pos.Line, Column: pos.Column, Message: "not supported: " + un.what, Construct: un.what, Stage: "prove"}
	if un.failure {
		d.Kind, d.Verdict, d.Construct, d.Message = verify.InternalFailure, verify.Unknown, "", "the verifier failed in itself: "+un.what
	}
	if un.wrong {
		d.Kind, d.Verdict, d.Construct, d.Message, d.Stage = verify.TypeError, verify.Malformed, "", un.what, "check"
	}
	return d
}

// Doubt implements verify.Doubter: the solvers are asked about the method's condition
// one by one.
func (b *Backend) Doubt(ctx context.Context, req verify.Request, k verify.MethodKey) (string, error) {
	u, errs := b.load(req.File, req.Source, req.Options.WithDefaults())
	if len(errs) > 0 {
		return "", nil
	}
	for _, m := range u.provable() {
		if verify.KeyOf(m) != k {
			continue
		}
		x, un := u.generate(m)
		if un != nil {
			return "", nil
		}
		said, err := b.prover.Doubt(ctx, x.Condition)
		return said, missing(err)
	}
	return "", fmt.Errorf("no method is %q", k)
}

// contradiction says where "false" is proved of a method that is proved, nil where it
// isn't.
func (b *Backend) contradiction(ctx context.Context, u *unit, m *types.Method, x *exec) (*verify.Contradiction, error) {
	var c *condition.Contradiction
	var err error
	u.meanwhile(func() { c, err = b.prover.Contradiction(ctx, x.Condition) })
	if c == nil || err != nil {
		return nil, err
	}
	where, at := "at the end", x.declPos(m)
	// The whole condition is a step without a claim.
	if c.Step.Claim >= 0 {
		claim := x.claims[c.Step.Claim]
		where, at = claim.detail, claim.at
	}
	p := u.file.Position(at)
	return &verify.Contradiction{Where: where, Line: p.Line, Column: p.Column, Facts: c.Facts}, nil
}

// prove discharges a method's condition. What first attempts leave open is tried
// with loop invariants that the verifier guesses and proves, with bits in full, and
// at last with patience.
func (b *Backend) prove(ctx context.Context, u *unit, m *types.Method, x *exec, o verify.Options) (*exec, *condition.Proof, error) {
	first := o
	first.Quick = true
	p, err := b.solve(ctx, x, first)
	if err != nil || p.Proved() {
		return x, p, err
	}
	// Another condition of the same method takes the place of the one at hand only where it leaves
	// less open.
	better := func(how func(*exec)) error {
		y, un := u.generate(m, how)
		if un != nil {
			// What has no meaning in the other form had one in this.
			return nil
		}
		if y.Guesses() > 0 {
			var err error
			u.meanwhile(func() { _, err = b.prover.Fixpoint(ctx, y.Condition, fixpointWork) })
			if err != nil || !y.AnyOn() {
				return err
			}
		}
		q, err := b.solve(ctx, y, first)
		if err == nil && q.Failures() < p.Failures() {
			x, p = y, q
		}
		return err
	}
	if x.hasLoops && !u.portable {
		if err := better(func(y *exec) { y.auxiliary = true }); err != nil || p.Proved() {
			return x, p, err
		}
	}

	auxiliary := x.auxiliary
	if x.usesBits {
		if err := better(func(y *exec) { y.exactBits, y.auxiliary = true, auxiliary }); err != nil || p.Proved() {
			return x, p, err
		}
	}
	if o.Quick {
		return x, p, nil
	}

	p, err = b.solve(ctx, x, o)
	if err != nil || p.Proved() || !x.usesBits || x.exactBits {
		return x, p, err
	}
	// Bits in full again, with the patience that the quick attempt lacked.
	if y, un := u.generate(m, func(y *exec) { y.exactBits = true }); un == nil {
		if q, err := b.solve(ctx, y, o); err == nil && q.Failures() < p.Failures() {
			x, p = y, q
		}
	}
	return x, p, nil
}

// solve discharges a condition; the inputs of a failure are read from the solver's
// model.
func (b *Backend) solve(ctx context.Context, x *exec, o verify.Options) (p *condition.Proof, err error) {
	x.meanwhile(func() {
		p, err = b.prover.Solve(ctx, x.Condition, condition.SolveOptions{Quick: o.Quick, MaxFailures: o.MaxWarnings, Read: func(m *condition.Model) map[string]any {
			// Solvers are asked outside of the method's turn, and what the reader looks up belongs
			// to the unit.
			x.turn.Lock()
			defer x.turn.Unlock()
			return x.suspect(m)
		}})
	})
	return p, err
}

// meanwhile gives the unit to others while f asks solvers.
func (u *unit) meanwhile(f func()) {
	u.turn.Unlock()
	defer u.turn.Lock()
	f()
}

// diagnose describes a failed obligation.
func (u *unit) diagnose(m *types.Method, c obligation, r condition.Result) verify.Diagnostic {
	at := u.file.Position(c.at)
	d := verify.Diagnostic{Kind: c.kind, Severity: verify.Error, Verdict: verify.Unknown, Method: verify.KeyOf(m), Line: at.Line, Column: at.Column, Clause: c.clause, Stage: "prove", Suspect: r.Suspect}
	if c.assoc.IsValid() {
		p := u.file.Position(c.assoc)
		d.AssociatedLine, d.AssociatedColumn = p.Line, p.Column
	}
	d.Obligation = string(c.kind)
	if c.detail != "" {
		d.Obligation += ": " + c.detail
	}
	if len(c.noInvariant) > 0 {
		d.Obligation += "; a loop before it has no invariant and changes " + strings.Join(c.noInvariant, ", ")
	}
	d.Message = "cannot prove " + d.Obligation
	switch {
	case r.Limit != nil:
		d.Reason = "the solver was stopped: " + r.Limit.Error()
	case r.Answer == smt.UnknownResult:
		d.Reason = "the solver gave up"
	}
	return d
}

func (u *unit) outcome(m *types.Method, v verify.Verdict) verify.MethodOutcome {
	at := u.file.Position(methodPos(m))
	return verify.MethodOutcome{Method: verify.KeyOf(m), Line: at.Line, Column: at.Column, Verdict: v}
}

// panicPlace returns the function that panicked.
func panicPlace() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	// From the top of the stack: the first frame beneath gopanic that is not the runtime's has
	// panicked.
	for began := false; ; {
		f, more := frames.Next()
		name := f.Function[strings.LastIndexByte(f.Function, '/')+1:]
		switch {
		case strings.HasPrefix(name, "runtime."):
			began = began || name == "runtime.gopanic" || name == "runtime.sigpanic"
		case began:
			return name
		}
		if !more {
			return "an unknown place"
		}
	}
}

func methodPos(m *types.Method) java.Pos {
	if m.Decl != nil {
		return m.Decl.Name.From
	}
	if m.Owner.Decl != nil {
		return m.Owner.Decl.Name.From
	}
	return java.NoPos
}

// methods is the methods with bodies, in source order, whose names match; those of
// the specification, whose contracts are relied on, without bodies too.
func (u *unit) methods(want string) []*types.Method {
	var out []*types.Method
	for _, c := range u.classes {
		if c.Library || c.Decl == nil {
			continue
		}
		all := c.Methods
		if sm := u.members[c]; sm != nil {
			all = append(all[:len(all):len(all)], sm.Methods...)
		}
		for _, m := range all {
			hasBody := m.Decl != nil && m.Decl.Body != nil
			if !(hasBody || m.Spec || m.Implicit == types.DefaultConstructor) {
				continue
			}
			if want != "" && !verify.MethodMatches(m, want) {
				continue
			}
			if want != "" && m.Implicit == types.DefaultConstructor && !slices.Contains(strings.Split(want, ";"), verify.KeyOf(m).String()) {
				continue // a name is of what is written
			}
			out = append(out, m)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return methodPos(out[i]) < methodPos(out[j]) })
	return out
}

// load parses and checks a file.
func (b *Backend) load(name, src string, o verify.Options) (*unit, java.ErrorList) {
	ck, errs := jml.Load(b.opts.Library, name, src)
	if len(errs) > 0 {
		return nil, errs
	}
	f, spec, tu := ck.Spec.Java, ck.Spec, ck.Unit
	u := &unit{turn: &sync.Mutex{}, file: f, spec: spec, checked: ck, lib: b.opts.Library, libSpecs: b.libSpecs, infos: []*types.Info{tu.Info, ck.Info}, members: ck.Members,
		arithmetic: o.Arithmetic, nullable: o.NullableByDefault || spec.NullableByDefault, portable: o.Portable, maxSteps: b.opts.MaxSteps,
		fieldDecls: map[*types.Field]*java.FieldDecl{}, clinits: map[*types.Class]*types.Method{}}
	for _, c := range tu.Info.Classes {
		c.Load()
		u.classes = append(u.classes, c)
	}
	sort.Slice(u.classes, func(i, j int) bool { return u.classes[i].Decl.Pos() < u.classes[j].Decl.Pos() })
	note := func(d *java.FieldDecl) {
		for _, v := range d.Vars {
			// A ghost field is in the table of the specification, a field in that of the code.
			for _, i := range u.infos {
				if fl := i.Fields[v]; fl != nil {
					u.fieldDecls[fl] = d
				}
			}
		}
	}
	java.Walk(f, func(n java.Node) bool {
		if d, ok := n.(*java.FieldDecl); ok {
			note(d)
		}
		return true
	})
	for _, cs := range spec.Classes {
		for _, d := range cs.Fields {
			note(d)
		}
	}
	u.inherit()
	u.supertypesElsewhere()
	u.functions = functionsOf(tu.Info)
	u.polluted, u.madeArrays = u.pollutes(f)
	return u, nil
}
