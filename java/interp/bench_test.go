package interp_test

import (
	"fmt"
	"testing"

	"ensures/java/interp"
)

// benchmark runs a static method of a program with one int argument.
func benchmark(b *testing.B, src, method string, arg int32, ops float64) {
	p, tp := compile(b, "B.java", src, interp.HookPlan{})
	m := p.NewMachine(interp.Options{Limits: interp.Limits{Steps: 1 << 60, HeapBytes: 1 << 60}})
	for _, t := range tp.Class("B").Methods {
		if t.Name != method {
			continue
		}
		b.ReportAllocs()
		for b.Loop() {
			if _, end := m.Call(t, nil, []interp.Value{interp.Int(arg)}); end.Kind != interp.Returned {
				b.Fatal(end, end.Stack)
			}
		}
		if ops > 0 {
			b.ReportMetric(ops*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mops/s")
		}
	}
}

const benchSource = `
import java.util.*;
public class B {
	static int loop(int n) { int s = 0; for (int i = 0; i < n; i++) { s += i & 7; } return s; }
	static int nested(int n) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { if ((i ^ j) % 3 == 0) s += j; else s -= i; } return s; }
	static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
	static int one(int n) { return n; }
	static int call(int n) { int s = 0; for (int i = 0; i < n; i++) s += one(i); return s; }
	static int sieve(int n) { boolean[] c = new boolean[n + 1]; int k = 0; for (int i = 2; i <= n; i++) { if (!c[i]) { k++; for (int j = i + i; j <= n; j += i) c[j] = true; } } return k; }
	static int text(int n) { StringBuilder sb = new StringBuilder(); for (int i = 0; i < n; i++) { sb.append(i).append(','); } return sb.length(); }
	static int concat(int n) { int s = 0; for (int i = 0; i < n; i++) { String t = "a" + i + "b"; s += t.length(); } return s; }
	static int list(int n) { List<Integer> l = new ArrayList<>(); for (int i = 0; i < n; i++) l.add(i); int s = 0; for (int x : l) s += x; return s; }
	static int map(int n) { Map<Integer, Integer> m = new HashMap<>(); for (int i = 0; i < n; i++) m.put(i % 100, i); int s = 0; for (int x : m.values()) s += x; return s; }
	static int thrown(int n) { int s = 0; for (int i = 0; i < n; i++) { try { s += divide(i, 0); } catch (ArithmeticException e) { s++; } } return s; }
	static int divide(int a, int b) { return a / b; }
	static int bubble(int n) { int[] a = new int[n]; for (int i = 0; i < n; i++) a[i] = n - i; for (int i = 0; i < n; i++) for (int j = 0; j + 1 < n - i; j++) if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; } return a[0]; }
	static int chars(int n) { String s = "the quick brown fox"; int v = 0; for (int k = 0; k < n; k++) for (int i = 0; i < s.length(); i++) if (s.charAt(i) == 'o') v++; return v; }
	int f; int next() { return ++f; }
	static int objects(int n) { B b = new B(); int s = 0; for (int i = 0; i < n; i++) { s += b.next(); } return s + new B().f; }
	static double dbl(int n) { double s = 0; for (int i = 1; i <= n; i++) s += 1.0 / i * i; return s; }
	static int stream(int n) { return java.util.stream.IntStream.range(0, n).filter(x -> x % 2 == 0).map(x -> x * x).sum(); }
}`

func BenchmarkTightLoop(b *testing.B) { benchmark(b, benchSource, "loop", 1_000_000, 4e6) }
func BenchmarkNested(b *testing.B)    { benchmark(b, benchSource, "nested", 1000, 7e6) }
func BenchmarkCall(b *testing.B)      { benchmark(b, benchSource, "call", 1_000_000, 1e6) }
func BenchmarkFib(b *testing.B)       { benchmark(b, benchSource, "fib", 25, 242785) }
func BenchmarkSieve(b *testing.B)     { benchmark(b, benchSource, "sieve", 100_000, 0) }
func BenchmarkBubble(b *testing.B)    { benchmark(b, benchSource, "bubble", 500, 0) }
func BenchmarkBuilder(b *testing.B)   { benchmark(b, benchSource, "text", 10_000, 2e4) }
func BenchmarkConcat(b *testing.B)    { benchmark(b, benchSource, "concat", 10_000, 1e4) }
func BenchmarkList(b *testing.B)      { benchmark(b, benchSource, "list", 10_000, 2e4) }
func BenchmarkMap(b *testing.B)       { benchmark(b, benchSource, "map", 10_000, 1e4) }
func BenchmarkThrow(b *testing.B)     { benchmark(b, benchSource, "thrown", 10_000, 1e4) }
func BenchmarkChars(b *testing.B)     { benchmark(b, benchSource, "chars", 10_000, 1.9e5) }
func BenchmarkObjects(b *testing.B)   { benchmark(b, benchSource, "objects", 100_000, 1e5) }
func BenchmarkDouble(b *testing.B)    { benchmark(b, benchSource, "dbl", 100_000, 4e5) }
func BenchmarkStream(b *testing.B)    { benchmark(b, benchSource, "stream", 10_000, 1e4) }

// BenchmarkStart is a whole trivial program on a warm library: parse, check,
// compile, run.
func BenchmarkStart(b *testing.B) {
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		i++
		src := fmt.Sprintf(`public class Main { static int f(int x) { return x + %d; } public static void main(String[] a) { System.out.println("r" + f(2)); } }`, i)
		if out, _, end := run(b, "Main.java", src, "", interp.Limits{}); end.Kind != interp.Returned || out != fmt.Sprintf("r%d\n", i+2) {
			b.Fatal(out, end)
		}
	}
}

// BenchmarkMachine is a fresh machine for one short call of a compiled program.
func BenchmarkMachine(b *testing.B) {
	p, tp := compile(b, "B.java", benchSource, interp.HookPlan{})
	t := tp.Class("B").Methods
	for b.Loop() {
		m := p.NewMachine(interp.Options{})
		for _, t := range t {
			if t.Name == "one" {
				m.Call(t, nil, []interp.Value{interp.Int(1)})
			}
		}
	}
}
