package native_test

import (
	"testing"

	"ensures/java/classlib"
	"ensures/java/types"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
)

// TestUnspecifiedLibrary: a method of the class library without a contract may do anything
// that code from outside may. Each side condition of unspecified.go has a case.
func TestUnspecifiedLibrary(t *testing.T) {
	lib := types.NewLibrary(classlib.FS)
	lib.SetSources(otherFiles{ // as a JDK has them
		"java.lang.reflect.Field":   `package java.lang.reflect; public class Field { public void setInt(Object o, int v) { } }`,
		"java.io.ObjectInputStream": `package java.io; public class ObjectInputStream { public void defaultReadObject() { } }`,
	})
	b := nativetest.Backend(t, native.Options{Library: lib})
	for _, c := range []claim{
		{"a local across a call", `import java.util.*; class Main { //@ ensures \result == x;
			static int m(int x, List<Integer> l) { int y = x; l.replaceAll(null); return y; } }`, "m", verified},
		{"a list across a call", `import java.util.*; class Main { //@ ensures l.size() == \old(l.size());
			static void m(List<Integer> l) { l.removeIf(null); } }`, "m", not},
		{"a list that was made here across a call", `import java.util.*; class Main { //@ ensures \result == 1;
			static int m() { List<Integer> l = new ArrayList<>(); l.add(1); l.removeIf(null); return l.size(); } }`, "m", not},
		{"an array across a call", `class Main { //@ requires a.length > 0; ensures a[0] == \old(a[0]);
			static void m(int[] a) { java.util.Arrays.setAll(a, null); } }`, "m", not},
		{"a field across a call", `import java.util.*; class Main { int n; //@ ensures n == \old(n);
			void m(List<Integer> l) { l.removeIf(null); } }`, "m", not},
		{"a call assigns", `import java.util.*; class Main { //@ assignable \nothing;
			static void m(List<Integer> l) { l.removeIf(null); } }`, "m", not},
		{"a call throws", `import java.util.*; class Main { //@ signals_only \nothing;
			static void m(List<Integer> l) { l.removeIf(null); } }`, "m", not},
		{"a call gives null", `import java.util.*; class Main { //@ ensures \result != null;
			static /*@ nullable @*/ Object m(Deque<String> l) { return l.pollFirst(); } }`, "m", not},
		{"an object is made", `class Main { //@ ensures \result != null;
			static Object m() { return new java.util.BitSet(); } }`, "m", verified},
		{"an array of the arguments of a constructor", `class Main { //@ requires a.length > 0; ensures a[0] == \old(a[0]);
			static Object m(byte[] a) { return new java.math.BigInteger(a); } }`, "m", not},
		{"calls in a loop", `import java.util.*; class Main { int k; //@ ensures k == \old(k);
			void m(List<Integer> l) {
			//@ loop_invariant 0 <= i && i <= 3; decreases 3 - i;
			for (int i = 0; i < 3; i++) { l.removeIf(null); } } }`, "m", not},
		{"a method that leads to a call", `import java.util.*; class Main { int k; void change(List<Integer> l) { l.removeIf(null); }
			//@ ensures k == \old(k);
			void m(List<Integer> l) { change(l); } }`, "m", not},
		{"the file has the method", `import java.util.*; class Main { //@ requires l.size() > 0; ensures true;
			static int m(Collection<Integer> l) { l.removeIf(null); return 1; }
			static class L extends ArrayList<Integer> { //@ also requires false;
			public boolean removeIf(java.util.function.Predicate<? super Integer> p) { return true; } } }`, "m", unsupported},
		{"the file has it in an interface", `import java.util.*; class Main { //@ ensures true;
			static int m(Collection<Integer> l) { l.removeIf(null); return 1; }
			interface I { default boolean removeIf(java.util.function.Predicate<? super Integer> p) { return true; } }
			static abstract class L extends ArrayList<Integer> implements I { } }`, "m", unsupported},
		{"the file has it and asks nothing", `import java.util.*; class Main { static int k; //@ ensures \result == 1;
			static int m(Iterable<Integer> l) { l.iterator(); return 1; }
			static class L extends ArrayList<Integer> { public Iterator<Integer> iterator() { k++; return super.iterator(); } } }`, "m", verified},
		{"what the file's does is not known", `import java.util.*; class Main { static int k; //@ ensures k == \old(k);
			static void m(Iterable<Integer> l) { l.iterator(); }
			static class L extends ArrayList<Integer> { public Iterator<Integer> iterator() { k++; return super.iterator(); } } }`, "m", not},
		{"the file has it and must not have null", `import java.util.*; class Main { //@ ensures \result == 1;
			static int m(Set<Integer> l) { l.retainAll(null); return 1; }
			static class L extends HashSet<Integer> { public boolean retainAll(Collection<?> c) { return c.size() > 0; } } }`, "m", unsupported},
		{"the library's own by super", `import java.util.*; class Main extends HashSet<Integer> { //@ also ensures \result;
			public boolean retainAll(Collection<?> c) { super.retainAll(c); return true; } }`, "retainAll", verified},
		{"a view", `import java.util.*; class Main { //@ requires l.size() > 1; ensures \result;
			static boolean m(List<Integer> l) { List<Integer> v = l.subList(0, 1); if (v == l) { return true; } int n = l.size(); v.remove(0); return l.size() == n; } }`, "m", unsupported},
		{"the keys of a map", `import java.util.*; class Main { //@ ensures \result;
			static boolean m(Map<String, Integer> l) { Set<String> v = l.keySet(); int n = l.size(); v.clear(); return l.size() == n; } }`, "m", unsupported},
		{"a list that nothing can be added to", `import java.util.*; class Main { //@ ensures \result == 1; signals_only \nothing;
			static int m() { List<String> v = Collections.emptyList(); v.add("a"); return v.size(); } }`, "m", not},
		{"a view by somebody else's function", `import java.util.*; import java.util.function.*; class Main { //@ requires l.size() > 1; ensures \result;
			static boolean m(List<Integer> l, UnaryOperator<List<Integer>> f) { List<Integer> v = f.apply(l); if (v == l) { return true; } int n = l.size(); v.remove(0); return l.size() == n; } }`, "m", unsupported},
		{"a thread", `class Main { int n; //@ ensures \result == 0;
			int m(Thread t) { n = 0; t.start(); n = 0; return n; } }`, "m", unsupported},
		{"a task", `import java.util.concurrent.*; class Main { int n; //@ ensures \result == 0;
			int m(Executor e, Runnable r) { n = 0; e.execute(r); n = 0; return n; } }`, "m", unsupported},
		{"the default locale", `import java.util.*; class Main { //@ ensures \result;
			static boolean m(String s, Locale l) { String a = s.toUpperCase(); Locale.setDefault(l); return a.equals(s.toUpperCase()); } }`, "m", unsupported},
		{"an invariant of what a list holds", `import java.util.*; class Main { //@ spec_public
			private final List<Integer> l = new ArrayList<>(); //@ invariant l.size() == 0;
			//@ ensures l.size() == 0;
			void m(Collection<Integer> c) { l.addAll(0, c); } }`, "m", unsupported},
		{"an invariant of what an array holds", `class Main { //@ spec_public
			private final int[] a = {0}; //@ invariant a.length == 1 && a[0] == 0;
			//@ ensures a[0] == 0;
			void m() { java.util.Arrays.setAll(a, null); } }`, "m", unsupported},
		{"an invariant of a field", `import java.util.*; class Main { //@ spec_public
			private int n; //@ invariant n >= 0;
			//@ ensures n >= 0;
			void m(List<Integer> l) { l.removeIf(null); } }`, "m", verified},
		{"an invariant that does not hold at the call", `import java.util.*; class Main { //@ spec_public
			private int n; //@ invariant n >= 0;
			void m(List<Integer> l) { n = -1; l.removeIf(null); n = 1; } }`, "m", not},
		{"a field that never changes is set by reflection", `class Main { final int n = Integer.parseInt("1"); //@ ensures n == \old(n);
			void m(java.lang.reflect.Field f) throws Exception { f.setInt(this, 2); } }`, "m", unsupported},
		{"it is read from a stream", `class Main implements java.io.Serializable { final int n = Integer.parseInt("1"); //@ ensures n == \old(n);
			void m(java.io.ObjectInputStream s) throws Exception { s.defaultReadObject(); } }`, "m", unsupported},
		{"a class is being initialised", `import java.util.*; class Main { static int n; static final List<Integer> l = new ArrayList<>(); static { l.removeIf(null); n = 1; }
			//@ ensures \result == n;
			static int m() { return n; } }`, "m", conditional},
	} {
		c.run(t, b)
	}
}

