package smt

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"ensures/internal/effort"
)

// Result is the answer to check-sat.
type Result uint8

// The answers. A solver's time-out is UnknownResult.
const (
	InvalidResult Result = iota
	Sat
	Unsat
	UnknownResult
)

func (r Result) String() string {
	return [...]string{"invalid", "sat", "unsat", "unknown"}[r]
}

// Conn is a solver process: its standard streams and a kill. A Conn with a method
// End() string is asked, once its output has ended, how the process did.
type Conn interface {
	io.Writer
	io.Reader
	Kill()
}

// Failures of a solver. Each is an ErrSolver and ends the session, whose process
// is killed; none says anything about what was asked.
var (
	// ErrSolver marks a solver that died, hung or printed something unreadable.
	ErrSolver = errors.New("solver failure")
	// ErrHung marks a solver that was killed because it did not answer long after
	// its own time limit.
	ErrHung = errors.New("no answer long after the time limit")
	// ErrMemory marks a solver that ran into its memory limit.
	ErrMemory = errors.New("memory limit reached")
	// ErrCanceled marks a solver whose limit ended a command half-way, so that its
	// state is no longer known.
	ErrCanceled = errors.New("limit reached")
)

// ErrClock says that the clock stopped a check, and not the limit of steps: on a
// machine that is less busy the answer may be another.
var ErrClock = errors.New("the clock's limit came before the limit of steps")

// A limit of work is counted in a solver's own steps, so that the same question has
// the same answer at any load: as many steps as the solver takes in the time given,
// on an idle machine of the kind that docs/measurements.md names. The clock stops a
// check only long after that: at load 16 on two processors a check takes eight times
// as long, and some kinds of steps are three times as slow as the usual ones.
var paces = [...]int64{
	Z3:   20_000, // units of :rlimit of a millisecond
	CVC5: 400,    // units of :rlimit-per
}

// instances bounds what z3 hardly counts as steps: the instances of quantified facts,
// each of which may bring the terms of the next. So many are allowed for a millisecond of
// the limit, and leastInstances in any case. Of the 61,646 checks that end in a proof
// within 200 ms in a run of guided over SpecGenBench one needs more than 10 for each; those
// without an end took up to 50 times their limit before.
const (
	instances      = 25
	leastInstances = 500
)

const (
	clockFactor = 12
	clockLeast  = 2 * time.Second
)

// Beyond its own time limit a solver may take so long for an answer: some parts of
// solvers do not look at the clock, and what was sent has to be read first.
const (
	grace        = 2 * time.Second
	graceEach    = 2 * time.Second // for every MiB sent
	maxUnsent    = 256 << 20       // bytes of commands kept until the next answer is asked for
	maxOutput    = 16 << 20        // bytes of one answer
	aliveTimeout = 5 * time.Second
)

// Solver is a session with one solver process. It is used by one goroutine at a
// time. The first failure is kept and returned by every later call.
type Solver struct {
	conn   Conn
	unsent bytes.Buffer // commands print nothing: they go out with the next query
	out    *bufio.Reader
	err    error
	depth  int
	marker int
	limit  time.Duration // the solver's own, by the clock, of each check; 0 is none
	struck bool          // the clock ended the last check
	steps  int64         // of z3, since the session began
	pace   int64         // steps of an idle millisecond
	log    io.Writer
	kind   Dialect
}

// Dialect is which solver's options are spoken.
type Dialect uint8

// The dialects.
const (
	InvalidDialect Dialect = iota
	Z3
	CVC5
)

func (d Dialect) String() string { return [...]string{"invalid", "z3", "cvc5"}[d] }

// NewSolver begins a session on a fresh process. log, when not nil, gets every
// command as a replayable script.
func NewSolver(conn Conn, d Dialect, log io.Writer) *Solver {
	return &Solver{conn: conn, out: bufio.NewReader(conn), log: log, kind: d, pace: paces[d]}
}

// Dialect is the solver's dialect.
func (s *Solver) Dialect() Dialect { return s.kind }

// Err is the failure that ended the session, nil while it lives.
func (s *Solver) Err() error { return s.err }

