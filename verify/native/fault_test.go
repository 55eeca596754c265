package native_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ensures/internal/leak"
	"ensures/internal/require"
	"ensures/java/classlib"
	"ensures/java/types"
	"ensures/verify"
	"ensures/verify/condition"
	"ensures/verify/native"
	"ensures/verify/smt"
)

// faulty is a backend over a script in the place of z3, with what it must leave
// behind: nothing.
type faulty struct {
	*native.Backend
	t      *testing.T
	groups string // file of the process groups that were started
	leaks  func() error
	warned []string
}

// withScript makes a backend over a shell script, in which $Z3 is the real solver;
// quick is the time of a first attempt. Other solvers come after it.
func withScript(t *testing.T, script string, memory int64, quick time.Duration, others ...condition.SolverOptions) *faulty {
	t.Helper()
	z3 := require.Tool(t, "z3")
	dir := t.TempDir()
	f := &faulty{t: t, groups: filepath.Join(dir, "groups"), leaks: leak.Goroutines()}
	path := filepath.Join(dir, "z3")
	text := fmt.Sprintf("#!/bin/sh\nDIR=%s\nZ3=%s\necho $$ >> $DIR/groups\n%s\n", dir, z3, script)
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	p := smt.Program{Dialect: smt.Z3, Path: path, Version: "4.8.12", MemoryBytes: memory}
	b, err := native.New(native.Options{Library: library(), Quick: quick, Patient: 2 * quick, Processes: 2,
		Solvers: append(condition.Solvers([]smt.Program{p}), others...),
		Warn:    func(s string) { f.warned = append(f.warned, s) }})
	if err != nil {
		t.Fatal(err)
	}
	f.Backend = b
	return f
}

var library = sync.OnceValue(func() *types.Library { return types.NewLibrary(classlib.FS) })

// gone closes the backend and looks for what it left behind.
func (f *faulty) gone() {
	f.t.Helper()
	f.Close()
	b, err := os.ReadFile(f.groups)
	if err != nil {
		f.t.Fatal("no process was started: the test shows nothing")
	}
	for _, g := range strings.Fields(string(b)) {
		n, err := strconv.Atoi(g)
		if err != nil {
			f.t.Fatal(err)
		}
		if err := leak.Group(n); err != nil {
			f.t.Error(err)
		}
	}
	if err := f.leaks(); err != nil {
		f.t.Error(err)
	}
}

const easy = `class Easy {
    //@ requires a.length > 3;
    //@ ensures \result == a[0] || \result == a[1];
    static int pick(int[] a, boolean b) { return b ? a[0] : a[1]; }
    //@ ensures \result >= a && \result >= b;
    static int max(int a, int b) { return a > b ? a : b; }
}
`

// relay passes lines on to z3 until $N questions have been asked.
const relay = `n=0
while IFS= read -r line; do
    [ "$line" = '(check-sat)' ] && n=$((n + 1))
    [ $n -gt $N ] && exit 7
    printf '%s\n' "$line"
done | $Z3 "$@"`

