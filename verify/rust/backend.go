package rust

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"ensures/rust/mir"
	"ensures/rust/spec"
	"ensures/rust/toolchain"
	"ensures/verify"
	"ensures/verify/condition"
	"ensures/verify/smt"
)

// Compiler prints a file's bodies; *toolchain.Toolchain is one.
type Compiler interface {
	MIR(ctx context.Context, c toolchain.Crate) (string, []toolchain.Message, error)
}

// Options configure a Backend.
type Options struct {
	Compiler Compiler
	// Release is the compiler's version, which is named in outcomes; text of a version
	// that is not known is refused.
	Release string
	Prover  condition.Options
	// Crates are the names of those that files are compiled with, besides std: the
	// compiler is then an [Expander] too.
	Crates []string
}

// Backend is the verifier for Rust. It implements verify.Backend.
type Backend struct {
	o      Options
	prover *condition.Prover
}

// New makes a backend; Close ends its solver processes.
func New(o Options) (*Backend, error) {
	if !mir.Known(o.Release) {
		return nil, &verify.MissingError{Tool: "rustc 1.95 or 1.97", Hint: "rustc is " + o.Release + ", whose MIR is not known"}
	}
	p, err := condition.NewProver(o.Prover)
	if err != nil {
		return nil, err
	}
	return &Backend{o, p}, nil
}

// Over is the backend over another compiler of the same version, with the crates that files
// are compiled with there. It is closed with b.
func (b *Backend) Over(c Compiler, crates []string) *Backend {
	o := b.o
	o.Compiler, o.Crates = c, crates
	return &Backend{o, b.prover}
}

// Close ends the solver processes.
func (b *Backend) Close() { b.prover.Close() }

// Name implements verify.Backend.
func (b *Backend) Name() string { return "rust" }

// Version implements verify.Backend.
func (b *Backend) Version(context.Context) (string, error) {
	return "rustc " + b.o.Release + ", " + b.prover.Versions(), nil
}

// Verify implements verify.Backend.
func (b *Backend) Verify(ctx context.Context, req verify.Request) (verify.Outcome, error) {
	start := time.Now()
	out := verify.Outcome{Backend: b.Name(), Arithmetic: verify.Safe}
	out.Version, _ = b.Version(ctx)

	// Without bodies yet: places are needed for what the parser has to say.
	file := spec.Parse(req.Source)
	u := link(file, &mir.File{})
	for _, e := range file.Errs {
		line, col := u.place(e.From)
		out.Diagnostics = append(out.Diagnostics, verify.Diagnostic{Kind: verify.SyntaxError, Severity: verify.Error, Verdict: verify.Malformed, Line: line, Column: col, Message: e.Error(), Stage: "parse"})
	}
	if len(file.Errs) > 0 {
		out.Verdict = verify.Malformed
		return out, nil
	}

	crate := toolchain.Crate{Name: req.File, Source: u.plain}
	text, messages, err := b.o.Compiler.MIR(ctx, crate)
	if err != nil {
		return out, err
	}
	// The compiler has refused the file: its errors stand in the blanked text, whose places are the
	// source's.
	if text == "" {
		out.Verdict = verify.Malformed
		for _, m := range messages {
			if m.Level == "error" {
				line, col := u.place(u.offset(m.Line, m.Column))
				out.Diagnostics = append(out.Diagnostics, verify.Diagnostic{Kind: verify.TypeError, Severity: verify.Error, Verdict: verify.Malformed, Line: line, Column: col, Message: m.Text, Stage: "check"})
			}
		}
		return out, nil
	}

	bodies, err := mir.Read(text)
	if err != nil {
		return out, err
	}
	u = link(file, bodies)
	if len(b.o.Crates) > 0 {
		expanded, err := b.o.Compiler.(Expander).Expanded(ctx, crate)
		if err != nil {
			return out, err
		}
		// The text of the file alone does not tell names that macros and other crates bring in.
		readForeign(b.o.Crates, crate.Source, expanded, text, bodies).apply(u)
	}

	for _, fn := range file.Funcs {
		if fn.Mode != spec.Exec || fn.Test || req.Options.Method != "" && req.Options.Method != fn.Name || req.Options.Method == "" && !fn.Asked {
			continue
		}
		mo, ds, err := b.function(ctx, u, fn, req.Options)
		if err != nil {
			return out, err
		}
		out.Methods = append(out.Methods, mo)
		out.Diagnostics = append(out.Diagnostics, ds...)
		out.Verdict = verify.Join(out.Verdict, mo.Verdict)
	}

	out.Settle()
	if len(out.Methods) == 0 {
		out.Verdict = verify.Malformed
		message := "no function to verify: none has clauses or stands in a verus! block"
		if m := req.Options.Method; m != "" {
			message = fmt.Sprintf("no function %q", m)
		}
		out.Diagnostics = append(out.Diagnostics, verify.Diagnostic{Kind: verify.NoMethod, Severity: verify.Error, Verdict: verify.Malformed, Line: 1, Column: 1, Message: message, Stage: "check"})
	}
	out.Elapsed = time.Since(start)
	return out, nil
}