// TestClassLiterals: a class literal is one object that is not null.
func TestClassLiterals(t *testing.T) {
	b := nativetest.Backend(t, native.Options{Library: types.NewLibrary(classlib.FS)})
	for _, c := range []claim{
		{"not null", `class Main { //@ ensures \result != null;
			static Class<?> m() { return int[].class; } }`, "m", verified},
		{"the same each time", `class Main { //@ ensures \result;
			static boolean m() { return String.class == String.class; } }`, "m", verified},
		{"of two types not known to be two", `class Main { //@ ensures \result;
			static boolean m() { Object a = String.class, b = Integer.class; return a == b; } }`, "m", not},
		{"new", `class Main { //@ ensures \fresh(\result);
			static Class<?> m() { return int.class; } }`, "m", not},
	} {
		c.run(t, b)
	}
}

// TestFunctions: a lambda or method reference is an object, and whoever has it may run its
// body at any time. Each side condition of lambda.go has a case.
func TestFunctions(t *testing.T) {
	lib := types.NewLibrary(classlib.FS)
	lib.SetSources(project)
	b := nativetest.Backend(t, native.Options{Library: lib})
	for _, c := range []claim{
		{"an object", `import java.util.function.*; class Main { //@ assignable \nothing; ensures \result != null;
			static Supplier<String> m(String s) { return () -> s; } }`, "m", verified},
		{"an object that was there before, perhaps", `import java.util.function.*; class Main { //@ ensures \fresh(\result);
			static IntSupplier m() { return () -> 1; } }`, "m", not},
		{"each time another, perhaps", `import java.util.function.*; class Main { //@ ensures \result;
			static boolean m() { IntSupplier a = () -> 1; IntSupplier b = () -> 1; return a != b; } }`, "m", not},
		{"nothing of the body happens where it is made", `import java.util.function.*; class Main { int n; //@ ensures n == \old(n) && \result != null;
			Runnable m() { return () -> { n = 2; }; } }`, "m", verified},
		{"the body happens where the library is called", `import java.util.*; class Main { int n; //@ ensures n == \old(n);
			void m(List<Integer> l) { l.forEach(x -> { n = x; }); } }`, "m", not},
		{"the body needs more than it has", `import java.util.function.*; class Main { //@ requires x > 0; ensures \result > 0;
			static int pos(int x) { return x; }
			//@ ensures \result != null;
			static IntSupplier m() { return () -> pos(-1); } }`, "m", not},
		{"the body has what it needs", `import java.util.function.*; class Main { //@ requires x > 0; ensures \result > 0;
			static int pos(int x) { return x; }
			//@ ensures \result != null;
			static IntSupplier m() { return () -> pos(1); } }`, "m", verified},
		{"a variable has what it needs", `import java.util.function.*; class Main { //@ requires x > 0; ensures \result > 0;
			static int pos(int x) { return x; }
			//@ requires x > 0; ensures \result != null;
			static IntSupplier m(int x) { return () -> pos(x); } }`, "m", verified},
		{"a field has it when it is made only", `import java.util.function.*; class Main { int n; //@ requires x > 0; ensures \result > 0;
			static int pos(int x) { return x; }
			//@ requires n > 0; ensures \result != null;
			IntSupplier m() { return () -> pos(n); } }`, "m", not},
		{"a parameter is null, perhaps", `import java.util.function.*; class Main { static int len(String s) { return s.length(); }
			//@ ensures \result != null;
			static ToIntFunction<String> m() { return s -> len(s); } }`, "m", not},
		{"so by a reference", `import java.util.function.*; class Main { static int len(String s) { return s.length(); }
			//@ ensures \result != null;
			static ToIntFunction<String> m() { return Main::len; } }`, "m", not},
		{"a reference that takes null", `import java.util.function.*; class Main { static int len(/*@ nullable @*/ String s) { return s == null ? 0 : s.length(); }
			//@ ensures \result != null;
			static ToIntFunction<String> m() { return Main::len; } }`, "m", verified},
		{"a reference to a method with a precondition", `import java.util.function.*; class Main { //@ requires x > 0;
			static int pos(int x) { return x; }
			//@ ensures \result != null;
			static IntUnaryOperator m() { return Main::pos; } }`, "m", not},
		{"a reference on null", `import java.util.function.*; class Main { int one() { return 1; }
			//@ ensures \result != null; signals_only \nothing;
			static IntSupplier m(/*@ nullable @*/ Main x) { return x::one; } }`, "m", not},
		{"references to the library", `import java.util.function.*; class Main { //@ ensures \result != null;
			static Object m(String s) { ToIntFunction<String> f = String::length; IntFunction<int[]> g = int[]::new; return s.isEmpty() ? f : g; } }`, "m", verified},
		{"a body throws", `import java.util.function.*; class Main { //@ ensures \result != null; signals_only \nothing;
			static IntSupplier m(int x) { return () -> 1 / x; } }`, "m", verified},
		{"a handler around it is none of the body's", `import java.util.function.*; class Main { //@ ensures \result == 1;
			static int m() { IntSupplier f = null; try { f = () -> { throw new RuntimeException(); }; } catch (RuntimeException e) { return 2; } return 1; } }`, "m", verified},
		{"an interface of the file without a specification", `class Main { interface F { int f(int x); } //@ ensures \result != null;
			static F m() { return x -> x; } }`, "m", verified},
		{"one with a specification", `class Main { interface F { //@ ensures \result > 0;
			int f(); } //@ ensures \result != null;
			static F m() { return () -> -1; } }`, "m", unsupported},
		{"one that is pure", `class Main { interface F { /*@ pure @*/ int f(); } int n; //@ ensures \result != null;
			F m() { return () -> n++; } }`, "m", unsupported},
		{"one that inherits a specification", `class Main { interface E { //@ ensures \result > 0;
			int f(); } interface F extends E { } //@ ensures \result != null;
			static F m() { return () -> -1; } }`, "m", unsupported},
		{"one that must not return null", `class Main { interface F { String f(); } //@ ensures \result != null;
			static F m() { return () -> null; } }`, "m", not},
		{"one of another file with a specification", `class Main { //@ ensures \result != null;
			static Specified m() { return () -> -1; } }`, "m", unsupported},
		{"a file with an invariant", `class Main { //@ spec_public
			private int n; //@ invariant n >= 0;
			//@ ensures \result != null;
			Runnable m() { return () -> { n = -1; }; } }`, "m", unsupported},
		{"a file with a constraint", `class Main { //@ spec_public
			private int n; //@ constraint \old(n) <= n;
			//@ ensures \result != null;
			Runnable m() { return () -> { n = -1; }; } }`, "m", unsupported},
		{"an object that is not whole", `class Main { String s; Runnable r; int len() { return s.length(); }
			Main() { r = () -> { len(); }; s = ""; } }`, "Main", unsupported},
		{"a class that is being initialised", `class Main { static Runnable r = () -> { }; static int n = 1; //@ ensures true;
			static int m() { return n; } }`, "m", conditional},
		{"a statement of JML in the body", `class Main { //@ ensures \result != null;
			static Runnable m(int x) { return () -> { int y = x;
			//@ assert y == x;
			}; } }`, "m", unsupported},
		{"the library goes through what a lambda gives", `import java.util.*; class Main { int n; //@ ensures n == \old(n);
			void m(Iterable<Integer> l) { for (Integer x : l) { } }
			Iterable<Integer> make(List<Integer> l) { return () -> { n++; return l.iterator(); }; } }`, "m", not},
		{"one that is made in a loop is another one", `import java.util.function.*; class Main { //@ ensures \result;
			static boolean m() { IntSupplier a = () -> 0; IntSupplier b = a;
			//@ loop_invariant 0 <= i && i <= 3; decreases 3 - i;
			for (int i = 0; i < 3; i++) { int j = i; a = () -> j; } return a == b; } }`, "m", not},
		{"a return in the body leaves the body", `import java.util.function.*; class Main { //@ ensures \result == 1;
			static long m() { IntSupplier f = () -> { return 2; }; return 1; } }`, "m", verified},
	} {
		c.run(t, b)
	}
}
