package refute_test

import (
	"cmp"
	"context"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"ensures/bench"
	"ensures/internal/require"
	"ensures/java"
	"ensures/java/types"
	"ensures/verify"
	"ensures/verify/refute"
)

// unsure proves nothing and reports the failures it was made with.
type unsure struct {
	ds      []verify.Diagnostic
	verdict verify.Verdict
	asked   int
	line    int // of the method; 0 is 3
}

func (u *unsure) Name() string                            { return "unsure" }
func (u *unsure) Version(context.Context) (string, error) { return "1", nil }
func (u *unsure) Verify(_ context.Context, req verify.Request) (verify.Outcome, error) {
	u.asked++
	key := keysOf(req.Source)[0]
	out := verify.Outcome{Verdict: u.verdict, Backend: "unsure", Version: "1", Arithmetic: req.Options.WithDefaults().Arithmetic,
		Methods: []verify.MethodOutcome{{Method: key, Line: cmp.Or(u.line, 3), Verdict: u.verdict}}}
	for _, d := range u.ds {
		d.Method, d.Verdict = key, verify.Unknown
		out.Diagnostics = append(out.Diagnostics, d)
	}
	return out, nil
}

// keysOf are the methods of a source that are called f.
func keysOf(src string) (keys []verify.MethodKey) {
	f, _ := java.Parse("", src)
	prog, _ := types.Check(bench.NewRuntime().Types, f)
	java.Walk(f, func(n java.Node) bool {
		if d, ok := n.(*java.MethodDecl); ok && d.Name.Name == "f" {
			keys = append(keys, verify.KeyOf(prog.Units[0].Info.Methods[d]))
		}
		return true
	})
	return keys
}