func key(fn *spec.Func) verify.MethodKey {
	return verify.MethodKey{Name: fn.Name}
}

// function verifies one function.
func (b *Backend) function(ctx context.Context, u *unit, fn *spec.Func, o verify.Options) (verify.MethodOutcome, []verify.Diagnostic, error) {
	start := time.Now()
	line, col := u.place(fn.NamePos.From)
	mo := verify.MethodOutcome{Method: key(fn), Line: line, Column: col, Verdict: verify.Verified}
	var ds []verify.Diagnostic
	report := func(k verify.Kind, v verify.Verdict, at spec.Span, message string) *verify.Diagnostic {
		l, c := u.place(at.From)
		mo.Verdict = verify.Join(mo.Verdict, v)
		ds = append(ds, verify.Diagnostic{Kind: k, Severity: verify.Error, Verdict: v, Method: mo.Method, Line: l, Column: c, Message: message, Stage: "prove"})
		return &ds[len(ds)-1]
	}

	x, un := u.generate(fn)
	if un != nil {
		at := un.at
		// Deep inside of a rule no place is known; the function's name is one that always is.
		if at.From == 0 && at.To == 0 {
			at = fn.NamePos
		}
		report(verify.UnsupportedConstruct, verify.Unsupported, at, un.Error())
		mo.Elapsed = time.Since(start)
		return mo, ds, nil
	}

	// Before the obligations: a guess is a fact of theirs only once it is proved.
	if x.c.Guesses() > 0 {
		if _, err := b.prover.Fixpoint(ctx, x.c, fixpointWork); err != nil {
			return mo, ds, err
		}
	}
	p, err := b.prover.Solve(ctx, x.c, condition.SolveOptions{Quick: o.Quick})
	if err != nil {
		return mo, ds, err
	}

	for _, r := range p.Results {
		c := x.claims[r.Obligation.Claim]
		l, col := u.place(c.at.From)
		ob := verify.Obligation{Kind: c.kind, Line: l, Column: col, Verdict: verify.Verified, Elapsed: r.Elapsed}
		if !r.Proved() {
			ob.Verdict = verify.Unknown
			d := report(c.kind, verify.Unknown, c.at, message(c, r))
			d.Clause = c.clause
			if c.said.To > 0 && c.kind != verify.Precondition { // a callee's may be std's
				d.AssociatedLine, d.AssociatedColumn = u.place(c.said.From)
			}
		}
		mo.Obligations = append(mo.Obligations, ob)
	}

	// A loop without decreases ends only if one of the variants that were guessed was proved. This is
	// no obligation of the condition, so it is asked here.
	for _, head := range x.order {
		l := x.loops[head]
		if l == nil || len(l.measure) > 0 {
			continue
		}
		ends := false
		for _, v := range l.variants {
			ends = ends || x.c.On(v.guess)
		}
		// One that no path enters needs no end.
		if !ends && l.entered {
			at := fn.NamePos
			if l.source != nil {
				at = spec.Span{From: l.source.From, To: l.source.From + len(l.source.Word)}
			}
			report(verify.LoopDecreases, verify.Unknown, at, "no expression was found that this loop decreases; say one with decreases")
		}
	}

	for _, pr := range p.Unreachable {
		c := x.claims[pr.Claim]
		l, col := u.place(c.at.From)
		if c.kind == verify.VacuousPrecondition {
			mo.Contradiction = &verify.Contradiction{Where: "at the entry", Line: l, Column: col}
		}
	}

	// What the answer rests on is told with it.
	for _, a := range x.assumed {
		l, col := u.place(a.From)
		mo.Rests.Assumed = append(mo.Rests.Assumed, verify.Assumption{What: "assume " + a.Text, Line: l, Column: col})
	}
	// In the file's order, which a map has not.
	for _, f := range u.file.Funcs {
		if x.calls[f] {
			mo.Rests.Methods = append(mo.Rests.Methods, key(f))
		}
	}
	mo.Rests.Library = slices.Sorted(maps.Keys(x.library))
	mo.Rests.Assumed = append(mo.Rests.Assumed, verify.Assumption{What: "memory does not run out"}, verify.Assumption{What: "usize has 64 bits"})
	mo.Elapsed = time.Since(start)
	return mo, ds, nil
}

// fixpointWork is the work on guesses, in the solvers' own steps.
const fixpointWork = 5 * time.Second

func message(c claim, r condition.Result) string {
	m := "cannot prove " + string(c.kind)
	if c.detail != "" {
		m += ": " + c.detail
	}
	switch {
	case r.Limit != nil:
		m += fmt.Sprintf(" (the solver was stopped: %v)", r.Limit)
	case r.Answer == smt.UnknownResult:
		m += " (the solver gave up)"
	}
	return m
}