// Send gives commands that print nothing. They reach the solver with the next
// query, so that a solver which has stopped reading can't hold up the sender.
func (s *Solver) Send(cmds ...string) {
	if s.err != nil {
		return
	}
	for _, c := range cmds {
		if s.log != nil {
			fmt.Fprintln(s.log, c)
		}
		s.unsent.WriteString(c)
		s.unsent.WriteByte('\n')
	}
	if s.unsent.Len() > maxUnsent {
		s.fail(fmt.Errorf("more than %d MiB of commands", maxUnsent>>20))
	}
}

// Assert asserts t.
func (s *Solver) Assert(t *Term) {
	if t != True {
		s.Send("(assert " + t.String() + ")")
	}
}

// Push opens a scope.
func (s *Solver) Push() { s.depth++; s.Send("(push 1)") }

// Pop closes a scope.
func (s *Solver) Pop() { s.depth--; s.Send("(pop 1)") }

// Depth is the number of open scopes.
func (s *Solver) Depth() int { return s.depth }

// SetLimit bounds the work of each following check: by the steps that the solver
// takes in d on an idle machine, and by the clock as a backstop. cvc5 takes a limit
// before its first check only. Of the context counts how late the clock may be
// ([effort.Late]).
func (s *Solver) SetLimit(ctx context.Context, d time.Duration) {
	s.limit = clockLeast + effort.Late(ctx)*clockFactor*d
	if s.kind == CVC5 {
		s.Send(fmt.Sprintf("(set-option :rlimit-per %d)", s.stepsIn(d)), fmt.Sprintf("(set-option :tlimit-per %d)", s.limit.Milliseconds()))
		return
	}
	s.Send(fmt.Sprintf("(set-option :rlimit %d)", s.stepsIn(d)),
		fmt.Sprintf("(set-option :smt.qi.max_instances %d)", min(max(d.Milliseconds()*instances, leastInstances), math.MaxUint32)),
		fmt.Sprintf("(set-option :timeout %d)", s.limit.Milliseconds()))
}

// SetPace says that the solver, in the way that the session lets it work, takes so
// many steps in a millisecond; without it they are what is usual.
func (s *Solver) SetPace(steps int64) { s.pace = steps }

// Pace is what [Solver.SetPace] said last.
func (s *Solver) Pace() int64 { return s.pace }

// stepsIn is the number of steps that the solver takes in d; at least one, as 0 would
// be no limit.
func (s *Solver) stepsIn(d time.Duration) int64 {
	return min(max(d.Microseconds()*s.pace/1000, 1), math.MaxUint32)
}

// Work is what the session's checks have done so far, as the time that their steps
// take on an idle machine.
func (s *Solver) Work(ctx context.Context) time.Duration {
	if s.kind == CVC5 {
		// cvc5 counts over the session and tells it only when asked.
		lines, err := s.Query(ctx, "(get-info :all-statistics)")
		if m := cvc5Used.FindStringSubmatch(strings.Join(lines, " ")); err == nil && m != nil {
			s.steps, _ = strconv.ParseInt(m[1], 10, 64)
		}
	}
	return time.Duration(s.steps) * time.Millisecond / time.Duration(s.pace)
}

var (
	z3Used   = regexp.MustCompile(`^\(:rlimit (\d+)\)$`)
	cvc5Used = regexp.MustCompile(`"resource::resourceUnitsUsed" (\d+)`)
)

// Struck reports whether the clock ended the last check.
func (s *Solver) Struck() bool { return s.struck }

// Clock returns the backstop of a check: after so long the clock ends it.
func (s *Solver) Clock() time.Duration { return s.limit }

