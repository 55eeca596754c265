package mutation

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ensures/bench"
	"ensures/internal/effort"
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/mutants"
	"ensures/java/types"
	"ensures/jml"
	"ensures/jml/eval"
	"ensures/metric"
	"ensures/value"
	"ensures/verify"
	"ensures/verify/refute"
)

// Cause says what kills a mutant under the published rule.
type Cause string

// The causes. The first two decide by the contract; a mutant that dies of another one may
// meet it.
const (
	ByContract  Cause = "contract"  // a clause of the contract is false, or not proved
	ByException Cause = "exception" // an exception that the contract does not speak of
	ByBody      Cause = "body"      // a loop's clause or an assertion fails, or is not proved
	ByRange     Cause = "range"     // a number may leave its type's range
	ByUndecided Cause = "undecided" // time-outs, and what the verifier has no meaning for
	ByFailure   Cause = "failure"   // the verifier failed in itself
)

// Causes are in the order of a table.
var Causes = []Cause{ByContract, ByException, ByBody, ByRange, ByUndecided, ByFailure}

// Fate is what became of one mutant.
type Fate struct {
	Mutant   mutants.Mutant
	Likeness Likeness
	Cause    Cause // under the published rule; "" where the mutant survives, or is not counted
	// Contract is whether the contract rejects the mutant; Unknown where neither a run
	// nor a proof says so.
	Contract value.Truth
	// Kept is set of mutants that differ from the program only in what a contract may
	// leave open: in not coming to an end, or in leaving a type's range.
	Kept  bool
	Input string // of the run that decided
}

// counted reports whether a mutant is one of P(r).
func (f Fate) counted() bool { return f.Likeness == Different || f.Likeness == Endless }

// Rate is the completeness rate of a specification, in its columns.
type Rate struct {
	Verdict verify.Verdict `json:"verdict"` // on the program itself; without a proof there is no rate
	Mutants int            `json:"mutants"` // all
	Equal   int            `json:"equal"`
	Alike   int            `json:"alike"`   // not told apart, on too few inputs to be called equal
	Counted int            `json:"counted"` // P(r)
	Killed  map[Cause]int  `json:"killed"`  // under the published rule

	Rejected int `json:"rejected"` // by the contract
	Met      int `json:"met"`      // mutants that meet the contract
	Unknown  int `json:"unknown"`
	Kept     int `json:"kept"` // left out of strict, see Fate

	Compat   *float64 `json:"compat"`
	Contract *float64 `json:"contract"`
	Strict   *float64 `json:"strict"`

	Fates []Fate `json:"-"`
}

// Options say how mutants are asked about.
type Options struct {
	Backend verify.Backend // asked about the program itself
	// Prover is asked about mutants that runs could not decide. It need not look for runs
	// itself; nil is Backend.
	Prover verify.Backend
	Verify verify.Options
}

// ErrNotProved is why a specification has no completeness rate.
var ErrNotProved = errors.New("the program does not meet its specification: only of what is verified a completeness rate is defined")

// Completeness measures the specification that a task's source carries. It is ErrNotProved,
// with the verdict in the rate, where the program itself is not verified.
func Completeness(ctx context.Context, rt *bench.Runtime, task *bench.Task, o Options) (*Rate, error) {
	if o.Prover == nil {
		o.Prover = o.Backend
	}
	own, err := o.Backend.Verify(ctx, verify.Request{File: task.Name, Source: task.Source, Options: o.Verify})
	if err != nil {
		return nil, err
	}
	rate := &Rate{Verdict: own.Verdict, Killed: map[Cause]int{}}
	if own.Verdict != verify.Verified {
		return rate, ErrNotProved
	}

	list, errs := mutants.Of(rt.Types, task.Name, task.Source, nil)
	if len(errs) > 0 {
		return nil, errs[0]
	}
	ref, err := NewReference(ctx, rt, task)
	if err != nil {
		return nil, err
	}
	for _, m := range list {
		f, err := ref.fate(ctx, m, o)
		if err != nil {
			return nil, err
		}
		rate.add(f)
	}
	rate.score()
	return rate, nil
}

func (r *Rate) add(f Fate) {
	r.Mutants++
	r.Fates = append(r.Fates, f)
	switch f.Likeness {
	case Equal:
		r.Equal++
		return
	case Alike:
		r.Alike++
		return
	}
	r.Counted++
	if f.Cause != "" {
		r.Killed[f.Cause]++
	}
	switch {
	case f.Contract == value.True:
		r.Rejected++
	case f.Kept:
		r.Kept++
	case f.Contract == value.False:
		r.Met++
	default:
		r.Unknown++
	}
}

