package bench

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ensures/internal/require"
	"ensures/java/interp"
	"ensures/java/jvm"
	"ensures/java/project"
	"ensures/sandbox"
)

// inJVM makes a runtime whose JVM runs files, each given by its name and text; nil where they
// don't compile by themselves.
func inJVM(t *testing.T, files map[string]string) *Runtime {
	t.Helper()
	require.Tool(t, "java")
	require.Tool(t, "bwrap")
	javac := require.Tool(t, "javac")
	dir := t.TempDir()
	args := []string{"-nowarn", "-d", filepath.Join(dir, "classes")}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		args = append(args, path)
	}
	r, err := sandbox.Run(context.Background(), sandbox.Cmd{Path: javac, Args: args})
	switch {
	case err != nil:
		t.Fatal(err)
	case r.ExitCode != 0:
		t.Log("what only compiles with other files is left out")
		return nil
	}
	rt := NewRuntime()
	if rt.JVM, err = jvm.Open(jvm.Options{Timeout: 5 * time.Second, Classpath: []string{filepath.Join(dir, "classes")}}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(rt.JVM.Close)
	rt.Types.SetSources(project.Of(map[string]string{})) // declarations of the JDK's classes
	return rt
}

// zoo has a method for each kind of thing that goes to the JVM and comes back.
const zoo = `
import java.math.*;
import java.util.*;

public class Zoo {
    enum Colour { RED, GREEN { int n() { return 2; } }; int n() { return 1; } }
    record Point(int x, Zoo around) {}
    static class Node { int value; Node next; final int[] own = {1, 2}; Node(int v) { value = v; next = this; } }
    static class Wrong extends Exception { final int code; Wrong(int code) { super("wrong " + code); this.code = code; } }
    static class Odd extends IllegalStateException { Odd(String m) { super(m); } }
    interface Shape { int area(); }
    static class Square implements Shape { int side; Square(int s) { side = s; } public int area() { return side * side; } }

    static int calls;
    static final int[] table = {3, 1, 2};
    static List<Integer> log = new ArrayList<>();
    int n;
    String name = "zoo";
    Zoo(int n) { if (n > 1000) throw new IllegalArgumentException("too many"); this.n = n; calls++; }

    int bump(int by) { calls += by; n += by; return n; }
    static int counted() { return ++calls; }
    static void sorted(int[] a) { if (a != null) Arrays.sort(a); }
    static int[] same(int[] a) { return a; }
    static boolean alias(int[] a, int[] b) { return a == b; }
    static String[] words(String s) { return s.split(" "); }
    static String twice(String s) { return s + s; }
    static String itself(String s) { return s; }
    static char last(String s) { return s.charAt(s.length() - 1); }
    static double half(double d) { return d / 2; }
    static float third(float f) { return f / 3; }
    static byte cut(long n) { return (byte) n; }
    static Integer boxed(Integer n) { return n == null ? null : n + 1; }
    static Object any(boolean b, Object o) { return b ? o : Character.valueOf('x'); }
    static Colour colour(Colour c) { return c == Colour.RED ? Colour.GREEN : c; }
    static int area(Shape s) { return s.area(); }
    static Node chain(Node n) { Node m = new Node(n.value + 1); m.next = n; n.own[0]++; return m; }
    static Point point(Point p) { return new Point(p.x() + 1, p.around()); }
    static int thrown(int n) throws Wrong { if (n < 0) throw new Wrong(n); if (n > 50) throw new Odd("big"); return 10 / n; }
    static void push(List<Integer> list, int n) { list.add(n); log.add(n); }
    static Map<String, Integer> count(List<String> words) { Map<String, Integer> m = new TreeMap<>(); for (String w : words) m.merge(w, 1, Integer::sum); return m; }
    static Set<Integer> both(Set<Integer> a, Set<Integer> b) { Set<Integer> s = new LinkedHashSet<>(a); s.addAll(b); return s; }
    static BigInteger square(BigInteger n) { return n.multiply(n); }
    static StringBuilder add(StringBuilder s, char c) { return s.append(c); }
    static Optional<Integer> first(List<Integer> list) { return list.isEmpty() ? Optional.empty() : Optional.of(list.get(0)); }
    static int turn() { int t = table[0]; table[0] = table[1]; table[1] = t; return table[0]; }
    static int[][] grid(int n) { return new int[Math.abs(n % 4)][2]; }
    static long[] longs(long a, long b) { return new long[] {a, b}; }
    static Class<?> kind(Object o) { return o == null ? int[].class : o.getClass(); }
}
`

