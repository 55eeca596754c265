package partial_test

import (
	"context"
	"maps"
	"strings"
	"testing"

	"ensures/bench"
	"ensures/java"
	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
	"ensures/verify/partial"
)

// files is a project by the qualified names of its classes.
type files map[string]string

func (o files) File(name string) *java.File {
	text, ok := o[name]
	if !ok {
		return nil
	}
	f, _ := java.Parse(name+".java", strings.ReplaceAll(text, "\n\t\t", "\n"))
	f.Lines()
	return f
}

// same is a method of a class whose static initialisers are asked about.
const same = "\n//@ assignable \\nothing;\n//@ ensures \\result == x;\npublic static int same(int x) { return x; }\n"

var others = files{
	"p.Util": `package p; public final class Util {
		static final int[] TABLE = {1, 2, 3};
		//@ assignable \nothing;
		//@ ensures \result == (x < 0 ? 0 : x);
		public static int pos(int x) { return x < 0 ? 0 : x; }
		//@ assignable \nothing;
		//@ ensures \result == 7;
		public static int lies(int x) { return x; }
		//@ assignable \nothing;
		//@ ensures false;
		public static int never(int x) { return x; }
		//@ requires x > 0;
		//@ assignable \nothing;
		//@ ensures \result == x - 1;
		public static int pre(int x) { return x - 1; }
		//@ assignable \nothing;
		//@ ensures \result == 1;
		public static int odd(int x) { return x <= 0 ? 1 : Main.even(x - 1); }
		//@ assignable \nothing;
		//@ ensures \result == 7;
		public static int through(int x) { return lies(x); }
		public static int nothing(int x) { return x; }
		//@ assignable \nothing;
		//@ ensures \result == x;
		public static <T> T same(T x) { return x; }
		//@ assignable \nothing;
		//@ ensures \result == x;
		@SuppressWarnings("unchecked")
		public static <T> T cast(Object x) { return (T) x; }
		//@ assignable \nothing;
		//@ ensures true;
		public static /*@ nullable @*/ String maybe(int x) { return x > 0 ? "a" : null; }
		//@ public normal_behavior
		//@   requires b;
		//@   assignable \nothing;
		//@ also public exceptional_behavior
		//@   requires !b;
		//@   assignable \nothing;
		//@   signals_only IllegalArgumentException;
		public static void check(boolean b) { if (!b) throw new IllegalArgumentException(); }
		//@ assignable \nothing;
		//@ ensures \result == 1;
		//@ signals_only \nothing;
		public static int once(int x) { return Far.one(x); }
	}`,
	"p.Wrong": `package p; public final class Wrong {
		//@ assignable \nothing;
		//@ ensures \result == zzz;
		public static int wrong(int x) { return x; }
	}`,
	"p.Far": `package p; public final class Far {
		//@ assignable \nothing;
		//@ ensures \result == 1;
		//@ signals_only \nothing;
		public static int one(int x) { return 1; }
	}`,
	"p.State": `package p; public final class State {
		static int n;
		//@ assignable n;
		//@ ensures true;
		public static void count() { n++; }
		//@ ensures true;
		public static void anything() { n++; }
		//@ assignable \nothing;
		//@ ensures \result == n;
		public static int get() { return n; }
		//@ pure
		//@ ensures true;
		public static int look() { return n; }
	}`,
	"p.Begins": `package p; public final class Begins {
		static int n = State.get();
		//@ assignable \nothing;
		//@ ensures \result == x;
		public static int same(int x) { return x; }
	}`,
	"p.Tables": `package p; import java.util.*; import java.util.regex.Pattern; public final class Tables {
		static final Pattern WORDS = words("a");
		static final Map<String, Integer> MAP = new HashMap<>();
		static final int SIZE = MAP.size() + Util.pos(3);
		private static Pattern words(String first) { String t = first + "|b" + SIZE; return Pattern.compile(t.replace("b", "c")); }
		//@ assignable \nothing;
		//@ ensures \result == x;
		public static int same(int x) { return x; }
	}`,
	"p.Keeps": `package p; public final class Keeps {
		static Object last;
		static int length() { return ("" + last).length(); }
		//@ assignable \nothing;
		//@ ensures \result == x;
		public static int same(int x) { return x; }
	}`,
	"p.Asks":    "package p; public final class Asks { static final int N = Keeps.length();" + same + "}",
	"p.Makes":   "package p; public final class Makes { static final String S = \"\" + new Maker();" + same + "} class Maker { public String toString() { Main.n = 1; return null; } }",
	"p.Later":   "package p; public final class Later { static final java.util.function.IntSupplier S = () -> Main.n++; static final int N = java.util.stream.IntStream.generate(S).limit(1).sum();" + same + "}",
	"p.Loops":   "package p; public final class Loops { static final int N = loop(); static int loop() { int i = 0; while (i >= 0) { i = 0; } return i; }" + same + "}",
	"p.Again":   "package p; public final class Again { static final int N = again(3); static int again(int i) { return again(i); }" + same + "}",
	"p.Sets":    "package p; public final class Sets { static final int N = Main.set();" + same + "}",
	"p.Hands":   "package p; public final class Hands { static final String S = \"\" + System.out;" + same + "}",
	"p.Block":   "package p; public final class Block { static { Main.n = 3; }" + same + "}",
	"p.Heir":    "package p; public final class Heir extends Parent {" + same + "} class Parent { static final int N = Main.set(); }",
	"p.Reads":   "package p; public final class Reads { static final int N = Nasty.count;" + same + "}",
	"p.Nasty":   "package p; public final class Nasty { static int count = Main.set(); }",
	"p.Mine":    "package p; public final class Mine { static final int N = Main.n;" + same + "}",
	"p.Point":   "package p; public record Point(int x) implements Mild { static final int[] ALL = new int[3];" + same + "}",
	"p.Mild":    "package p; public interface Mild { int[] NONE = {}; default int two() { return 2; } }",
	"p.Gentle":  "package p; public interface Gentle { int[] NONE = {}; default int two() { return 2; }" + same + "}",
	"p.Begun":   "package p; public record Begun(int x) implements Harsh {" + same + "}",
	"p.Harsh":   "package p; public interface Harsh { int N = Main.set(); default int two() { return 2; } }",
	"p.Heiress": "package p; public interface Heiress extends Harsh {" + same + "}",
	"p.Rude":    "package p; public interface Rude { int N = Main.set();" + same + "}",
	"p.Suit":    "package p; public enum Suit { RED; static int n = Main.set();" + same + "}",
	"p.Loose": `package p; /*@ nullable_by_default */ public final class Loose {
		//@ assignable \nothing;
		//@ ensures true;
		public static String text(String s) { return null; }
	}`,
}

