package smt

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
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

// Conn is a solver process: its standard streams and a kill.
type Conn interface {
	io.Writer
	io.Reader
	Kill()
}

// ErrSolver marks a solver that died, hung or printed something unreadable. The
// session is dead after it.
var ErrSolver = errors.New("solver failure")

// Solver is a session with one solver process. It is used by one goroutine at a
// time. The first failure is kept and returned by every later call.
type Solver struct {
	conn   Conn
	in     *bufio.Writer
	out    *bufio.Reader
	err    error
	depth  int
	marker int
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
	return &Solver{conn: conn, in: bufio.NewWriter(conn), out: bufio.NewReader(conn), log: log, kind: d}
}

// Dialect is the solver's dialect.
func (s *Solver) Dialect() Dialect { return s.kind }

// Err is the failure that ended the session, nil while it lives.
func (s *Solver) Err() error { return s.err }

// Send writes commands that print nothing.
func (s *Solver) Send(cmds ...string) {
	if s.err != nil {
		return
	}
	for _, c := range cmds {
		if s.log != nil {
			fmt.Fprintln(s.log, c)
		}
		if _, err := s.in.WriteString(c); err != nil {
			s.fail(err)
			return
		}
		if err := s.in.WriteByte('\n'); err != nil {
			s.fail(err)
			return
		}
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

// SetTimeout limits each following check.
func (s *Solver) SetTimeout(d time.Duration) {
	ms := d.Milliseconds()
	if s.kind == CVC5 {
		s.Send(fmt.Sprintf("(set-option :tlimit-per %d)", ms))
		return
	}
	s.Send(fmt.Sprintf("(set-option :timeout %d)", ms))
}

// Check asks check-sat. The context is the outer limit: when it ends the process
// is killed and the session is dead.
func (s *Solver) Check(ctx context.Context) (Result, error) {
	lines, err := s.Query(ctx, "(check-sat)")
	if err != nil {
		return InvalidResult, err
	}
	for _, l := range lines {
		switch l {
		case "sat":
			return Sat, nil
		case "unsat":
			return Unsat, nil
		case "unknown", "timeout":
			return UnknownResult, nil
		}
		if strings.HasPrefix(l, "(error") {
			s.fail(fmt.Errorf("%s", l))
			return InvalidResult, s.err
		}
	}
	s.fail(fmt.Errorf("unreadable answer %q", strings.Join(lines, "\n")))
	return InvalidResult, s.err
}

// Query sends a command and returns the lines it prints.
func (s *Solver) Query(ctx context.Context, cmd string) ([]string, error) {
	if s.err != nil {
		return nil, s.err
	}
	if err := ctx.Err(); err != nil {
		s.fail(err)
		return nil, s.err
	}
	s.marker++
	mark := fmt.Sprintf("done-%d", s.marker)
	s.Send(cmd, fmt.Sprintf("(echo %q)", mark))
	if s.err != nil {
		return nil, s.err
	}
	stop := context.AfterFunc(ctx, s.conn.Kill)
	defer stop()
	if err := s.in.Flush(); err != nil {
		s.fail(orCause(ctx, err))
		return nil, s.err
	}
	var lines []string
	total := 0
	for {
		l, err := s.out.ReadString('\n')
		if err != nil {
			s.fail(orCause(ctx, err))
			return nil, s.err
		}
		l = strings.TrimRight(l, "\r\n")
		if strings.Trim(l, `"`) == mark {
			return lines, nil
		}
		if total += len(l); total > 16<<20 {
			s.fail(errors.New("more than 16 MiB of output"))
			return nil, s.err
		}
		lines = append(lines, l)
	}
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
