// Package javatest is for tests: it makes random Java programs from a seed and
// runs sources under a real JVM, so that the interpreter can be compared with it.
//
// A [Unit] is one source file. Expression units hold hundreds of cases, each in a
// static method of its own that prints the expression's value, or what it threw,
// and the variables it used; program units are small whole programs. Everything
// they print is the same on every JVM from 17 on: floating-point results are
// shown by their bits, and nothing depends on identity hashes, time or locale.
//
// The package must not know the product's parser or interpreter.
package javatest

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Unit is one Java source file with a main method.
type Unit struct {
	Name   string // of its public class
	Source string // extends the class Show, whose source is Show
	Cases  []Case // of an expression unit; main runs them in order
}

// Whole is the unit and what it needs in one file.
func (u Unit) Whole() string { return u.Source + "\nclass Show {" + showHelpers + "}\n" }

// Case is one expression: the static method Method prints exactly one line.
type Case struct {
	Method string
	Source string // of the method
}

// Options say what to generate.
type Options struct {
	Seed    uint64
	PerUnit int // expressions of one unit; 400 by default
	Depth   int // nesting of expressions; 5 by default
}

// Expressions makes n random expressions.
func Expressions(n int, opts Options) []Unit {
	if opts.PerUnit <= 0 {
		opts.PerUnit = 400
	}
	if opts.Depth <= 0 {
		opts.Depth = 5
	}
	var units []Unit
	for done := 0; done < n; {
		count := min(opts.PerUnit, n-done)
		name := fmt.Sprintf("E%d", len(units))
		u := Unit{Name: name}
		var b strings.Builder
		b.WriteString("import java.util.*;\n\npublic class " + name + " extends Show {\n")
		for i := range count {
			id := done + i
			// each case has a generator of its own: the same seed and number
			// give the same expression however many there are
			g := &gen{r: rand.New(rand.NewPCG(opts.Seed, uint64(id))), depth: 1 + id%opts.Depth}
			c := g.expressionCase(fmt.Sprintf("e%d", id))
			u.Cases = append(u.Cases, c)
			b.WriteString(c.Source)
		}
		b.WriteString("  public static void main(String[] args) {\n")
		for _, c := range u.Cases {
			fmt.Fprintf(&b, "    %s();\n", c.Method)
		}
		b.WriteString("  }\n}\n")
		u.Source = b.String()
		units = append(units, u)
		done += count
	}
	return units
}

// Programs makes n random small programs.
func Programs(n int, opts Options) []Unit {
	units := make([]Unit, n)
	for i := range units {
		g := &gen{r: rand.New(rand.NewPCG(opts.Seed^0x9e3779b97f4a7c15, uint64(i))), depth: 3}
		units[i] = g.program(fmt.Sprintf("P%d", i))
	}
	return units
}

// showHelpers are the members of Show, which every unit's class extends. They print values so that every bit of them can be seen, in ASCII.
const showHelpers = `
  static void o(String s) { System.out.print(s); }
  static String q(String s) {
    if (s == null) return "null";
    StringBuilder b = new StringBuilder("\"");
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if (c < 32 || c > 126) b.append("\\u").append((int) c).append(';');
      else b.append(c);
    }
    return b.append('"').toString();
  }
  static String cap(String s) { return s == null || s.length() <= 200 ? s : s.substring(0, 200); }
  static String ds(double d) {
    if (Math.abs(d) < 100000.0 && d * 64 == (double) (long) (d * 64)) return "" + d;
    return Long.toHexString(Double.doubleToLongBits(d));
  }
  static void show(boolean v) { o(" Z" + v); }
  static void show(byte v) { o(" B" + v); }
  static void show(short v) { o(" S" + v); }
  static void show(char v) { o(" C" + (int) v); }
  static void show(int v) { o(" I" + v); }
  static void show(long v) { o(" J" + v); }
  static void show(float v) { o(" F" + Integer.toHexString(Float.floatToIntBits(v))); }
  static void show(double v) { o(" D" + Long.toHexString(Double.doubleToLongBits(v))); }
  static void show(String v) { o(" T" + q(v)); }
  static void show(Object v) {
    if (v == null) o(" null");
    else if (v instanceof Double) { o(" BOX"); show(((Double) v).doubleValue()); }
    else if (v instanceof Float) { o(" BOX"); show(((Float) v).floatValue()); }
    else if (v instanceof Character) o(" BOXC" + (int) ((Character) v).charValue());
    else if (v instanceof String) o(" OBJ" + q((String) v));
    else if (v.getClass().isArray()) o(" " + v.getClass().getName());
    else o(" " + v.getClass().getName() + "=" + v);
  }
  static void show(int[] v) { if (v == null) o(" null"); else { o(" ["); for (int x : v) show(x); o("]"); } }
  static void show(long[] v) { if (v == null) o(" null"); else { o(" ["); for (long x : v) show(x); o("]"); } }
  static void show(char[] v) { if (v == null) o(" null"); else { o(" ["); for (char x : v) show(x); o("]"); } }
  static void show(byte[] v) { if (v == null) o(" null"); else { o(" ["); for (byte x : v) show(x); o("]"); } }
  static void show(boolean[] v) { if (v == null) o(" null"); else { o(" ["); for (boolean x : v) show(x); o("]"); } }
  static void show(double[] v) { if (v == null) o(" null"); else { o(" ["); for (double x : v) show(x); o("]"); } }
  static void show(String[] v) { if (v == null) o(" null"); else { o(" ["); for (String x : v) show(x); o("]"); } }
  static void show(int[][] v) { if (v == null) o(" null"); else { o(" ["); for (int[] x : v) show(x); o("]"); } }
  static void err(Throwable t) { o(" !" + t.getClass().getName() + ": " + q(t.getMessage())); }
`