// TestElsewhere: a proof rests on the contracts of other files, each of which is
// verified where it stands.
func TestElsewhere(t *testing.T) {
	rt := bench.NewRuntime()
	rt.Types.SetSources(partial.WithUnknown(others))
	b := &partial.Backend{Backend: nativetest.Backend(t, native.Options{Library: rt.Types}), Library: rt.Types}
	for name, c := range map[string]struct {
		src  string
		want verify.Verdict
	}{
		"a definition": {`//@ ensures \result >= 0;
			static int m(int x) { return Util.pos(x); }`, verify.Verified},
		"its frame": {`static int n; //@ ensures n == \old(n);
			static int m(int x) { return Util.pos(x); }`, verify.Verified},
		"an exception that is expected": {`//@ signals (IllegalArgumentException e) x < 0;
			static void m(int x) { Util.check(x >= 0); }`, verify.Verified},
		"a contract that rests on another file": {`//@ ensures \result == 1;
			//@ signals_only \nothing;
			static int m(int x) { return Util.once(x); }`, verify.Verified},

		"a false contract": {`//@ ensures \result == 7;
			static int m() { return Util.lies(3); }`, verify.Conditional},
		"one that rests on a false one": {`//@ ensures \result == 7;
			static int m() { return Util.through(3); }`, verify.Conditional},
		"one that nothing meets": {`//@ ensures \result == 8;
			static int m() { return Util.never(3); }`, verify.Conditional},
		"a circle through files": {`//@ assignable \nothing;
			//@ ensures \result == 1;
			static int even(int x) { return x <= 0 ? 1 : Util.odd(x - 1); }
			//@ ensures \result == 1;
			static int m() { return even(3); }`, verify.Conditional},
		"a precondition": {`//@ ensures \result == x - 1;
			static int m(int x) { return Util.pre(x); }`, verify.Unknown},
		"an exception that is not expected": {`//@ signals_only \nothing;
			static void m(int x) { Util.check(x >= 0); }`, verify.Unknown},
		"what may throw": {`//@ signals_only \nothing;
			static int m(int x) { return Util.pos(x); }`, verify.Unknown},
		"what may be null": {`//@ ensures \result != null;
			static Object m(int x) { return Util.maybe(x); }`, verify.Unknown},
		"a contract that reads state": {`//@ ensures \result == 0;
			static int m() { return State.get(); }`, verify.Unsupported},
		"two calls that may differ": {`//@ ensures \result;
			static boolean m() { int a = State.look(); State.look(); return State.look() == a; }`, verify.Unknown},
		"a frame": {`//@ ensures true;
			static void m() { State.count(); }`, verify.Verified},
		"what a frame does not say to this file": {`static int n; //@ ensures n == \old(n);
			static void m() { State.count(); }`, verify.Unknown},
		"no frame": {`//@ ensures true;
			static void m() { State.anything(); }`, verify.Verified},
		"no contract": {`//@ ensures \result == x;
			static int m(int x) { return Util.nothing(x); }`, verify.Unknown},
		"a contract with a mistake": {`//@ ensures \result == x;
			static int m(int x) { return Wrong.wrong(x); }`, verify.Unknown},
		"a generic method": {`//@ ensures \result == x;
			static String m(String x) { return Util.same(x); }`, verify.Verified},
		"a generic method that casts": {`//@ ensures true;
			static int m() { String s = Util.<String>cast(Integer.valueOf(5)); return 1; }`, verify.Unknown},
		"a generic method that casts to a variable": {`//@ ensures \result == x;
			static <E> E m(Object x) { return Util.<E>cast(x); }`, verify.Verified},
		"a class that begins with a number of another": {`//@ ensures \result == x;
			static int m(int x) { return Begins.same(x); }`, verify.Verified},
		"a class that begins with calls of the library and its own": {`//@ ensures \result == x;
			static int m(int x) { return Tables.same(x); }`, verify.Verified},
		"a class that begins with what another one kept": {`//@ ensures \result == x;
			static int m(int x) { return Asks.same(x); }`, verify.Unknown},
		"a class that begins with an object": {`static int n; //@ ensures \result == x;
			static int m(int x) { return Makes.same(x); }`, verify.Unknown},
		"a class that begins with a lambda": {`static int n; //@ ensures \result == x;
			static int m(int x) { return Later.same(x); }`, verify.Unknown},
		"a class that begins with a loop": {`//@ ensures \result == x;
			static int m(int x) { return Loops.same(x); }`, verify.Unknown},
		"a class that begins with a recursion": {`//@ ensures \result == x;
			static int m(int x) { return Again.same(x); }`, verify.Unknown},
		"a class that begins with a call of this file": {`static int n; static int set() { return n = 1; }
			//@ ensures \result == x;
			static int m(int x) { return Sets.same(x); }`, verify.Unknown},
		"a class that begins with what the library was given": {`//@ ensures \result == x;
			static int m(int x) { return Hands.same(x); }`, verify.Unknown},
		"a class that begins with a block": {`static int n; //@ ensures \result == x;
			static int m(int x) { return Block.same(x); }`, verify.Unknown},
		"a class whose superclass begins with a call": {`static int n; static int set() { return n = 1; }
			//@ ensures \result == x;
			static int m(int x) { return Heir.same(x); }`, verify.Unknown},
		"a class that begins with a field of a class that begins with a call": {`static int n; static int set() { return n = 1; }
			//@ ensures \result == x;
			static int m(int x) { return Reads.same(x); }`, verify.Unknown},
		"a class that begins with a field of this file": {`static int n; //@ ensures \result == x;
			static int m(int x) { return Mine.same(x); }`, verify.Unknown},
		"a record": {`//@ ensures \result == x;
			static int m(int x) { return Point.same(x); }`, verify.Verified},
		"an interface": {`//@ ensures \result == x;
			static int m(int x) { return Gentle.same(x); }`, verify.Verified},
		"an interface, whose superinterfaces don't begin": {`static int n; static int set() { return n = 1; }
			//@ ensures \result == x;
			static int m(int x) { return Heiress.same(x); }`, verify.Verified},
		"a record whose interface with a default method begins with a call": {`static int n; static int set() { return n = 1; }
			//@ ensures \result == x;
			static int m(int x) { return Begun.same(x); }`, verify.Unknown},
		"an interface that begins with a call": {`static int n; static int set() { return n = 1; }
			//@ ensures \result == x;
			static int m(int x) { return Rude.same(x); }`, verify.Unknown},
		"an enum": {`static int n; static int set() { return n = 1; }
			//@ ensures \result == x;
			static int m(int x) { return Suit.same(x); }`, verify.Unknown},
		"a file whose references are nullable": {`//@ ensures \result != null;
			static String m() { return Loose.text("a"); }`, verify.Unknown},
	} {
		t.Run(name, func(t *testing.T) {
			src := "package p;\nfinal class Main {\n" + strings.ReplaceAll(c.src, "\n\t\t\t", "\n") + "\n}\n"
			out, err := b.Verify(t.Context(), verify.Request{File: "p.Main.java", Source: src})
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range out.Methods {
				if m.Method.Name == "m" && m.Verdict != c.want {
					t.Errorf("%s, want %s: %v, %v, %+v", m.Verdict, c.want, out.Diagnostics, out.Conditions(m), m.Rests)
				}
			}
			if len(out.Methods) == 0 {
				t.Errorf("no answer: %v", out.Diagnostics)
			}
		})
	}
}