// Check asks check-sat. The context is the outer limit: when it ends the process
// is killed and the session is dead. So it is when there is no answer long after
// the clock's part of SetLimit ([ErrHung]).
func (s *Solver) Check(ctx context.Context) (Result, error) {
	s.struck = false
	if s.limit > 0 {
		// The clock of the process comes first: a solver that still works answers "unknown" before
		// it is killed.
		d := s.limit + grace + graceEach*time.Duration(s.unsent.Len())/(1<<20)
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, d, fmt.Errorf("%w (%v after %v)", ErrHung, d.Round(time.Millisecond), s.limit))
		defer cancel()
	}
	ask := "(check-sat)"
	if s.kind == Z3 {
		// In one round trip with the answer.
		ask += "\n(get-info :rlimit)"
	}
	began := time.Now()
	lines, err := s.Query(ctx, ask)
	if err != nil {
		s.struck = errors.Is(err, ErrHung)
		return InvalidResult, err
	}
	if n := len(lines); s.kind == Z3 && n > 1 {
		if m := z3Used.FindStringSubmatch(lines[n-1]); m != nil {
			s.steps, _ = strconv.ParseInt(m[1], 10, 64)
			lines = lines[:n-1]
		}
	}

	// Anything beside the answer, an error in an earlier command above all, means
	// that the answer is not to what was asked.
	if len(lines) == 1 {
		switch lines[0] {
		case "sat":
			return Sat, nil
		case "unsat":
			return Unsat, nil
		case "unknown", "timeout":
			s.struck = s.limit > 0 && time.Since(began) >= s.limit
			return UnknownResult, nil
		}
	}
	if len(lines) > 0 && stopped(lines[0]) {
		s.struck = s.limit > 0 && time.Since(began) >= s.limit
		s.fail(ErrCanceled)
		return InvalidResult, s.err
	}
	s.fail(fmt.Errorf("unreadable answer %s", quoted(lines)))
	return InvalidResult, s.err
}

// quoted is the start of an answer, for messages.
func quoted(lines []string) string {
	text := strings.Join(lines, "\n")
	if len(text) > 300 {
		text = text[:300] + "…"
	}
	return fmt.Sprintf("%q", text)
}

// Query sends a command and returns the lines it prints.
func (s *Solver) Query(ctx context.Context, cmd string) ([]string, error) {
	if s.err != nil {
		return nil, s.err
	}
	if ctx.Err() != nil {
		s.fail(context.Cause(ctx))
		return nil, s.err
	}
	// An echo of a mark of its own tells where the answer ends, whatever lines it has, and that it
	// is not the end of an earlier one.
	s.marker++
	mark := fmt.Sprintf("done-%d", s.marker)
	s.Send(cmd, fmt.Sprintf("(echo %q)", mark))
	if s.err != nil {
		return nil, s.err
	}
	// A killed process ends its output, which ends the reading below.
	stop := context.AfterFunc(ctx, s.conn.Kill)
	defer stop()
	// Written beside reading: a solver that prints while it is written to would
	// otherwise wait for us as we wait for it. A write that fails is an answer that
	// ends early.
	written := make(chan struct{})
	go func() {
		defer close(written)
		_, _ = s.conn.Write(s.unsent.Bytes())
	}()
	lines, err := s.answer(mark)
	if err != nil {
		s.fail(orCause(ctx, err))
	}
	<-written // at once: the answer is there, or the process is gone
	s.unsent.Reset()
	return lines, s.err
}

// answer reads lines up to the mark.
func (s *Solver) answer(mark string) ([]string, error) {
	var lines []string
	total := 0
	for {
		l, err := s.out.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			var rest []byte
			rest, err = s.long(append([]byte(nil), l...))
			l = rest
		}
		if err != nil {
			if strings.Contains(strings.Join(lines, "\n")+string(l), "out of memory") {
				return nil, ErrMemory
			}
			if err == io.EOF {
				err = s.ended(append(lines, string(l)))
			}
			return nil, err
		}
		text := strings.TrimRight(string(l), "\r\n")
		// Solvers differ in whether they print the quotes of an echo.
		if strings.Trim(text, `"`) == mark {
			return lines, nil
		}
		if total += len(text); total > maxOutput {
			return nil, fmt.Errorf("more than %d MiB of output", maxOutput>>20)
		}
		if strings.Contains(text, `(error "out of memory")`) {
			return nil, ErrMemory
		}
		lines = append(lines, text)
	}
}