func TestFaultySolvers(t *testing.T) {
	for _, c := range []struct {
		name, script string
		want         string // verdict, or part of the error
	}{
		{"real", `exec $Z3 "$@"`, "verified"},
		{"missing interpreter", `exec /nowhere/z3`, "solver failure: z3: exit status 12"},
		{"dies at start", `echo broken >&2; exit 3`, "solver failure: z3: exit status 3: broken"},
		{"killed at start", `kill -9 $$`, "solver failure: z3: signal: killed"},
		{"dies in every proof", "N=2\n" + relay, "solver failure: z3: exit status"},
		{"dies in the first proof", "mkdir $DIR/once 2>/dev/null || exec $Z3 \"$@\"\nN=3\n" + relay, "verified"},
		{"garbage", `while read -r l; do case "$l" in "(echo"*) echo "$l" | sed 's/(echo "\(.*\)")/\1/';; *) echo '%$#';; esac; done`, "solver failure: z3: unreadable answer"},
		{"endless garbage", `yes '(((((((('`, "solver failure: z3: more than 16 MiB of output"},
		{"endless line", `while :; do printf '((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((('; done | head -c 40000000`, "solver failure: z3: "},
		{"always says unsat", `while read -r l; do case "$l" in "(check-sat)") echo unsat;; "(echo"*) echo "$l" | sed 's/(echo "\(.*\)")/\1/';; esac; done`, "solver failure: z3: says unsat to (assert true)"},
		{"an error before each answer", `while read -r l; do case "$l" in "(check-sat)") echo '(error "line 1: unknown constant")'; echo unsat;; "(echo"*) echo "$l" | sed 's/(echo "\(.*\)")/\1/';; esac; done`, "solver failure: z3: unreadable answer"},
		{"leaves a child", `sleep 300 & exec $Z3 "$@"`, "verified"},
		{"closes its output", `exec >&-; sleep 300`, "solver failure: z3: signal: killed"},
	} {
		if testing.Short() && strings.HasPrefix(c.name, "endless") {
			continue // seconds each
		}
		t.Run(c.name, func(t *testing.T) {
			f := withScript(t, c.script, 0, 3*time.Second)
			out, err := f.Verify(t.Context(), verify.Request{File: "Easy.java", Source: easy})
			got := out.Verdict.String()
			if err != nil {
				got = err.Error()
				if !errors.Is(err, smt.ErrSolver) {
					t.Errorf("%v is no failure of a solver", err)
				}
			}
			if got != c.want && (err == nil || !strings.Contains(got, c.want)) {
				t.Errorf("got %q, want %q", got, c.want)
			}
			f.gone()
		})
	}
}

// TestOtherSolver: where the preferred solver does not start, or does not answer, the
// other one goes on; the outcome names only the one that works, and one warning says
// so.
func TestOtherSolver(t *testing.T) {
	p := smt.Program{Dialect: smt.CVC5, Path: require.Tool(t, "cvc5"), Version: "1.0"}
	cvc5 := condition.SolverOptions{Dialect: p.Dialect, Version: p.Version, Start: p.Start}
	dead := condition.SolverOptions{Dialect: smt.CVC5, Version: "1.0", Start: func() (smt.Conn, error) { return nil, errors.New("no such program") }}
	const hit = "echo >> $DIR/starts; "
	for _, c := range []struct {
		name, script string
		other        condition.SolverOptions
		want         string // verdict, or part of the error
		version      string
		warned       string // part of the one warning; "" for none
		starts       int    // of z3 for three files, at most; 0: as many as it takes
	}{
		{"both work", `exec $Z3 "$@"`, cvc5, "verified", "z3 4.8.12, cvc5 1.0", "", 0},
		{"missing interpreter", hit + `exec /nowhere/z3`, cvc5, "verified", "cvc5 1.0", "z3 4.8.12 fails, the work goes on with the other solver: solver failure: z3: exit status 12", 6},
		{"dies at start", hit + `echo broken >&2; exit 3`, cvc5, "verified", "cvc5 1.0", "exit status 3: broken", 6},
		{"killed at start", hit + `kill -9 $$`, cvc5, "verified", "cvc5 1.0", "signal: killed", 6},
		{"another program", hit + `echo "usage: other"; exit 2`, cvc5, "verified", "cvc5 1.0", "usage: other", 6},
		{"options of another version", hit + `while read -r l; do case "$l" in "(set-option :smt.arith.solver"*) echo '(error "unknown parameter")'; exit 1;; esac; printf '%s\n' "$l"; done | $Z3 "$@"`, cvc5, "verified", "cvc5 1.0", "solver failure: z3", 0},
		{"always says unsat", hit + `while read -r l; do case "$l" in "(check-sat)") echo unsat;; "(echo"*) echo "$l" | sed 's/(echo "\(.*\)")/\1/';; esac; done`, cvc5, "verified", "cvc5 1.0", "says unsat to (assert true)", 6},
		{"dies in every proof", hit + "N=2\n" + relay, cvc5, "verified", "cvc5 1.0", "exit status", 0},
		{"dies once", "mkdir $DIR/once 2>/dev/null || exec $Z3 \"$@\"\nexit 3", cvc5, "verified", "z3 4.8.12, cvc5 1.0", "", 0},
		{"the other is not there", `exec $Z3 "$@"`, dead, "verified", "z3 4.8.12, cvc5 1.0", "", 0},
		{"both die", hit + `echo broken >&2; exit 3`, dead, "solver failure: z3: exit status 3: broken", "z3 4.8.12, cvc5 1.0", "exit status 3", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := withScript(t, c.script, 0, 3*time.Second, c.other)
			for n := range 3 {
				out, err := f.Verify(t.Context(), verify.Request{File: "Easy.java", Source: easy})
				got := out.Verdict.String()
				if err != nil {
					got = err.Error()
				}
				if n == 0 && got != c.want && (err == nil || !strings.Contains(got, c.want)) || (err == nil) != (c.want == "verified") {
					t.Errorf("got %q, want %q", got, c.want)
				}
				if out.Version != c.version {
					t.Errorf("version %q, want %q", out.Version, c.version)
				}
			}
			of := slices.DeleteFunc(slices.Clone(f.warned), func(s string) bool { return strings.HasPrefix(s, "cvc5") })
			if c.warned == "" && len(of) > 0 || c.warned != "" && (len(of) != 1 || !strings.Contains(of[0], c.warned)) {
				t.Errorf("warned %q, want one with %q", f.warned, c.warned)
			}
			if c.starts > 0 {
				b, err := os.ReadFile(filepath.Join(filepath.Dir(f.groups), "starts"))
				if n := strings.Count(string(b), "\n"); err != nil || n == 0 || n > c.starts {
					t.Errorf("z3 started %d times, want at most %d (%v)", n, c.starts, err)
				}
			}
			f.gone()
		})
	}
}

