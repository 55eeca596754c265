package bench

import (
	"context"
	"strings"
	"testing"

	"ensures/java"
	"ensures/java/interp"
)

// Methods that take an abstract class, an interface, a functional one with exceptions,
// a Throwable, a Class, an Iterator or an Optional run, though nothing implements these;
// and those of classes that have objects by their factories alone.
func TestStandIns(t *testing.T) {
	const src = `import java.util.*;
import java.util.function.*;
abstract class Shape<T> {
    protected final int sides;
    protected Shape(int sides) { this.sides = sides; }
    abstract T label();
    abstract double area(double scale);
    public int corners() { return sides; }
    class View { int both() { return sides + 1; } }
}
interface Attempt<I, O, E extends Throwable> { O apply(I in) throws E; default int twice(int x) { return 2 * x; } }
interface Chain { Chain next(); int size(); default int more() { return next().size(); } }
interface Promised { /*@ ensures \result > 0; */ int n(); }
interface Kept extends Promised { }
interface Closed { int n(); }
interface Node<T extends Node<T>> { T next(); }
sealed interface Sealed permits Two { int n(); }
interface Many { Sealed never(); int size(); }
abstract class Two implements Sealed { private Two() { } }
class Keeper {
    private final int n;
    private Keeper(int n, Sealed s) { this.n = n; }
    static Keeper of(int n) { return new Keeper(n, null); }
    int n() { return n; }
}
abstract class Hidden {
    private Hidden() { }
    private static final class One extends Hidden { private One(Sealed s) { } int n() { return 1; } }
    static Hidden one() { return new One(null); }
    abstract int n();
    int twice() { return 2 * n(); }
}
class Use {
    static int corners(Shape<String> s) { return s.corners(); }
    static int length(Shape<String> s) { return s.label().length(); }
    static <I, O> O run(Attempt<? super I, O, ?> f, I x) {
        try { return f.apply(x); } catch (Throwable e) { return null; }
    }
    static String message(Throwable e) { return e.getMessage(); }
    static boolean same(Class<?> c, Object o) { return c.isInstance(o); }
    static int count(Iterator<Integer> it) { int n = 0; while (it.hasNext()) { it.next(); n++; } return n; }
    static int or(Optional<Integer> o) { return o.orElse(-1); }
    static int supplied(Supplier<Integer> s) { return s.get(); }
    static int closed(Closed c) { return c.n(); }
    static int chained(Chain c) { return c.next() == null ? 0 : c.more(); }
    static int unlisted(Many m) { return m.never().n(); }
    static int sized(Many m) { return m.size(); }
    static int kept(Kept k) { return k.n(); }
    static int sealed(Sealed s) { return s.n(); }
    static int inner(Shape<String>.View v) { return v.both(); }
    static boolean last(Node<?> n) { return n.next() == null; }
    static int bits(BitSet b) { return b.cardinality(); }
    static int drawn(Random r) { return r.nextInt(3); }
    static int first(NavigableMap<String, Integer> m) { return m.isEmpty() ? 0 : m.firstEntry().getValue(); }
    static long streamed(java.util.stream.Stream<String> s) { return s.count(); }
    static int ordinal(Enum<?> e) { return e.ordinal(); }
}
`
	rt := NewRuntime()
	for _, tc := range []struct{ class, method, want string }{
		{"Shape", "corners", ""}, {"Use", "corners", ""}, {"Use", "length", ""}, {"Use", "run", ""}, {"Use", "message", ""},
		{"Use", "same", ""}, {"Use", "count", ""}, {"Use", "or", ""}, {"Use", "supplied", ""}, {"Use", "inner", ""},
		{"Use", "closed", ""}, {"Use", "chained", ""}, {"Use", "sized", ""}, {"Use", "unlisted", "not supported"},
		{"Use", "kept", "no way to make a value"}, {"Use", "sealed", "no way to make a value"}, {"Use", "last", "no way to make a value"},
		{"Keeper", "n", ""}, {"Hidden", "twice", ""}, {"Use", "bits", ""}, {"Use", "drawn", ""}, {"Use", "first", ""}, {"Use", "streamed", ""}, {"Use", "ordinal", ""},
	} {
		task := &Task{ID: tc.method, Name: "Use.java", Source: src, Class: tc.class, Method: tc.method}
		p, err := rt.Prepare(context.Background(), task, Options{})
		switch {
		case tc.want == "" && err != nil:
			t.Errorf("%s.%s: %v", tc.class, tc.method, err)
		case tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)):
			t.Errorf("%s.%s: %v, want %q", tc.class, tc.method, err, tc.want)
		case err == nil && len(p.Pairs) == 0:
			t.Errorf("%s.%s: %d pairs of %d inputs", tc.class, tc.method, len(p.Pairs), p.Generated)
		case err == nil:
			again(t, rt, p)
		}
	}
}