// score computes the three columns; see the comment of the package.
func (r *Rate) score() {
	killed := 0
	for _, n := range r.Killed {
		killed += n
	}
	if r.Compat = metric.Ratio(killed, r.Counted); r.Compat == nil {
		all := 1.0
		r.Compat = &all
	}
	r.Contract = metric.Ratio(r.Rejected, r.Counted)
	r.Strict = metric.Ratio(r.Rejected, r.Rejected+r.Met)
}

// fate says what becomes of a mutant: runs first, then the verifier on the whole file, then
// on the contracts alone.
func (r *Reference) fate(ctx context.Context, m mutants.Mutant, o Options) (Fate, error) {
	f := Fate{Mutant: m, Contract: value.Unknown}
	var err error
	if f.Likeness, err = r.Compare(ctx, m); err != nil || !f.counted() {
		return f, err
	}
	chk, errs := jml.Load(r.rt.Types, m.File, m.Code)
	if len(errs) > 0 {
		return f, errs[0]
	}
	seen, err := r.judge(ctx, chk, o.Verify)
	if err != nil {
		return f, err
	}
	f.Input = seen.input
	if seen.cause == ByContract || seen.cause == ByException {
		f.Cause, f.Contract = seen.cause, value.True
		return f, nil
	}
	f.Kept = seen.ranges || f.Likeness == Endless

	// What a run breaks inside of the body is not proved: a verifier would only look for the
	// proof as long as it may.
	whole, cause := value.Unknown, ByBody
	if !seen.body {
		if whole, cause, err = ask(ctx, m.Code, m.File, o); err != nil {
			return f, err
		}
	}
	f.Cause = cause
	switch {
	case whole == value.True:
		f.Contract = value.False
		return f, nil
	case whole == value.False && (cause == ByContract || cause == ByException):
		f.Contract = value.True
		return f, nil
	}

	bare, err := jml.StripBodies(chk.Spec.Java).Apply()
	if err != nil || bare == m.Code {
		return f, err
	}
	// The loops' clauses are the program's, and the mutant may need others; the contract
	// holds of it where it is proved without them too, by what the verifier finds of itself at
	// its first attempts: without invariants most of what is hard stays open at any effort.
	o.Verify.Quick = true
	alone, cause, err := ask(ctx, bare, m.File, o)
	switch {
	case err != nil:
		return f, err
	case alone == value.True:
		f.Contract = value.False
	case alone == value.False && (cause == ByContract || cause == ByException):
		f.Contract = value.True
	}
	return f, nil
}

// askWork is what the verifier may do over one mutant, in steps of its solvers. What is
// decided is decided in less than half of it; a few questions of arithmetic over bits would
// else take most of the time of all.
const askWork = 10 * time.Second

// ask puts a file to the verifier: True where it is proved, False where it is refuted, and
// otherwise Unknown; and why it is not proved.
func ask(ctx context.Context, code, file string, o Options) (value.Truth, Cause, error) {
	bounded, _, stop := effort.With(ctx, askWork)
	defer stop()
	out, err := o.Prover.Verify(bounded, verify.Request{File: file, Source: code, Options: o.Verify})
	switch {
	case ctx.Err() != nil:
		return value.Unknown, "", ctx.Err()
	case err != nil && bounded.Err() != nil:
		return value.Unknown, ByUndecided, nil
	case err != nil:
		return value.Unknown, ByFailure, nil
	case out.Verdict.Holds() && out.Verdict != verify.Vacuous:
		return value.True, "", nil
	}
	// What is refuted decides; else it is the first failure that has a cause.
	cause := ByUndecided
	for _, d := range out.Diagnostics {
		if d.Severity != verify.Error {
			continue
		}
		if c := causeOf(d.Kind); d.Verdict == verify.Refuted {
			return value.False, c, nil
		} else if cause == ByUndecided {
			cause = c
		}
	}
	return value.Unknown, cause, nil
}