func ask(t *testing.T, u *unsure, src string) verify.Outcome {
	t.Helper()
	out, err := refute.Wrap(u, refute.Options{Runtime: bench.NewRuntime()}).Verify(t.Context(), verify.Request{File: "A.java", Source: src})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestRefutes(t *testing.T) {
	for _, c := range []struct {
		name, src string
		d         verify.Diagnostic
		actual    string // "" where no run refutes
	}{
		{"postcondition", "class A {\n  //@ ensures \\result > x;\n  static int f(int x) { return x; }\n}",
			verify.Diagnostic{Kind: verify.Postcondition, Line: 3, AssociatedLine: 2}, ""},
		{"index", "class A {\n  //@ requires i >= 0;\n  static int f(int[] a, int i) { return a[i]; }\n}",
			verify.Diagnostic{Kind: verify.PossiblyTooLargeIndex, Line: 3}, "ArrayIndexOutOfBoundsException"},
		{"overflow", "class A {\n\n  static int f(int x) { return x + 1; }\n}",
			verify.Diagnostic{Kind: verify.ArithmeticOperationRange, Line: 3}, "integer overflow"},
		{"cast", "class A {\n\n  static byte f(int x) { return (byte) x; }\n}",
			verify.Diagnostic{Kind: verify.ArithmeticCastRange, Line: 3}, "no byte is "},
		{"cast to char", "class A {\n\n  static char f(short x) { return (char) x; }\n}",
			verify.Diagnostic{Kind: verify.ArithmeticCastRange, Line: 3}, "no char is -"},
		{"cast of long", "class A {\n\n  static int f(long x) { return (int) x; }\n}",
			verify.Diagnostic{Kind: verify.ArithmeticCastRange, Line: 3}, "no int is "},
		{"compound assignment", "class A {\n  //@ requires 0 <= x && x < 100;\n  static byte f(byte b, int x) { b += x; return b; }\n}",
			verify.Diagnostic{Kind: verify.ArithmeticCastRange, Line: 3}, "no byte is "},
		{"compound assignment of an int", "class A {\n\n  static int f(int x, long y) { x -= y; return x; }\n}",
			verify.Diagnostic{Kind: verify.ArithmeticCastRange, Line: 3}, "no int is "},
		{"compound shift of an element", "class A {\n  //@ requires a.length > 0;\n  static void f(short[] a) { a[0] <<= 9; }\n}",
			verify.Diagnostic{Kind: verify.ArithmeticCastRange, Line: 3}, "no short is "},
		{"increment of a char", "class A {\n  char c;\n  void f() { c--; }\n}",
			verify.Diagnostic{Kind: verify.ArithmeticCastRange, Line: 3}, "no char is -1"},
		{"a cast that fits", "class A {\n\n  static byte f(int x) { return (byte) (x % 128); }\n}",
			verify.Diagnostic{Kind: verify.ArithmeticCastRange, Line: 3}, "none"},
		{"a cast of floating point", "class A {\n\n  static byte f(double x) { byte b = (byte) 1; b += x; return (byte) x; }\n}",
			verify.Diagnostic{Kind: verify.ArithmeticCastRange, Line: 3}, "none"},
		{"a cast is no operation", "class A {\n\n  static byte f(int x) { return (byte) x; }\n}",
			verify.Diagnostic{Kind: verify.ArithmeticOperationRange, Line: 3}, "none"},
		{"overflow in a counter", "class A {\n\n  static int f(int x) { int y = x; y++; return y; }\n}",
			verify.Diagnostic{Kind: verify.ArithmeticOperationRange, Line: 3}, "integer overflow"},
		{"true but hard", "class A {\n  //@ ensures \\result == x;\n  static int f(int x) { return x; }\n}",
			verify.Diagnostic{Kind: verify.Postcondition, Line: 3, AssociatedLine: 2}, "none"},
		{"excluded by requires", "class A {\n  //@ requires x < 100;\n  static int f(int x) { return x + 1; }\n}",
			verify.Diagnostic{Kind: verify.ArithmeticOperationRange, Line: 3}, "none"},
		{"null by default excluded", "class A {\n\n  static int f(String s) { return s.length(); }\n}",
			verify.Diagnostic{Kind: verify.PossiblyNullDeReference, Line: 3}, "none"},
		{"nullable", "class A {\n\n  static int f(/*@ nullable @*/ String s) { return s.length(); }\n}",
			verify.Diagnostic{Kind: verify.PossiblyNullDeReference, Line: 3}, "NullPointerException"},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := &unsure{ds: []verify.Diagnostic{c.d}, verdict: verify.Unknown}
			out := ask(t, u, c.src)
			d := out.Diagnostics[0]
			if c.actual == "none" {
				if out.Verdict != verify.Unknown || d.Counterexample != nil || u.asked != 2 {
					t.Errorf("%v, %+v, asked %d times", out.Verdict, d.Counterexample, u.asked)
				}
				return
			}
			if out.Verdict != verify.Refuted || d.Counterexample == nil || !d.Counterexample.Replayed || !strings.Contains(d.Counterexample.Actual, c.actual) || u.asked != 1 {
				t.Errorf("%v, %+v, asked %d times", out.Verdict, d.Counterexample, u.asked)
			}
		})
	}
}

func TestRunContradictsProof(t *testing.T) {
	out := ask(t, &unsure{verdict: verify.Verified}, "class A {\n  //@ ensures \\result > x;\n  static int f(int x) { return x; }\n}")
	if out.Verdict != verify.Unknown || len(out.Diagnostics) != 1 || out.Diagnostics[0].Kind != verify.Disagreement {
		t.Errorf("%+v", out)
	}
	if out := ask(t, &unsure{verdict: verify.Verified}, "class A {\n  //@ ensures \\result == x;\n  static int f(int x) { return x; }\n}"); out.Verdict != verify.Verified {
		t.Errorf("%+v", out)
	}
}