// TestHangingSolvers: the solver's own limit, then ours, then the caller's.
func TestHangingSolvers(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for time-outs")
	}
	t.Run("in a proof", func(t *testing.T) {
		// Answers as a new process has to, then never again.
		f := withScript(t, strings.ReplaceAll("N=2\n"+relay, "exit 7", "sleep 300"), 0, 20*time.Millisecond)
		out, err := f.Verify(t.Context(), verify.Request{File: "Easy.java", Source: easy, Options: verify.Options{Quick: true}})
		if err != nil || out.Verdict != verify.Unknown || !strings.Contains(out.Diagnostics[0].Reason, "no answer long after the time limit") {
			t.Errorf("%+v, %v", out, err)
		}
		f.gone()
	})
	t.Run("cancelled", func(t *testing.T) {
		f := withScript(t, `sleep 300`, 0, 500*time.Millisecond)
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		start := time.Now()
		_, err := f.Verify(ctx, verify.Request{File: "Easy.java", Source: easy})
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) > 3*time.Second {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		f.gone()
	})
	t.Run("the file's time is over", func(t *testing.T) {
		f := withScript(t, `sleep 300`, 0, 500*time.Millisecond)
		out, err := f.Verify(t.Context(), verify.Request{File: "Easy.java", Source: easy, Options: verify.Options{Timeout: 200 * time.Millisecond}})
		if err != nil || out.Verdict != verify.Unknown || len(out.Methods) != 3 || len(out.Diagnostics) != 1 {
			t.Fatalf("%+v, %v", out, err)
		}
		for _, m := range out.Methods {
			if m.Verdict != verify.Unknown || m.Line == 0 {
				t.Errorf("%+v", m)
			}
		}
		if d := out.Diagnostics[0]; d.Kind != verify.Timeout || d.Column == 0 || !strings.Contains(d.Message, "200ms") {
			t.Errorf("%+v", d)
		}
		f.gone()
	})
	t.Run("closed while it works", func(t *testing.T) {
		f := withScript(t, `sleep 300`, 0, 500*time.Millisecond)
		done := make(chan error)
		go func() {
			_, err := f.Verify(context.Background(), verify.Request{File: "Easy.java", Source: easy})
			done <- err
		}()
		time.Sleep(300 * time.Millisecond)
		f.Close()
		select {
		case err := <-done:
			if err == nil {
				t.Error("no error")
			}
		case <-time.After(5 * time.Second):
			t.Fatal("still waiting")
		}
		f.gone()
	})
	t.Run("out of memory", func(t *testing.T) {
		// As z3 4.8 does it, status included.
		f := withScript(t, strings.ReplaceAll("exec 3>&1; N=2\n"+relay, "exit 7", `{ echo '(error "out of memory")' >&3; exit 101; }`), 0, 500*time.Millisecond)
		out, err := f.Verify(t.Context(), verify.Request{File: "Easy.java", Source: easy, Options: verify.Options{Quick: true}})
		if err != nil || out.Verdict != verify.Unknown || !strings.Contains(out.Diagnostics[0].Reason, "memory limit reached") {
			t.Errorf("%+v, %v", out, err)
		}
		f.gone()
	})
	t.Run("real limits", func(t *testing.T) {
		// Little time and little memory for what needs much of both.
		f := withScript(t, `exec $Z3 "$@"`, 90<<20, 500*time.Millisecond)
		out, err := f.Verify(t.Context(), verify.Request{File: "Cubes.java", Source: cubes, Options: verify.Options{Quick: true}})
		if err != nil || out.Verdict != verify.Unknown {
			t.Errorf("%v, %v", out.Verdict, err)
		}
		f.gone()
	})
}