// causeOf sorts what a verifier says failed.
func causeOf(k verify.Kind) Cause {
	switch k {
	case verify.Postcondition, verify.ExceptionalPostcondition, verify.ExceptionList, verify.Assignable, verify.Precondition,
		verify.Invariant, verify.InvariantEntrance, verify.InvariantExit, verify.Constraint, verify.Initially, verify.PossiblyNullReturn:
		return ByContract
	case verify.LoopInvariant, verify.LoopInvariantBeforeLoop, verify.LoopDecreases, verify.LoopDecreasesNonNegative,
		verify.Assert, verify.Unreachable, verify.Measured, verify.MissingLoopInvariant:
		return ByBody
	case verify.ArithmeticOperationRange, verify.ArithmeticCastRange:
		return ByRange
	case verify.PossiblyNullDeReference, verify.PossiblyNullValue, verify.PossiblyNullUnbox, verify.PossiblyNullAssignment,
		verify.PossiblyNegativeIndex, verify.PossiblyTooLargeIndex, verify.PossiblyNegativeSize, verify.PossiblyDivideByZero,
		verify.PossiblyBadCast, verify.PossiblyBadArrayAssign, verify.PossiblyLargeShift:
		return ByException
	case verify.InternalFailure:
		return ByFailure
	}
	return ByUndecided
}

// The bounds of a mutant's runs under the contract.
const (
	judgedRuns = 300
	judgeSteps = 20_000
	judgeHeads = 60
	allSteps   = 2_000_000
)

// seen is what the runs of a mutant say.
type seen struct {
	cause  Cause // ByContract or ByException where one decides
	ranges bool  // a run left a type's range
	body   bool  // a run broke a loop's clause or an assertion
	input  string
}

// judge runs a mutant on the inputs of its program that the contract speaks of, short runs
// first, until one of them breaks the contract.
func (r *Reference) judge(ctx context.Context, chk *jml.Checked, o verify.Options) (seen, error) {
	var out seen
	t := eval.NewStepTracer(chk, r.rt.Lib, refute.Exactness(o.Arithmetic))
	method := find(chk, r.prog.Method)
	if method == nil {
		return out, errors.New(r.prog.Method.Name + " is not in the mutant")
	}
	j := eval.NewJudge(chk, t.Program(), method, eval.JudgeOptions{NonNull: !o.NullableByDefault})

	var fields []*types.Field
	for _, c := range chk.Program.Classes() {
		for _, f := range c.Fields {
			if f.Flags.Has(java.Static) {
				fields = append(fields, f)
			}
		}
	}
	var steps int64
	for _, in := range r.first[:min(len(r.first), judgedRuns)] {
		if ctx.Err() != nil || steps > allSteps {
			return out, ctx.Err()
		}
		limit := max(leastSteps, patience*in.steps)
		mach := t.Program().NewMachine(interp.Options{Limits: interp.Limits{Steps: limit, HeapBytes: runHeap}})
		start, end := bench.Bring(mach, in.in, fields, map[string]string{r.prog.Class.Binary: method.Owner.Binary})
		if end.Kind != interp.Returned {
			continue
		}
		mach.Refill(limit, runHeap)
		run := t.Run(mach, method, start.This, start.Args, eval.TraceOptions{Steps: judgeSteps, MaxVisits: judgeHeads, SnapshotLimit: judgeSteps})
		steps += mach.StepsUsed()
		mach.Refill(limit, runHeap)
		speaks := admitted(chk, j, mach, run, !o.NullableByDefault)
		if speaks == nil {
			continue
		}
		out.body = out.body || brokenInside(run)
		switch cause := verdict(chk, j, speaks, mach, run); cause {
		case ByRange:
			out.ranges = true
		case ByContract, ByException:
			out.cause = cause
			out.input = in.end.Input(mach, r.prog.Method)
			return out, nil
		}
	}
	return out, nil
}

// admitted is the contract's view of a run, nil where it does not speak of its input or leans
// on an assumption that the run breaks.
func admitted(chk *jml.Checked, j *eval.Judge, m *interp.Machine, run *eval.Run, nonNull bool) *eval.Judgement {
	if run.PreErr != nil {
		return nil
	}
	d := j.Begin(m, run.Pre)
	if d.Pre.Truth != eval.True || nonNull && eval.NullForbidden(chk, j.Method, run.Pre.Locals) != nil {
		return nil
	}
	if slices.ContainsFunc(run.Stmts, func(s *eval.StmtTrace) bool { return s.Stmt.Kind == jml.AssumeStmt && s.Broken+s.Unsure > 0 }) {
		return nil
	}
	return d
}

// brokenInside reports whether a clause of a loop or an assertion was false in a run, which
// holds of it whatever its end is: they are evaluated as the run comes to them.
func brokenInside(run *eval.Run) bool {
	return slices.ContainsFunc(run.Stmts, func(s *eval.StmtTrace) bool { return s.Broken > 0 }) ||
		slices.ContainsFunc(run.Loops, func(l *eval.LoopTrace) bool {
			return slices.ContainsFunc(l.Clauses, func(c eval.ClauseTrace) bool { return c.Broken > 0 })
		})
}