// An exception of the JVM's own that the specification names is no violation; one that
// it does not name is, though no signals clause forbids it.
func TestSpecifiedExceptions(t *testing.T) {
	for _, c := range []struct {
		name, spec string
		want       verify.Verdict
	}{
		{"named by signals_only", "behavior requires b == 0 || a > 0; signals_only ArithmeticException;", verify.Verified},
		{"named by signals", "behavior requires b == 0 || a > 0; signals (ArithmeticException e) b == 0;", verify.Verified},
		{"a superclass", "behavior requires b == 0 || a > 0; signals (RuntimeException e) true;", verify.Verified},
		{"one of several classes", "behavior requires b == 0 || a > 0; signals (NullPointerException e) false; signals (ArithmeticException e) true;", verify.Verified},
		{"exceptional behavior", "exceptional_behavior requires b == 0; also normal_behavior requires b != 0 && a > 0;", verify.Verified},
		{"nothing is said", "behavior requires b == 0 || a > 0; ensures true;", verify.Unknown},
		{"another class", "behavior requires b == 0 || a > 0; signals (NullPointerException e) true;", verify.Unknown},
		{"never", "behavior requires b == 0 || a > 0; signals (ArithmeticException e) false;", verify.Unknown},
		{"where it may not be", "behavior requires b == 0 || a > 0; signals (ArithmeticException e) b != 0;", verify.Unknown},
		{"not specified", "behavior requires b == 0 || a > 0; signals_only \\not_specified;", verify.Unknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := "class A {\n  //@ public " + c.spec + "\n  public static int f(int a, int b) { return a / b; }\n}"
			if out := ask(t, &unsure{verdict: verify.Verified}, src); out.Verdict != c.want {
				t.Errorf("%v, %+v", out.Verdict, out.Diagnostics)
			}
		})
	}
}

// overloads are two methods f, at 5:10 and 5:40, that cannot be proved; the failures lie
// on the line of an invariant, and name their method where they are keyed.
type overloads struct{ keyed bool }

func (overloads) Name() string                            { return "overloads" }
func (overloads) Version(context.Context) (string, error) { return "1", nil }
func (o overloads) Verify(_ context.Context, req verify.Request) (verify.Outcome, error) {
	out := verify.Outcome{Verdict: verify.Unknown, Backend: "overloads", Version: "1", Arithmetic: verify.Safe}
	for i, key := range keysOf(req.Source) {
		d := verify.Diagnostic{Kind: verify.InvariantExit, Verdict: verify.Unknown, Line: 3, Column: 22}
		if o.keyed {
			d.Method = key
		}
		out.Methods = append(out.Methods, verify.MethodOutcome{Method: key, Line: 5, Column: 10 + 30*i, Verdict: verify.Unknown})
		out.Diagnostics = append(out.Diagnostics, d)
	}
	return out, nil
}

// A failure of a method that shares its name counts, wherever it lies.
func TestOverloads(t *testing.T) {
	src := "class A {\n    int v = 1;\n    //@ invariant v != 17;\n\n    void f(int x) { v = 3; }      void f(long x) { v = 17; }\n}"
	for _, keyed := range []bool{false, true} {
		out, err := refute.Wrap(overloads{keyed}, refute.Options{Runtime: bench.NewRuntime()}).Verify(t.Context(), verify.Request{File: "A.java", Source: src})
		if err != nil {
			t.Fatal(err)
		}
		want := []verify.Verdict{verify.Unknown, verify.Unknown}
		if keyed {
			want[1] = verify.Refuted
		}
		if d := gocmp.Diff(want, []verify.Verdict{out.Methods[0].Verdict, out.Methods[1].Verdict}); d != "" {
			t.Errorf("keyed %v (-want +got):\n%s%+v", keyed, d, out.Diagnostics)
		}
	}
}