// cubes is true, and no solver here knows why.
const cubes = `class Cubes {
    //@ requires 0 < x && x < 1000 && 0 < y && y < 1000 && 0 < z && z < 1000;
    //@ ensures !\result;
    static boolean sum(int x, int y, int z) { return x * x * x + y * y * y == z * z * z; }
}
`

// disjunction is a method whose one return holds n conditions with jumps.
func disjunction(n int) string {
	var b strings.Builder
	b.WriteString("class Or {\n  //@ ensures \\result ==> x > 0;\n  static boolean f(int x) {\n    return x == 1")
	for i := range n {
		fmt.Fprintf(&b, " || (x > %d && x < %d)", i, i+2)
	}
	b.WriteString(";\n  }\n}\n")
	return b.String()
}

// TestManyAtOnce: two hundred questions at once are answered as each would be
// alone, by no more processes than allowed, in bounded memory.
func TestManyAtOnce(t *testing.T) {
	z3 := smt.Program{Dialect: smt.Z3, Path: require.Tool(t, "z3"), MemoryBytes: 1 << 30}
	leaks := leak.Goroutines()
	var live, most atomic.Int32
	start := func() (smt.Conn, error) {
		c, err := z3.Start()
		if err != nil {
			return nil, err
		}
		n := live.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		return &counted{Conn: c, live: &live}, nil
	}
	b, err := native.New(native.Options{Library: library(), Quick: 5 * time.Second, Processes: 2, Solvers: []condition.SolverOptions{{Dialect: smt.Z3, Start: start}}})
	if err != nil {
		t.Fatal(err)
	}
	programs := []struct {
		src  string
		want verify.Verdict
	}{
		{easy, verify.Verified},
		{strings.Replace(easy, ">= b;", "> b;", 1), verify.Unknown},
		{"class A { int f( }", verify.Malformed},
		{loops(3), verify.Verified},
	}
	n := 200
	if testing.Short() {
		n = 80
	}
	heap := peakHeap(t)
	var wg sync.WaitGroup
	for i := range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			p := programs[i%len(programs)]
			out, err := b.Verify(t.Context(), verify.Request{File: "A.java", Source: p.src, Options: verify.Options{Quick: true}})
			if err != nil || out.Verdict != p.want {
				t.Errorf("%d: %v, %v; want %v", i, out.Verdict, err, p.want)
			}
		}()
	}
	wg.Wait()
	if peak := heap(); peak > 500<<20 {
		t.Errorf("%d MiB of heap", peak>>20)
	} else {
		t.Logf("%d MiB of heap, %d solver processes", peak>>20, most.Load())
	}
	b.Close()
	if live.Load() != 0 {
		t.Errorf("%d processes left", live.Load())
	}
	if most.Load() > 6 { // two for each of three ways to ask
		t.Errorf("%d processes at once", most.Load())
	}
	if err := leaks(); err != nil {
		t.Error(err)
	}
}