// counting counts the questions about a file that a verifier gets.
type counting struct {
	verify.Backend
	file  string
	asked int
}

func (c *counting) Verify(ctx context.Context, r verify.Request) (verify.Outcome, error) {
	if r.File == c.file {
		c.asked++
	}
	return c.Backend.Verify(ctx, r)
}

// TestElsewhereOnce: another file is asked about once, until its text or that of a file
// that it leans on is another one.
func TestElsewhereOnce(t *testing.T) {
	rt := bench.NewRuntime()
	project := maps.Clone(others)
	rt.Types.SetSources(partial.WithUnknown(project))
	c := &counting{Backend: nativetest.Backend(t, native.Options{Library: rt.Types}), file: "p.Util.java"}
	b := &partial.Backend{Backend: c, Library: rt.Types}
	ask := func(want verify.Verdict, anew bool) {
		t.Helper()
		before := c.asked
		src := "package p; public final class Main {\n//@ ensures \\result == 1;\n//@ signals_only \\nothing;\nstatic int m(int x) { return Util.once(x); } }\n"
		out, err := b.Verify(t.Context(), verify.Request{File: "Main.java", Source: src})
		if err != nil {
			t.Fatal(err)
		}
		if v := out.Methods[len(out.Methods)-1].Verdict; v != want || c.asked > before != anew {
			t.Errorf("%v after %d questions, want %v, anew: %v", v, c.asked-before, want, anew)
		}
	}
	ask(verify.Verified, true)
	ask(verify.Verified, false)
	project["p.Util"] = strings.Replace(project["p.Util"], "TABLE", "LIST", 1)
	ask(verify.Verified, true)
	project["p.Far"] = strings.Replace(project["p.Far"], "return 1", "return 2", 1)
	ask(verify.Conditional, true)
}