// What is violated inside of a body is refuted too, with the values at the place.
func TestRefutesInside(t *testing.T) {
	loop := func(inv, dec string) string {
		return "class A {\n  //@ requires n >= 0;\n  static int f(int n) {\n    int i = 0;\n    //@ maintaining " + inv + ";\n    //@ decreases " + dec + ";\n    while (i < n) { i++; }\n    return i;\n  }\n}"
	}
	for _, c := range []struct {
		name, src string
		d         verify.Diagnostic
		actual    string
	}{
		{"before the loop", loop("i > 0", "n - i"), verify.Diagnostic{Kind: verify.LoopInvariantBeforeLoop, Line: 5}, "after 0 iterations: "},
		{"kept by the body", loop("i < 3", "n - i"), verify.Diagnostic{Kind: verify.LoopInvariant, Line: 5}, "i=3"},
		{"decreases", loop("i >= 0", "n"), verify.Diagnostic{Kind: verify.LoopDecreases, Line: 6}, "did not get smaller"},
		{"not negative", loop("i >= 0", "-i"), verify.Diagnostic{Kind: verify.LoopDecreasesNonNegative, Line: 6}, "was negative"},
		{"assert", "class A {\n  static void f(int x) {\n    //@ assert x != 0;\n  }\n}", verify.Diagnostic{Kind: verify.Assert, Line: 3}, "false there"},
		{"assume excludes", "class A {\n  static void f(int x) {\n    //@ assume x != 0;\n    //@ assert x != 0;\n  }\n}", verify.Diagnostic{Kind: verify.Assert, Line: 4}, "none"},
		{"assignable", "class A {\n  int c;\n  //@ assignable \\nothing;\n  void f() { c++; }\n}", verify.Diagnostic{Kind: verify.Assignable, Line: 4, AssociatedLine: 3}, "c has changed"},
		{"another statement's exception", "class A {\n  static int f(int[] a) {\n    int x = a[0];\n    return a[1 - 1];\n  }\n}", verify.Diagnostic{Kind: verify.PossiblyTooLargeIndex, Line: 4}, "another"},
		{"the solver's input", "class A {\n  //@ ensures \\result != 5;\n  static int f(int x) { return x == 123456 ? 5 : 0; }\n}",
			verify.Diagnostic{Kind: verify.Postcondition, Line: 3, AssociatedLine: 2, Suspect: map[string]any{"x": int64(123456)}}, "5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := &unsure{ds: []verify.Diagnostic{c.d}, verdict: verify.Unknown, line: 3}
			if strings.HasPrefix(c.src, "class A {\n  static") {
				u.line = 2
			} else if strings.Contains(c.src, "int c;") {
				u.line = 4
			}
			out := ask(t, u, c.src)
			d := out.Diagnostics[0]
			if c.actual == "none" {
				if out.Verdict != verify.Unknown || d.Counterexample != nil {
					t.Errorf("%v, %+v", out.Verdict, d.Counterexample)
				}
				return
			}
			if c.actual == "another" { // which nobody asked about
				if out.Verdict != verify.Refuted || d.Counterexample != nil || len(out.Diagnostics) != 2 || out.Diagnostics[1].Line != 3 || out.Diagnostics[1].Counterexample == nil {
					t.Errorf("%v, %+v", out.Verdict, out.Diagnostics)
				}
				return
			}
			if out.Verdict != verify.Refuted || d.Counterexample == nil || !d.Counterexample.Replayed || !strings.Contains(d.Counterexample.Actual, c.actual) {
				t.Errorf("%v, %+v", out.Verdict, d.Counterexample)
			}
		})
	}
}