// counted counts the connections that are open.
type counted struct {
	smt.Conn
	live *atomic.Int32
	once sync.Once
}

func (c *counted) Kill() {
	c.Conn.Kill()
	c.once.Do(func() { c.live.Add(-1) })
}

// peakHeap gives a function that tells the largest heap since the call.
func peakHeap(t *testing.T) func() uint64 {
	runtime.GC()
	stop, done := make(chan struct{}), make(chan uint64)
	go func() {
		var peak uint64
		var m runtime.MemStats
		for tick := time.NewTicker(20 * time.Millisecond); ; {
			runtime.ReadMemStats(&m)
			peak = max(peak, m.HeapAlloc)
			select {
			case <-tick.C:
			case <-stop:
				tick.Stop()
				done <- peak
				return
			}
		}
	}()
	return func() uint64 { close(stop); return <-done }
}

// loops is a file of n methods with a loop each, eleven lines a method.
func loops(n int) string {
	var b strings.Builder
	b.WriteString("class Loops {\n")
	for k := range n {
		fmt.Fprintf(&b, `    //@ requires 0 <= n && n <= %d;
    //@ ensures \result == n * %d;
    static int f%d(int n) {
        int s = 0;
        //@ loop_invariant 0 <= i && i <= n && s == i * %[2]d;
        //@ decreases n - i;
        for (int i = 0; i < n; i++) {
            s += %[2]d;
        }
        return s;
    }
`, k+10, k, k)
	}
	b.WriteString("}\n")
	return b.String()
}