// verdict says what a run breaks of the contract that speaks of it.
func verdict(chk *jml.Checked, j *eval.Judge, d *eval.Judgement, m *interp.Machine, run *eval.Run) Cause {
	switch run.Outcome.Kind {
	case interp.Overflow:
		return ByRange
	case interp.Returned, interp.Thrown:
	default:
		return ""
	}
	env := run.Env(m)
	env.Steps = 4 * judgeSteps
	post := d.Post(env)
	if post.Truth == eval.False {
		return ByContract
	}
	if run.Outcome.Kind == interp.Thrown {
		// What the code throws itself, or the contract names, was judged with it; the rest are
		// checks of the JVM's that failed.
		if _, explicit := run.At.(*java.Throw); explicit || j.Names(m, run.Outcome.Exception) {
			return ""
		}
		return ByException
	}
	if f := d.Frame(env, eval.Changes(chk, m, &run.Pre, &run.Post, run.Objects)); f.Truth == eval.False {
		return ByContract
	}
	return ""
}

// find is the method of a file's program that stands for m there.
func find(chk *jml.Checked, m *types.Method) *types.Method {
	for d, t := range chk.Unit.Info.Methods {
		if d.Body != nil && verify.KeyOf(t) == verify.KeyOf(m) {
			return t
		}
	}
	return nil
}

// Decision is what the contract says of the mutant: rejected, met or unknown; "" where the
// mutant is not counted.
func (f Fate) Decision() string {
	switch {
	case !f.counted():
		return ""
	case f.Contract == value.True:
		return "rejected"
	case f.Contract == value.False:
		return "met"
	}
	return "unknown"
}

// Sum is the mean of rates over specifications.
type Sum struct {
	Verified, Unverified      int
	Counted, Equal, Alike     int
	Killed                    map[Cause]int
	compat, contract, strict  float64
	contracts, stricts        int
	Rejected, Met, Open, Kept int
}

// Add adds the rate of a verified specification.
func (s *Sum) Add(r *Rate) {
	s.Verified++
	s.Counted += r.Counted
	s.Equal += r.Equal
	s.Alike += r.Alike
	s.Rejected += r.Rejected
	s.Met += r.Met
	s.Open += r.Unknown
	s.Kept += r.Kept
	if s.Killed == nil {
		s.Killed = map[Cause]int{}
	}
	for c, n := range r.Killed {
		s.Killed[c] += n
	}
	s.compat += *r.Compat
	if r.Contract != nil {
		s.contract += *r.Contract
		s.contracts++
	}
	if r.Strict != nil {
		s.strict += *r.Strict
		s.stricts++
	}
}

// Means are the three means; nil of nothing.
func (s *Sum) Means() (compat, contract, strict *float64) {
	mean := func(sum float64, n int) *float64 {
		if n == 0 {
			return nil
		}
		sum /= float64(n)
		return &sum
	}
	return mean(s.compat, s.Verified), mean(s.contract, s.contracts), mean(s.strict, s.stricts)
}

// String says the three means with what they are of, and the causes of the kills.
func (s *Sum) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d specifications verified, %d without a rate", s.Verified, s.Unverified)
	if s.Verified == 0 {
		return b.String()
	}
	compat, contract, strict := s.Means()
	fmt.Fprintf(&b, "; CR compat %.3f", *compat)
	if contract != nil {
		fmt.Fprintf(&b, ", contract %.3f (%d)", *contract, s.contracts)
	}
	if strict != nil {
		fmt.Fprintf(&b, ", strict %.3f (%d)", *strict, s.stricts)
	}
	fmt.Fprintf(&b, "\n%d mutants, %d the same program, %d not told apart", s.Counted, s.Equal, s.Alike)
	fmt.Fprintf(&b, "; the contract rejects %d, %d meet it, of %d nothing is decided, %d only fail to end or leave a range", s.Rejected, s.Met, s.Open, s.Kept)
	b.WriteString("\nkilled under compat by")
	killed := 0
	for _, c := range Causes {
		killed += s.Killed[c]
		fmt.Fprintf(&b, " %s %d,", c, s.Killed[c])
	}
	fmt.Fprintf(&b, " survived %d", s.Counted-killed)
	return b.String()
}