// long reads the rest of a line that does not fit the reader's buffer.
func (s *Solver) long(l []byte) ([]byte, error) {
	for {
		more, err := s.out.ReadSlice('\n')
		l = append(l, more...)
		if len(l) > maxOutput {
			return nil, fmt.Errorf("more than %d MiB of output in a line", maxOutput>>20)
		}
		if err != bufio.ErrBufferFull {
			return l, err
		}
	}
}

// ended says how a process did whose output has come to an end.
func (s *Solver) ended(last []string) error {
	how := "its output ended"
	if c, ok := s.conn.(interface{ End() string }); ok {
		how = c.End()
	}
	if text := strings.TrimSpace(strings.Join(last, "\n")); text != "" {
		how += " after " + quoted([]string{text})
	}
	return errors.New(how)
}

func orCause(ctx context.Context, err error) error {
	if c := context.Cause(ctx); c != nil {
		return c
	}
	return err
}

func (s *Solver) fail(err error) {
	if s.err == nil {
		s.err = fmt.Errorf("%w: %s: %w", ErrSolver, s.kind, err)
		s.conn.Kill()
	}
}

// alive asks for the truth of false and of nothing: a process that does not answer
// as every solver does is no solver. It leaves no trace in the session.
func (s *Solver) alive(ctx context.Context) error {
	if s.kind == CVC5 {
		s.Send("(set-logic ALL)")
	}
	// By the clock alone: no limit of steps is set.
	s.limit = aliveTimeout - grace
	for _, c := range []struct {
		assert string
		want   Result
	}{{"(assert true)", Sat}, {"(assert false)", Unsat}} {
		s.Send("(push 1)", c.assert)
		got, err := s.Check(ctx)
		if err != nil {
			return err
		}
		if got != c.want {
			s.fail(fmt.Errorf("says %s to %s", got, c.assert))
			return s.err
		}
		s.Send("(pop 1)")
	}
	s.Reset()
	return nil
}

// Reset forgets everything but the process, and the options that it was given.
func (s *Solver) Reset() {
	s.Send("(reset)")
	s.depth, s.limit, s.steps, s.pace = 0, 0, 0, paces[s.kind]
}

// rest resets the session for whoever comes next, at once. z3 makes its tables with the
// first declaration, which takes as long as a short proof: nobody waits for that here.
func (s *Solver) rest() {
	s.Reset()
	if s.kind == Z3 {
		s.Send("(define-sort ensures.unused () Int)")
	}
	// A process that has answered reads: so little text never waits for it. What became
	// of one that is gone is seen by the next question.
	_, _ = s.conn.Write(s.unsent.Bytes())
	s.unsent.Reset()
}

// Close ends the process.
func (s *Solver) Close() { s.conn.Kill() }

// Values asks for the values of terms in the model of the last Sat or Unknown
// answer, in order; an empty string stands for a value that was not given.
func (s *Solver) Values(ctx context.Context, ts []*Term) ([]string, error) {
	if len(ts) == 0 {
		return nil, nil
	}
	var b strings.Builder
	b.WriteString("(get-value (")
	for _, t := range ts {
		b.WriteByte(' ')
		t.write(&b)
	}
	b.WriteString("))")
	lines, err := s.Query(ctx, b.String())
	if err != nil {
		return nil, err
	}
	sx, err := ParseSexp(strings.Join(lines, "\n"))
	// An error line, as where the solver has no model.
	if err != nil || sx.Atom != "" || len(sx.List) != len(ts) {
		return nil, fmt.Errorf("no model: %s", strings.Join(lines, " "))
	}
	out := make([]string, len(ts))
	for i, p := range sx.List {
		if len(p.List) == 2 {
			out[i] = p.List[1].String()
		}
	}
	return out, nil
}

// stopped reports whether a line is the error of a command that a limit cut off: what
// the command should have told the solver is then not known to it.
func stopped(line string) bool {
	return strings.HasPrefix(line, "(error ") && (strings.HasSuffix(line, `canceled")`) || strings.HasSuffix(line, `max. resource limit exceeded")`))
}