// TestLarge: what is large, wide or deep gets an answer, or a clear refusal with its
// place, in bounded time and memory.
func TestLarge(t *testing.T) {
	rep := strings.Repeat
	in := func(spec, head, body string) string {
		return "class Large {\n  " + spec + "\n  static " + head + " {\n" + body + "\n  }\n}\n"
	}
	each := func(n int, f func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(f(i))
		}
		return b.String()
	}
	for _, c := range []struct {
		name, src string
		want      verify.Verdict
		message   string // of the first diagnostic
		limit     time.Duration
		long      bool
	}{
		{"2,000 lines", loops(182), verify.Verified, "", 20 * time.Second, true},
		{"60 branches", in("//@ requires a.length == 60; ensures 0 <= \\result && \\result <= 60;", "int f(int[] a)", "int s = 0;\n"+each(60, func(i int) string {
			return fmt.Sprintf("if (a[%d] > %[1]d) { s = s + 1; } else { if (a[%[1]d] < -5) s = s + 0; }\n", i)
		})+"return s;"), verify.Verified, "", 20 * time.Second, true},
		{"60 branches with returns", in("//@ ensures \\result >= -1 && \\result < 60;", "int f(int x)", each(60, func(i int) string {
			return fmt.Sprintf("if (x %% %d == 1) { return %d; }\n", i+2, i)
		})+"return -1;"), verify.Verified, "", 20 * time.Second, false},
		{"wide sum", in("//@ requires 0 <= x && x <= 1000; ensures \\result == 1000 * x;", "int f(int x)", "return "+rep("x + ", 999)+"x;"), verify.Verified, "", 20 * time.Second, true},
		{"wide disjunction", disjunction(100), verify.Verified, "", 20 * time.Second, false},
		{"wider disjunction", disjunction(1500), verify.Verified, "", 40 * time.Second, false},
		{"beyond what a solver can do", cubes, verify.Unknown, "", 40 * time.Second, true},
		{"800 conditionals in one", in("//@ ensures \\result >= 0;", "int f(int x)", "return "+each(800, func(i int) string { return fmt.Sprintf("x > %d ? %[1]d : ", i) })+"0;"), verify.Verified, "", 20 * time.Second, false},
		{"200 ifs in each other", in("//@ ensures \\result >= 0;", "int f(int x)", "int r = 0;\n"+each(200, func(i int) string { return fmt.Sprintf("if (x > %d) {\nr = r + 1;\n", i) })+rep("}", 200)+"\nreturn r;"), verify.Verified, "", 20 * time.Second, false},
		{"2,000 parentheses", in("//@ ensures \\result == x;", "int f(int x)", "return "+rep("(", 2000)+"x"+rep(")", 2000)+";"), verify.Malformed, "nested too deeply", 5 * time.Second, false},
		{"2,000 parentheses in a clause", in("//@ ensures "+rep("(", 2000)+"\\result == x"+rep(")", 2000)+";", "int f(int x)", "return x;"), verify.Malformed, "nested too deeply", 5 * time.Second, false},
		{"10,000 obligations", in("//@ requires a.length >= 100 && 0 <= i && i < 90;", "int f(int[] a, int i)", "int s = 0;\n"+each(5000, func(j int) string { return fmt.Sprintf("s = a[i + %d];\n", j%10) })+"return s;"), verify.Verified, "", 40 * time.Second, true},
		{"loops in loops", in("//@ ensures \\result >= 0;", "int f()", "int s = 0;\n"+each(12, func(d int) string {
			return fmt.Sprintf("//@ loop_invariant 0 <= i%d && i%[1]d <= 3 && s >= 0;\nfor (int i%[1]d = 0; i%[1]d < 3; i%[1]d++) {\n", d)
		})+"s = 1;\n"+rep("}", 12)+"\nreturn s;"), verify.Verified, "", 20 * time.Second, false},
		{"a million unrolled iterations", in("//@ ensures \\result == 0;", "int f()", "int s = 0;\n"+each(6, func(d int) string { return fmt.Sprintf("for (int i%d = 0; i%[1]d < 10; i%[1]d++) {\n", d) })+"s = 0;\n"+rep("}", 6)+"\nreturn s;"), verify.Unsupported, "method of this size", 10 * time.Second, false},
		{"empty", "", verify.Malformed, "no method", time.Second, false},
		{"no UTF-8", "class \xff\xfe {", verify.Malformed, "", time.Second, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.long && testing.Short() {
				t.Skip("takes long")
			}
			quick := 3 * time.Second
			if c.want == verify.Unknown {
				quick = 500 * time.Millisecond
			}
			f := withScript(t, `exec $Z3 "$@"`, 1<<30, quick)
			heap := peakHeap(t)
			start := time.Now()
			out, err := f.Verify(t.Context(), verify.Request{File: "Large.java", Source: c.src})
			took := time.Since(start)
			peak := heap()
			if err != nil || out.Verdict != c.want {
				t.Fatalf("%v, %v after %v: %+v", out.Verdict, err, took, firstOf(out.Diagnostics))
			}
			if c.want != verify.Verified {
				d := out.Diagnostics[0]
				if d.Line < 1 || !strings.Contains(d.Message, c.message) {
					t.Errorf("%+v", d)
				}
			}
			obligations := 0
			for _, m := range out.Methods {
				obligations += len(m.Obligations)
			}
			t.Logf("%v, %d obligations, %d MiB of heap", took.Round(time.Millisecond), obligations, peak>>20)
			if took > c.limit || peak > 700<<20 {
				t.Errorf("%v, %d MiB", took, peak>>20)
			}
			if c.want != verify.Malformed && c.want != verify.Unsupported {
				f.gone()
			} else {
				f.Close()
			}
		})
	}
}

func firstOf(ds []verify.Diagnostic) verify.Diagnostic {
	if len(ds) == 0 {
		return verify.Diagnostic{}
	}
	return ds[0]
}
