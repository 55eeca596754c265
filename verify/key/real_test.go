package key_test

import (
	"context"
	"os"
	"strings"
	"sync"
	"testing"

	"ensures/bench"
	"ensures/verify"
	"ensures/verify/key"
)

const modes = `public class Modes {
    //@ ensures \result >= x;
    public static int next(int x) { return x + 1; }

    //@ ensures \result == x + 1 || x == Integer.MAX_VALUE;
    public static int wraps(int x) { return x + 1; }

    //@ requires 0 <= x && x < 100;
    //@ ensures \result == x + 1;
    public static int bounded(int x) { return x + 1; }

    //@ requires y != 0;
    public static int divide(int x, int y) { return x / y; }

    public static int[] make(int n) { return new int[n]; }
}
`

// The real KeY: overflow is an error unless arithmetic is Java's, unchecked
// arithmetic is never asked of it, a killed worker is replaced.
func TestArithmetic(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute or more")
	}
	start := key.StartOptions{Home: home(t), Nice: os.Getenv("CI") == ""}.Starter()
	var mu sync.Mutex
	var conns []key.Conn
	b := key.New(key.Options{Library: bench.NewRuntime().Types, Steps: 2000, Start: func(integers string) (key.Conn, error) {
		c, err := start(integers)
		mu.Lock()
		defer mu.Unlock()
		conns = append(conns, c)
		return c, err
	}})
	defer b.Close()
	for _, c := range []struct {
		mode verify.Arithmetic
		want string
	}{
		{verify.Safe, "Modes verified, next unknown, wraps unknown, bounded verified, divide unknown, make unknown"},
		{verify.Quiet, "Modes verified, next unsupported, wraps unsupported, bounded verified, divide verified, make unsupported"},
		{verify.Java, "Modes verified, next unknown, wraps verified, bounded verified, divide verified, make unknown"},
	} {
		out, err := b.Verify(context.Background(), verify.Request{File: "Modes.java", Source: modes, Options: verify.Options{Arithmetic: c.mode}})
		if err != nil {
			t.Fatalf("%s: %v", c.mode, err)
		}
		var got []string
		for _, m := range out.Methods {
			got = append(got, m.Method.Short()+" "+m.Verdict.String())
		}
		if g := strings.Join(got, ", "); g != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.mode, g, c.want)
			for _, d := range out.Diagnostics {
				t.Logf("%d:%d %s %s", d.Line, d.Column, d.Kind, d.Message)
			}
		}
		if c.mode == verify.Safe { // killed between two questions
			conns[0].Kill()
		}
	}
	if len(conns) != 3 {
		t.Errorf("%d workers were started; want one at first, one after the kill, one for the other integers", len(conns))
	}
	if out, err := b.Verify(context.Background(), verify.Request{File: "X.java", Source: "public class X {\n  //@ ensures \\result == y;\n  static int f(int x) { return x; }\n}\n"}); err != nil || out.Verdict != verify.Malformed || out.Diagnostics[0].Line != 2 {
		t.Errorf("%+v, %v", out, err)
	}
}

const reach = `public class Reach {
    //@ ensures \result <==> (x & 3) == 0;
    public static boolean low(int x) { return (x & 3) == 0; }

    //@ ensures \result <==> y != 0 && (x & 1 / y) == 0;
    public static boolean guarded(int x, int y) { return y != 0 && (x & 1 / y) == 0; }

    //@ ensures \result <==> (x & 1 / y) == 0;
    public static boolean undefined(int x, int y) { return y != 0 && (x & 1 / y) == 0; }

    //@ ensures n >= 0 ==> \result == n;
    public static int count(int n) {
        int r = 0;
        //@ loop_invariant i == r;
        //@ loop_invariant 0 <= n ==> i <= n;
        //@ decreases n - i;
        for (int i = 0; i < n; i++) r = r + 1;
        return r;
    }

    //@ ensures true;
    public static int over(int n) {
        int r = 0;
        //@ loop_invariant 0 <= i;
        //@ decreases n - i;
        for (int i = 0; i < n; i++) r = r + 2;
        return r;
    }

    //@ ensures \result == 1 + (x % 3 == 0 ? 3 : 0);
    public static int split(int x) {
        int r = 1;
        r += x % 3 == 0 ? 3 : 0;
        return r;
    }
}
`

// What the driver adds to KeY's strategy and rules, and the translation to loops, proves
// more, and nothing that is false: definedness goes through operators on bits, variables
// stay in the range of their types through loops, branches that no program leads out of
// are split.
func TestReach(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute or more")
	}
	b := key.New(key.Options{Library: bench.NewRuntime().Types, Start: key.StartOptions{Home: home(t), Nice: os.Getenv("CI") == ""}.Starter()})
	defer b.Close()
	out, err := b.Verify(context.Background(), verify.Request{File: "Reach.java", Source: reach})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range out.Methods {
		got = append(got, m.Method.Short()+" "+m.Verdict.String())
	}
	want := "Reach verified, low verified, guarded verified, undefined unknown, count verified, over unknown, split verified"
	if g := strings.Join(got, ", "); g != want {
		t.Errorf("\n got %s\nwant %s", g, want)
		for _, d := range out.Diagnostics {
			t.Logf("%d:%d %s %s", d.Line, d.Column, d.Kind, d.Message)
		}
	}
}