// The JVM gives the pairs that the interpreter gives: results, exceptions, the heap after the
// call with the identity of its objects, static fields.
func TestJVMGivesTheSamePairs(t *testing.T) {
	rt := inJVM(t, map[string]string{"Zoo.java": zoo})
	tasks, errs := BodiesOf("Zoo.java", zoo)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	answered := 0
	for _, task := range tasks {
		p, err := rt.Prepare(context.Background(), task, Options{Inputs: 40})
		if err != nil {
			t.Errorf("%s: %v", task.ID, err)
			continue
		}
		c, err := p.Compare(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range c.Differences {
			t.Errorf("%s: %s", task.ID, d)
		}
		if c.Answered == 0 {
			t.Errorf("%s: %d asked, none answered: %s", task.ID, c.Asked, c.NoAnswer)
		}
		answered += c.Answered
	}
	t.Logf("%d methods, %d runs", len(tasks), answered)
}

// Code of a benchmark, too, and of the examples, gives the same pairs in both. ENSURES_JVM=all
// takes every task.
func TestJVMGivesTheSamePairsOfTasks(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a JVM for each task")
	}
	step := 40
	if os.Getenv("ENSURES_JVM") == "all" {
		step = 1
	}
	var tasks []*Task
	for _, name := range []string{require.Shared(t, "data/mbjp/tasks.jsonl"), filepath.Join("..", "examples")} {
		d, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		tasks = append(tasks, d.Tasks...)
	}
	asked, answered := 0, 0
	for i, task := range tasks {
		// What lies in folders below the examples is of projects with builds of their own.
		below, err := filepath.Rel(filepath.Join("..", "examples"), task.File)
		if i%step != 0 || err == nil && !strings.HasPrefix(below, "..") && strings.Contains(below, string(filepath.Separator)) {
			continue
		}
		t.Run(task.ID, func(t *testing.T) { // its JVM ends with it
			task.Tests, task.Driver, task.DriverInline = nil, "", false
			rt := inJVM(t, map[string]string{task.Name: task.Source})
			if rt == nil {
				return
			}
			p, err := rt.Prepare(context.Background(), task, Options{Inputs: 60})
			if err != nil {
				t.Log(err)
				return
			}
			c, err := p.Compare(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range c.Differences {
				t.Error(d)
			}
			if c.NoAnswer != "" {
				t.Logf("%d of %d answered: %s", c.Answered, c.Asked, c.NoAnswer)
			}
			asked, answered = asked+c.Asked, answered+c.Answered
		})
	}
	t.Logf("%d runs of %d repeated by the JVM", answered, asked)
	if answered < asked*9/10 {
		t.Errorf("%d runs of %d were answered", answered, asked)
	}
}

// outer has what the interpreter does not have, and what a worker must survive.
const outer = `
import java.io.*;
import java.util.concurrent.*;
import java.util.zip.CRC32;

class Outer {
    static long sum(byte[] data) { CRC32 c = new CRC32(); c.update(data); return c.getValue(); }
    static int end(int n) { if (n == 0) System.exit(3); return n; }
    static int loop(int n) { while (n == 0) { } return n; }
    static int deep(int n) { return n == 0 ? deep(n) + 1 : n; }
    static boolean sees(String path) { return new File(path).exists(); }
    static boolean writes(String path) { try (FileWriter w = new FileWriter(path)) { return true; } catch (IOException e) { return false; } }
    static String variable(String name) { return System.getenv(name); }
    static int says(int n) { System.out.println("n = " + n); System.err.println(n); return n; }
    static Callable<Integer> lambda(int n) { return () -> n; }
}
`

// one runs a method of a class on one argument.
func one(t *testing.T, rt *Runtime, source, method string, arg interp.Value) (*Program, *Pair, error) {
	t.Helper()
	tasks, _ := BodiesOf("Outer.java", source)
	for _, task := range tasks {
		if task.Method != method {
			continue
		}
		p, err := rt.Compile(task)
		if err != nil {
			t.Fatal(err)
		}
		pair, err := p.InJVM(context.Background(), State{Args: []interp.Value{arg}})
		return p, pair, err
	}
	t.Fatalf("no method %s", method)
	return nil, nil, nil
}

// What a call does to its worker is no other call's business, and it sees nothing of the machine.
func TestJVMIsConfined(t *testing.T) {
	rt := inJVM(t, map[string]string{"Outer.java": outer})
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("ENSURES_TEST_VARIABLE", "seen")
	text := func(s string) interp.Value { return interp.R(interp.NewString(s)) }
	for _, c := range []struct {
		method string
		arg    interp.Value
		want   string // the output, or part of the reason why there is none
	}{
		{"says", interp.Int(4), "4"},
		{"end", interp.Int(0), "ended the JVM"},
		{"end", interp.Int(1), "1"},
		{"loop", interp.Int(0), "did not end in"},
		{"loop", interp.Int(2), "2"},
		{"deep", interp.Int(0), "StackOverflowError"},
		{"sees", text(secret), "false"},
		{"sees", text("/"), "true"},
		{"writes", text(secret), "false"},
		{"writes", text("/tmp/x"), "false"},
		{"variable", text("ENSURES_TEST_VARIABLE"), "null"},
		{"lambda", interp.Int(0), "can't be read"},
		{"says", interp.Int(5), "5"},
	} {
		if testing.Short() && c.want == "did not end in" {
			continue // it takes as long as a call may
		}
		p, pair, err := one(t, rt, outer, c.method, c.arg)
		got := ""
		var none *jvm.NoAnswer
		switch {
		case errors.As(err, &none):
			got = none.Why
		case err != nil:
			t.Fatal(err)
		default:
			got = pair.Output(p.Run.NewMachine(interp.Options{}), p.Method)
		}
		if !strings.Contains(got, c.want) || err == nil && got != c.want {
			t.Errorf("%s: %s, want %s", c.method, got, c.want)
		}
	}
}

// A method that needs a class that the interpreter lacks gets its pairs from the compiled code,
// unless that is another version's.
func TestJVMRunsWhatTheInterpreterCannot(t *testing.T) {
	rt := inJVM(t, map[string]string{"Outer.java": outer})
	tasks, _ := BodiesOf("Outer.java", outer)
	p, err := rt.Prepare(context.Background(), tasks[0], Options{Inputs: 30})
	if err != nil {
		t.Fatal(err)
	}
	returned, threw := 0, 0
	for _, pair := range p.Pairs {
		data, _ := pair.Pre.Args[0].R.(*interp.ByteArray)
		if data == nil || pair.Result.N != int64(crc32.ChecksumIEEE(bytesOf(data.A))) {
			t.Errorf("%s: %s", pair.Name, pair.Output(p.Run.NewMachine(interp.Options{}), p.Method))
		}
		returned++
	}
	for _, pair := range p.Invalid {
		if pair.Class != "java.lang.NullPointerException" {
			t.Errorf("%s throws %s", pair.Name, pair.Class)
		}
		threw++
	}
	if returned < 10 || threw == 0 {
		t.Errorf("%d runs returned, %d threw", returned, threw)
	}
}

func bytesOf(a []int8) []byte {
	out := make([]byte, len(a))
	for i, b := range a {
		out[i] = byte(b)
	}
	return out
}

// Compiled code that does not do what the source does is not asked.
func TestJVMOfAnotherVersion(t *testing.T) {
	const method = "static long f(int n) { if (n > 3) { java.util.zip.CRC32 c = new java.util.zip.CRC32(); return c.getValue() + 7; } return n %s 1; }"
	rt := inJVM(t, map[string]string{"A.java": "class A { " + fmt.Sprintf(method, "-") + " }"})
	for op, want := range map[string]bool{"+": false, "-": true} {
		tasks, _ := BodiesOf("A.java", "class A { "+fmt.Sprintf(method, op)+" }")
		p, err := rt.Prepare(context.Background(), tasks[0], Options{Inputs: 60})
		if err != nil {
			t.Fatal(err)
		}
		outside := slices.ContainsFunc(p.Pairs, func(pair *Pair) bool { return pair.Pre.Args[0].N > 3 })
		said := slices.ContainsFunc(p.Problems, func(s string) bool { return strings.Contains(s, "not that of the source") })
		if outside != want || said == want {
			t.Errorf("with %s: runs outside %v, problems %q", op, outside, p.Problems)
		}
	}
}