// again runs a task's pairs in another program of the same text, which has to come to the same ends.
func again(t *testing.T, rt *Runtime, p *Prepared) {
	t.Helper()
	other, err := rt.Compile(p.Task)
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range p.Pairs {
		got, end, _ := other.Rerun(p.Program, pair.Pre, interp.Options{Limits: interp.Limits{Steps: 1 << 20, HeapBytes: 1 << 24}})
		if got == nil || !SameEnd(pair, got) {
			t.Errorf("%s.%s, %s: another run ends by %v, or otherwise", p.Task.Class, p.Task.Method, pair.Name, end)
			return
		}
	}
}

// Objects of local and anonymous classes, of member classes and of enums with bodies are objects
// of the same classes in another program of the same text.
func TestCounterparts(t *testing.T) {
	const src = `
class Use {
    interface Named { int name(); }
    enum Size { SMALL { int of() { return 1; } }, LARGE { int of() { return 2; } }; abstract int of(); }
    static class Box { final Named in; Box(Named in) { this.in = in; } }
    private static final Named FIXED = new Named() { public int name() { return 7; } };
    static Named kept = FIXED;
    static Named local(int n) {
        class Local implements Named { public int name() { return n; } }
        return n > 0 ? new Local() : new Named() { public int name() { return -n; } };
    }
    Box box = new Box(local(3));
    Size size = Size.LARGE;
    int all() { return kept.name() + box.in.name() + size.of(); }
}
`
	rt := NewRuntime()
	p, err := rt.Prepare(context.Background(), &Task{ID: "all", Name: "Use.java", Source: src, Class: "Use", Method: "all"}, Options{})
	if err != nil || len(p.Pairs) == 0 {
		t.Fatalf("%v, %v", p, err)
	}
	again(t, rt, p)
}

// compiled are classes of which the declarations are known, as class files have them.
type compiled map[string]string

func (c compiled) File(name string) *java.File {
	text, ok := c[name]
	if !ok {
		return nil
	}
	f, _ := java.Parse(name+".class", text)
	f.Lines()
	java.Walk(f, func(n java.Node) bool {
		if m, ok := n.(*java.MethodDecl); ok {
			m.Body = nil
		}
		return true
	})
	return f
}

// An object of a class of which only the declaration is known is handed on; a run that asks
// anything of it is none.
func TestUnknownObjects(t *testing.T) {
	const src = `package p;
class Use {
    final Sealed s;
    Use(Sealed s) { this.s = s; }
    Sealed held() { return s; }
    static boolean same(Sealed a, Closed b) { return a == null || b == null; }
    static int asked(Sealed s) { return s.n(); }
    static int read(Open o) { return o.n; }
}
`
	rt := NewRuntime()
	rt.Types.SetSources(compiled{
		"p.Sealed": "package p; public final class Sealed { private Sealed() { } public native int n(); }",
		"p.Closed": "package p; public abstract class Closed { Closed(Sealed s) { } abstract int m(); }",
		"p.Open":   "package p; public abstract class Open { protected int n; Open(Sealed s) { } abstract int m(); }",
	})
	for method, want := range map[string]string{"held": "", "same": "", "asked": "not supported", "read": "no run of read gave a pair"} {
		p, err := rt.Prepare(context.Background(), &Task{ID: method, Name: "Use.java", Source: src, Class: "Use", Method: method}, Options{})
		switch {
		case want == "" && (err != nil || len(p.Pairs) == 0):
			t.Errorf("%s: %v", method, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, want %q", method, err, want)
		}
	}
}