// A loop's frame binds every iteration, however the loop is left.
func TestRefutesLoopFrames(t *testing.T) {
	in := func(frame, loop string) string {
		return "class A {\n  int c, d;\n  //@ requires n > 0 && a.length > n && o != p;\n  void f(int n, int[] a, A o, A p) {\n    int i = 0;\n    //@ loop_modifies " + frame + ";\n    " + loop + "\n    i = 0;\n  }\n}"
	}
	for _, c := range []struct{ name, frame, loop, actual string }{
		{"a field", "i, d", "while (i < n) { i++; c++; }", "c has changed"},
		{"nothing", `\nothing`, "while (i < n) { i++; c++; }", "c has changed"},
		{"of another object", "i, o.c", "while (i < n) { i++; p.c++; }", "c has changed"},
		{"an element", "i, a[0]", "while (i < n) { a[i]++; i++; }", "after 1 iteration: [1] has changed"},
		{"behind the range", "i, a[0 .. n - 1]", "while (i < n) { i++; a[i]++; }", "has changed"},
		{"in the last iteration", "i", "do { i++; c++; } while (false);", "c has changed"},
		{"before a break", "i", "while (true) { c++; if (i >= 0) break; }", "c has changed"},
		{"in the update", "i", "for (; i < n; c++) i++;", "c has changed"},
		{"in the condition", "i", "while (i++ < n && c++ != 17) ;", "c has changed"},
		{"in a labelled loop", "i", "x: while (i < n) { i++; c++; continue x; }", "c has changed"},
		{"in a block of its own", "i", "while (i < 0) { } if (n > 0) { int j = 0; /*@ loop_modifies j; @*/ while (j == 0) { j++; c++; } }", "c has changed"},
		{"for each element", "i, c", "for (int k : a) { c = k; d++; }", "d has changed"},

		{"all that is written", "i, c, o.d, a[*]", "while (i < n) { i++; c++; o.d++; a[0]++; }", "none"},
		{"all fields", "i, this.*", "while (i < n) { i++; c++; }", "none"},
		{"what the iteration makes", "i", "while (i < n) { i++; A x = new A(); x.c = 3; int[] b = {1}; b[0] = 2; }", "none"},
		{"as it is in each iteration", "i, o, o.c", "while (i < n) { i++; o.c++; o = p; }", "none"},
		{"after the loop", "i", "while (i < n) { i++; } c++;", "none"},
		{"of the loop inside", "i, c", "while (i < n) { i++; c++; /*@ loop_modifies d; @*/ while (d < 0) break; }", "none"},
	} {
		if testing.Short() && !require.Sample(c.name, 3) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			line := 6
			if c.name == "in a block of its own" {
				line = 7
			}
			u := &unsure{ds: []verify.Diagnostic{{Kind: verify.Assignable, Line: 7, AssociatedLine: line}}, verdict: verify.Unknown, line: 4}
			out := ask(t, u, in(c.frame, c.loop))
			d := out.Diagnostics[0]
			if c.actual == "none" {
				if out.Verdict != verify.Unknown || d.Counterexample != nil {
					t.Errorf("%v, %+v", out.Verdict, d.Counterexample)
				}
				return
			}
			if out.Verdict != verify.Refuted || d.Counterexample == nil || !strings.Contains(d.Counterexample.Actual, c.actual) {
				t.Errorf("%v, %+v", out.Verdict, out.Diagnostics)
			}
		})
	}
}

// A precondition that reads beyond what it has made sure of has no value there.
func TestRefutesUndefined(t *testing.T) {
	src := "class A {\n  //@ requires a[0] > 0;\n  //@ requires a.length > 0;\n  static void f(int[] a) { }\n}"
	u := &unsure{verdict: verify.Unknown, line: 4, ds: []verify.Diagnostic{{Kind: verify.UndefinedTooLargeIndex, Line: 2, Verdict: verify.Unknown}}}
	if out := ask(t, u, src); out.Verdict != verify.Refuted || !strings.Contains(out.Diagnostics[0].Counterexample.Inputs, "a=[]") {
		t.Errorf("%+v", out)
	}
	u = &unsure{verdict: verify.Unknown, line: 4, ds: []verify.Diagnostic{{Kind: verify.UndefinedTooLargeIndex, Line: 3, Verdict: verify.Unknown}}}
	u = &unsure{verdict: verify.Unknown, line: 3, ds: []verify.Diagnostic{{Kind: verify.UndefinedNullDeReference, Line: 2, Verdict: verify.Unknown}}}
	if out := ask(t, u, "class A {\n  //@ requires a.length > 0;\n  static void f(int[] a) { }\n}"); out.Verdict != verify.Unknown {
		t.Errorf("null where it may not be: %+v", out)
	}
	u = &unsure{verdict: verify.Unknown, line: 4, ds: []verify.Diagnostic{{Kind: verify.UndefinedTooLargeIndex, Line: 3, Verdict: verify.Unknown}}}
	src = "class A {\n  //@ requires a.length > 0;\n  //@ requires a[0] > 0;\n  static void f(int[] a) { }\n}"
	if out := ask(t, u, src); out.Verdict != verify.Unknown {
		t.Errorf("%+v", out)
	}
}
