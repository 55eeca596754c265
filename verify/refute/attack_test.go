package refute_test

import (
	"bufio"
	"io"
	"strings"
	"sync/atomic"
	"testing"

	"ensures/bench"
	"ensures/internal/require"
	"ensures/verify"
	"ensures/verify/condition"
	"ensures/verify/native"
	"ensures/verify/refute"
	"ensures/verify/smt"
)

// lyingProcess is a solver's process that answers what is known beforehand as the solver does,
// and says unsat to every question about a program.
type lyingProcess struct {
	smt.Conn
	out   *bufio.Reader
	lies  atomic.Bool // something of a program was said
	asked *atomic.Int64
	rest  []byte
}

func (l *lyingProcess) Write(b []byte) (int, error) {
	text := string(b)
	if i := strings.LastIndex(text, "(reset)"); i >= 0 {
		l.lies.Store(false)
		text = text[i:]
	}
	if strings.Contains(text, "(declare-") {
		l.lies.Store(true)
	}
	if l.lies.Load() {
		l.asked.Add(int64(strings.Count(text, "(check-sat)")))
	}
	return l.Conn.Write(b)
}

func (l *lyingProcess) Read(b []byte) (int, error) {
	for len(l.rest) == 0 {
		line, err := l.out.ReadString('\n')
		if err != nil && line == "" {
			return 0, err
		}
		if l.lies.Load() && (line == "sat\n" || line == "unknown\n") {
			line = "unsat\n"
		}
		l.rest = []byte(line)
	}
	n := copy(b, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

var _ io.Reader = (*lyingProcess)(nil)

// A solver that lies on all but control questions: alone it proves nothing that a run
// contradicts, and beside a second one it is found out and not asked any more.
func TestAttackLyingSolver(t *testing.T) {
	z3, cvc5 := require.Tool(t, "z3"), require.Tool(t, "cvc5")
	ps, err := smt.FindPrograms(t.Context(), z3, cvc5, 0)
	if err != nil || len(ps) != 2 {
		t.Fatal(ps, err)
	}
	var asked atomic.Int64
	lying := condition.SolverOptions{Dialect: smt.Z3, Version: ps[0].Version, Start: func() (smt.Conn, error) {
		c, err := ps[0].Start()
		if err != nil {
			return nil, err
		}
		return &lyingProcess{Conn: c, out: bufio.NewReader(c), asked: &asked}, nil
	}}
	verifier := func(trust *condition.Trust, warned *[]string, solvers ...condition.SolverOptions) verify.Backend {
		rt := bench.NewRuntime()
		b, err := native.New(native.Options{Library: rt.Types, Solvers: solvers, Processes: 1, Trust: trust, Warn: func(s string) { *warned = append(*warned, s) }})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(b.Close)
		return refute.Wrap(b, refute.Options{Runtime: rt})
	}
	const wrong = "class A {\n  //@ requires 0 <= x && x < 1000;\n  //@ ensures \\result == x + 2;\n  static int f(int x) { return x + 1; }\n}\n"
	const rarely = "class A {\n  //@ requires 0 <= x;\n  //@ ensures \\result == x / 2;\n  static int f(int x) { return x == 1234567 ? 0 : x >> 1; }\n}\n"
	const right = "class A {\n  //@ requires 0 <= x && x < 1000;\n  //@ ensures \\result == x + 1;\n  static int f(int x) { return x + 1; }\n}\n"
	verify1 := func(b verify.Backend, src string) verify.Outcome {
		t.Helper()
		out, err := b.Verify(t.Context(), verify.Request{File: "A.java", Source: src})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}

	var warned []string
	alone := verifier(nil, &warned, lying)
	for _, src := range []string{wrong, rarely, right} {
		if out := verify1(alone, src); out.Verdict.Holds() {
			t.Errorf("by the liar alone: %s of\n%s", out.Verdict, src)
		}
	}

	both, trust := append([]condition.SolverOptions{lying}, condition.Solvers(ps[1:])...), &condition.Trust{}
	b := verifier(trust, &warned, both...)
	if out := verify1(b, wrong); out.Verdict != verify.Refuted {
		t.Errorf("got %s, want refuted: %v", out.Verdict, out.Diagnostics)
	} else if !strings.Contains(sentences(out.Warnings), "it is not asked any more") || len(warned) != 1 {
		t.Errorf("nothing is said of the liar: %v %v", out.Warnings, warned)
	}
	before := asked.Load()
	for _, c := range []struct {
		src  string
		want verify.Verdict
	}{{right, verify.Verified}, {rarely, verify.Unknown}} {
		for _, b := range []verify.Backend{b, verifier(trust, &warned, both...)} { // a second one of the same process
			out := verify1(b, c.src)
			if out.Verdict != c.want && out.Verdict != verify.Refuted {
				t.Errorf("got %s of\n%s%v", out.Verdict, c.src, out.Diagnostics)
			}
			if strings.Contains(out.Version, "z3") {
				t.Errorf("%q counts the liar", out.Version)
			}
		}
	}
	if now := asked.Load(); now != before {
		t.Errorf("the liar was asked %d more times", now-before)
	}

	// found out by what it denies: nothing reaches the end, says the liar, of what is right
	if out := verify1(verifier(nil, &warned, both...), right); out.Verdict != verify.Verified || strings.Contains(out.Version, "z3") {
		t.Errorf("got %s by %s: %v", out.Verdict, out.Version, out.Diagnostics)
	}
}

func sentences(ds []verify.Diagnostic) string {
	var b strings.Builder
	for _, d := range ds {
		b.WriteString(d.Message + "\n")
	}
	return b.String()
}
