package soundtest

import (
	"fmt"
	"math/rand"
	"strings"
)

// text is a piece of a program in its two forms: as it is verified, and exact.
type text struct{ plain, exact string }

func same(s string) text { return text{s, s} }

// join fills the %s of a format with pieces.
func join(format string, ps ...text) text {
	a, b := make([]any, len(ps)), make([]any, len(ps))
	for i, p := range ps {
		a[i], b[i] = p.plain, p.exact
	}
	return text{fmt.Sprintf(format, a...), fmt.Sprintf(format, b...)}
}

// exactHelpers is the end of the exact form.
const exactHelpers = `    static Error lost() { return new Error("overflow"); }
    static int addI(int a, int b) { return narrowI((long) a + b); }
    static int subI(int a, int b) { return narrowI((long) a - b); }
    static int mulI(int a, int b) { return narrowI((long) a * b); }
    static int divI(int a, int b) { if (a == Integer.MIN_VALUE && b == -1) throw lost(); return a / b; }
    static int negI(int a) { return narrowI(-(long) a); }
    static long addJ(long a, long b) { long r = a + b; if (((a ^ r) & (b ^ r)) < 0) throw lost(); return r; }
    static long subJ(long a, long b) { long r = a - b; if (((a ^ b) & (a ^ r)) < 0) throw lost(); return r; }
    static long mulJ(long a, long b) {
        if (a == 0 || b == 0) return 0;
        long r = a * b;
        if (r / b != a || a == -1 && b == Long.MIN_VALUE || b == -1 && a == Long.MIN_VALUE) throw lost();
        return r;
    }
    static long divJ(long a, long b) { if (a == Long.MIN_VALUE && b == -1) throw lost(); return a / b; }
    static long negJ(long a) { if (a == Long.MIN_VALUE) throw lost(); return -a; }
    static int narrowI(long a) { if (a != (int) a) throw lost(); return (int) a; }
    static short narrowS(long a) { if (a != (short) a) throw lost(); return (short) a; }
    static byte narrowB(long a) { if (a != (byte) a) throw lost(); return (byte) a; }
    static char narrowC(long a) { if (a != (char) a) throw lost(); return (char) a; }
`

// typ is a type that programs use: I J S B C Z as in the JVM, A and L for int and
// long arrays, T for String, V for void.
type typ byte

var javaNames = map[typ]string{'I': "int", 'J': "long", 'S': "short", 'B': "byte", 'C': "char", 'Z': "boolean", 'A': "int[]", 'L': "long[]", 'T': "String", 'V': "void"}

type variable struct {
	name  string
	t     typ
	fixed bool // must not be assigned: parameters of bounded loops' counters
	size  int  // of an array: at least this long
}

type method struct {
	name   string
	params []variable
	result typ
	writes bool // arrays among its parameters
	throws bool
}

type generator struct {
	r       *rand.Rand
	vars    []variable
	params  []variable
	methods []method
	calls   map[string][]string
	cur     *method
	n       int // names
	loop    int // loops around
	throws  bool
	out     [2]strings.Builder
}

// Generate makes the program of a seed.
func Generate(seed int64) *Program {
	g := &generator{r: rand.New(rand.NewSource(seed)), calls: map[string][]string{}}
	g.line(0, same("public class Solution {"))
	for i := range 1 + g.r.Intn(3) {
		g.method(i)
	}
	g.out[1].WriteString(exactHelpers)
	g.line(0, same("}"))
	return &Program{Source: g.out[0].String(), Exact: g.out[1].String(), Calls: g.calls}
}

func (g *generator) line(depth int, t text) {
	for i, s := range []string{t.plain, t.exact} {
		g.out[i].WriteString(strings.Repeat("    ", depth) + s + "\n")
	}
}

func (g *generator) say(depth int, format string, args ...any) {
	g.line(depth, same(fmt.Sprintf(format, args...)))
}

func (g *generator) chance(percent int) bool { return g.r.Intn(100) < percent }

func pick[T any](g *generator, xs ...T) T { return xs[g.r.Intn(len(xs))] }

func (g *generator) fresh(p string) string {
	g.n++
	return fmt.Sprintf("%s%d", p, g.n)
}

func (g *generator) of(ts string) []variable {
	var out []variable
	for _, v := range g.vars {
		if strings.ContainsRune(ts, rune(v.t)) {
			out = append(out, v)
		}
	}
	return out
}

func (g *generator) method(i int) {
	m := method{name: fmt.Sprintf("m%d", i), result: pick[typ](g, 'I', 'I', 'I', 'J', 'Z', 'S', 'B', 'C', 'V', 'A', 'T')}
	g.vars, g.n, g.loop, g.throws = nil, 0, 0, false
	g.cur = &m
	for p := range 1 + g.r.Intn(3) {
		v := variable{name: string(rune('p' + p)), t: pick[typ](g, 'I', 'I', 'I', 'J', 'S', 'B', 'C', 'Z', 'A', 'A', 'A', 'L', 'T')}
		m.params = append(m.params, v)
	}
	wide := g.chance(35) // without bounds: every value of the types
	var requires []string
	for k := range m.params {
		v := &m.params[k]
		switch v.t {
		case 'I', 'J', 'S':
			switch {
			case wide:
			case g.chance(80):
				b := pick(g, 3, 10, 100, 1000)
				requires = append(requires, fmt.Sprintf("%d <= %s && %s <= %d", pick(g, -b, 0, 1, -1), v.name, v.name, b))
			case g.chance(50):
				requires = append(requires, fmt.Sprintf("%s %s %d", v.name, pick(g, ">", "<", "!=", ">="), g.small()))
			}
		case 'A', 'L':
			if g.chance(60) {
				v.size = 1 + g.r.Intn(3)
				requires = append(requires, fmt.Sprintf("%s.length %s %d", v.name, pick(g, ">=", "=="), v.size))
			}
			if !wide && g.chance(60) {
				b := pick(g, 1, 5, 50)
				requires = append(requires, fmt.Sprintf("(\\forall int k; 0 <= k && k < %s.length; %d <= %s[k] && %s[k] <= %d)", v.name, pick(g, 0, -b), v.name, v.name, b))
			}
			if g.chance(30) {
				requires = append(requires, v.name+".length <= "+fmt.Sprint(4+g.r.Intn(4)))
			}
		case 'T':
			if g.chance(60) {
				v.size = 1 + g.r.Intn(2)
				requires = append(requires, fmt.Sprintf("%s.length() >= %d", v.name, v.size))
			}
		}
	}
	var arrays []variable
	for _, v := range m.params {
		if v.t == 'A' {
			arrays = append(arrays, v)
		}
	}
	if len(arrays) > 1 && g.chance(25) {
		requires = append(requires, arrays[0].name+pick(g, " != ", " != ", " == ")+arrays[1].name)
	}
	g.params = m.params
	g.vars = append(g.vars, m.params...)

	// The body comes first, since it decides what may be thrown and written.
	head := g.out
	g.out = [2]strings.Builder{}
	g.block(2, 2+g.r.Intn(4))
	if m.result != 'V' {
		g.line(2, join("return %s;", g.expr(m.result, 2)))
	}
	body := g.out
	g.out = [2]strings.Builder{}
	for i := range head {
		g.out[i].WriteString(head[i].String())
	}
	g.vars = append([]variable(nil), m.params...)
	for _, r := range requires {
		g.say(1, "//@ requires %s;", r)
	}
	if g.chance(40) {
		switch {
		case len(arrays) == 0 || g.chance(40):
			g.say(1, "//@ assignable \\nothing;")
		case g.chance(50):
			g.say(1, "//@ assignable %s[*];", pick(g, arrays...).name)
		default:
			v := pick(g, arrays...)
			if v.size > 0 {
				g.say(1, "//@ assignable %s[%d];", v.name, g.r.Intn(v.size))
			} else {
				g.say(1, "//@ assignable %s[0..%d];", v.name, g.r.Intn(3))
			}
		}
	}
	for range 2 + g.r.Intn(5) {
		g.say(1, "//@ ensures %s;", g.clause(m.result, true, 2))
	}
	if g.throws {
		m.throws = true
		g.say(1, "//@ signals (IllegalStateException e) %s;", g.clause('V', true, 1))
	}
	var ps []string
	for _, p := range m.params {
		ps = append(ps, javaNames[p.t]+" "+p.name)
	}
	g.say(1, "public static %s %s(%s) {", javaNames[m.result], m.name, strings.Join(ps, ", "))
	for i := range body {
		g.out[i].WriteString(body[i].String())
	}
	g.say(1, "}")
	g.line(0, same(""))
	g.methods = append(g.methods, m)
}

func (g *generator) small() int { return g.r.Intn(9) - 3 }

// ---- statements

func (g *generator) block(depth, n int) {
	saved := len(g.vars)
	for range n {
		g.stmt(depth)
	}
	if depth > 2 {
		g.vars = g.vars[:saved]
	}
}

func (g *generator) assignable(ts string) []variable {
	var out []variable
	for _, v := range g.of(ts) {
		if !v.fixed {
			out = append(out, v)
		}
	}
	return out
}

func (g *generator) stmt(depth int) {
	if depth > 5 {
		g.update(depth)
		return
	}
	switch g.r.Intn(22) {
	case 0, 1, 2:
		t := pick[typ](g, 'I', 'I', 'I', 'J', 'S', 'B', 'C', 'Z')
		name := g.fresh("v")
		g.line(depth, join(javaNames[t]+" "+name+" = %s;", g.expr(t, 3)))
		g.vars = append(g.vars, variable{name: name, t: t})
	case 3, 4, 5, 6:
		g.update(depth)
	case 7, 8, 9, 10:
		g.line(depth, join("if (%s) {", g.cond(2)))
		g.block(depth+1, 1+g.r.Intn(2))
		if g.chance(60) {
			g.say(depth, "} else {")
			g.block(depth+1, 1+g.r.Intn(2))
		}
		g.say(depth, "}")
	case 11:
		g.switchStmt(depth)
	case 12, 13, 14:
		g.loopStmt(depth)
	case 15, 16, 17:
		g.write(depth)
	case 18:
		if depth > 2 {
			g.leave(depth)
			return
		}
		name := g.fresh("a")
		size := g.r.Intn(4)
		g.say(depth, "int[] %s = new int[%d];", name, size)
		g.vars = append(g.vars, variable{name: name, t: 'A', size: size})
	case 19:
		if len(g.methods) > 0 {
			m := pick(g, g.methods...)
			if args, ok := g.args(m); ok {
				g.call(m)
				g.line(depth, join("%s;", join(m.name+"(%s)", args)))
			}
		}
	case 20:
		vs := g.assignable("I")
		if len(vs) > 0 {
			v := pick(g, vs...)
			g.say(depth, "try {")
			g.line(depth+1, join(v.name+" = %s;", g.expr('I', 3)))
			if g.chance(50) {
				g.block(depth+1, 1)
			}
			g.say(depth, "} catch (%s e%s) {", pick(g, "ArithmeticException", "ArrayIndexOutOfBoundsException", "RuntimeException", "IndexOutOfBoundsException"), g.fresh(""))
			g.line(depth+1, join(v.name+" = %s;", g.expr('I', 1)))
			if g.chance(40) {
				g.say(depth, "} finally {")
				g.update(depth + 1)
			}
			g.say(depth, "}")
		}
	case 21:
		g.say(depth, "//@ assert %s;", g.clause('V', false, 1))
	}
}

// leave ends an iteration, a loop or the method, always under a condition.
func (g *generator) leave(depth int) {
	c := g.cond(1)
	switch {
	case g.loop > 0 && g.chance(40):
		g.line(depth, join("if (%s) "+pick(g, "break", "continue")+";", c))
	case g.chance(25):
		g.throws = true
		g.line(depth, join("if (%s) throw new IllegalStateException();", c))
	case g.cur.result == 'V':
		g.line(depth, join("if (%s) return;", c))
	default:
		g.line(depth, join("if (%s) return %s;", c, g.expr(g.cur.result, 2)))
	}
}

// narrowTo is the exact form of a narrowing to t.
func narrowTo(t typ, exact string) string {
	if t == 'J' {
		return exact
	}
	return "narrow" + string(rune(t)) + "(" + exact + ")"
}

func (g *generator) update(depth int) {
	vs := g.assignable("IIJSBCZ")
	if len(vs) == 0 {
		g.write(depth)
		return
	}
	v := pick(g, vs...)
	if v.t == 'Z' {
		g.line(depth, join(v.name+" = %s;", g.cond(2)))
		return
	}
	switch g.r.Intn(4) {
	case 0, 1:
		g.line(depth, join(v.name+" = %s;", g.expr(v.t, 3)))
	case 2:
		g.line(depth, g.compound(v.name, v.t))
	default:
		op := pick(g, "++", "--")
		fn := map[string]string{"++": "add", "--": "sub"}[op]
		suffix := "I"
		if v.t == 'J' {
			suffix = "J"
		}
		g.line(depth, text{v.name + op + ";", v.name + " = " + narrowOf(v.t, fn+suffix+"("+v.name+", 1)") + ";"})
	}
}

func narrowOf(t typ, exact string) string {
	if t == 'I' || t == 'J' {
		return exact
	}
	return narrowTo(t, exact)
}

// compound is an assignment like x += e of a place that can be written twice.
func (g *generator) compound(place string, t typ) text {
	op := pick(g, "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>=")
	et := typ('I')
	if t == 'J' && g.chance(60) || g.chance(10) {
		et = 'J'
	}
	e := g.expr(et, 1)
	switch op {
	case "/=", "%=":
		e = same(fmt.Sprint(pick(g, 1, 2, 3, 7, -1, -2, -5)))
		et = 'I'
	case "<<=", ">>=", ">>>=":
		if g.chance(70) {
			e = same(fmt.Sprint(g.r.Intn(9)))
		}
	}
	wide := "I"
	if t == 'J' || et == 'J' && op[0] != '<' && op[0] != '>' {
		wide = "J"
	}
	exact := ""
	switch op {
	case "+=", "-=", "*=", "/=":
		exact = map[string]string{"+=": "add", "-=": "sub", "*=": "mul", "/=": "div"}[op] + wide + "(" + place + ", " + e.exact + ")"
	default:
		exact = "(" + place + " " + strings.TrimSuffix(op, "=") + " (" + e.exact + "))"
	}
	if t == 'I' && wide == "J" || t != 'I' && t != 'J' {
		exact = narrowTo(t, exact)
	}
	return text{place + " " + op + " " + e.plain + ";", place + " = " + exact + ";"}
}

func (g *generator) write(depth int) {
	vs := g.of("AL")
	if len(vs) == 0 {
		return
	}
	v := pick(g, vs...)
	g.cur.writes = true
	i, guard := g.index(v.name, v.name+".length", v.size)
	et := map[typ]typ{'A': 'I', 'L': 'J'}[v.t]
	if guard != "" {
		g.say(depth, "if (%s) {", guard)
		depth++
	}
	place := v.name + "[" + i + "]"
	switch g.r.Intn(4) {
	case 0:
		g.line(depth, g.compound(place, et))
	case 1:
		suffix := map[typ]string{'I': "I", 'J': "J"}[et]
		g.line(depth, text{place + "++;", place + " = add" + suffix + "(" + place + ", 1);"})
	default:
		g.line(depth, join(place+" = %s;", g.expr(et, 2)))
	}
	if guard != "" {
		g.say(depth-1, "}")
	}
}

// index is an index without effects and the condition under which it is right.
func (g *generator) index(_, length string, size int) (string, string) {
	switch {
	case size > 0 && g.chance(60):
		return fmt.Sprint(g.r.Intn(size)), ""
	case g.chance(8):
		return fmt.Sprint(g.r.Intn(3)), "" // not guarded: to be refused
	}
	vs := g.of("ISB")
	if len(vs) == 0 || g.chance(25) {
		return length + " - 1", length + " > 0"
	}
	v := pick(g, vs...).name
	if v[0] == 'i' {
		return v, ""
	}
	return v, fmt.Sprintf("0 <= %s && %s < %s", v, v, length)
}

func (g *generator) switchStmt(depth int) {
	vs := g.of("ISBC")
	if len(vs) == 0 {
		return
	}
	g.say(depth, "switch (%s) {", pick(g, vs...).name)
	first := g.r.Intn(3)
	for k := range 1 + g.r.Intn(3) {
		g.say(depth+1, "case %d:", first+k)
		g.update(depth + 2)
		if g.chance(70) {
			g.say(depth+2, "break;")
		}
	}
	if g.chance(60) {
		g.say(depth+1, "default:")
		g.update(depth + 2)
	}
	g.say(depth, "}")
}

func (g *generator) loopStmt(depth int) {
	i := g.fresh("i")
	saved := len(g.vars)
	spec := func(lo, hi string) {
		if g.chance(85) {
			g.say(depth, "//@ loop_invariant %s <= %s && %s <= %s;", lo, i, i, hi)
		}
		for range g.r.Intn(4) {
			g.say(depth, "//@ loop_invariant %s;", g.clause('V', false, 1))
		}
		if g.chance(80) {
			g.say(depth, "//@ decreases %s - %s;", hi, i)
		}
	}
	arrays := g.of("A")
	strs := g.of("T")
	counter := variable{name: i, t: 'I', fixed: true}
	switch k := g.r.Intn(6); {
	case k == 0: // unrolled
		g.say(depth, "for (int %s = 0; %s < %d; %s++) {", i, i, 1+g.r.Intn(4), i)
		g.vars = append(g.vars, counter)
	case k <= 2 && len(arrays) > 0:
		v := pick(g, arrays...)
		g.vars = append(g.vars, counter)
		spec("0", v.name+".length")
		g.say(depth, "for (int %s = 0; %s < %s.length; %s++) {", i, i, v.name, i)
		g.accumulate(depth+1, v.name+"["+i+"]")
	case k == 3 && len(strs) > 0:
		v := pick(g, strs...)
		g.vars = append(g.vars, counter)
		spec("0", v.name+".length()")
		g.say(depth, "for (int %s = 0; %s < %s.length(); %s++) {", i, i, v.name, i)
		g.accumulate(depth+1, v.name+".charAt("+i+")")
	case k == 4 && len(arrays) > 0:
		v := pick(g, arrays...)
		x := g.fresh("x")
		for range g.r.Intn(3) {
			g.say(depth, "//@ loop_invariant %s;", g.clause('V', false, 1))
		}
		g.say(depth, "for (int %s : %s) {", x, v.name)
		g.accumulate(depth+1, x)
	default:
		hi := fmt.Sprint(2 + g.r.Intn(6))
		if vs := g.of("ISB"); len(vs) > 0 && g.chance(40) {
			if v := pick(g, vs...); g.isParam(v.name) {
				// A parameter that the body does not assign.
				for n := range g.vars {
					if g.vars[n].name == v.name {
						g.vars[n].fixed = true
					}
				}
				hi = v.name
			}
		}
		g.say(depth, "int %s = 0;", i)
		g.vars = append(g.vars, counter)
		saved++
		spec("0", hi)
		g.say(depth, "while (%s < %s) {", i, hi)
		g.loop++
		body := len(g.vars)
		for range 1 + g.r.Intn(2) {
			if g.chance(15) {
				g.line(depth+1, join("if (%s) break;", g.cond(1)))
			} else {
				g.update(depth + 1)
			}
		}
		g.vars = g.vars[:body]
		g.loop--
		g.line(depth+1, text{i + "++;", i + " = addI(" + i + ", 1);"})
		g.say(depth, "}")
		g.vars = g.vars[:saved]
		return
	}
	g.loop++
	for range 1 + g.r.Intn(2) {
		g.stmt(depth + 2)
	}
	g.loop--
	g.say(depth, "}")
	g.vars = g.vars[:saved]
}

// accumulate uses an element of a loop's array.
func (g *generator) accumulate(depth int, elem string) {
	vs := g.assignable("IJ")
	if len(vs) == 0 || g.chance(40) {
		return
	}
	v := pick(g, vs...)
	switch g.r.Intn(4) {
	case 0:
		g.line(depth, text{v.name + " += " + elem + ";", v.name + " = add" + string(rune(v.t)) + "(" + v.name + ", " + elem + ");"})
	case 1:
		g.say(depth, "if (%s > %s) %s = %s;", elem, v.name, v.name, elem)
	case 2:
		g.line(depth, text{fmt.Sprintf("if (%s == %d) %s++;", elem, g.small(), v.name), ""})
		// the exact form is the same with the exact increment
		g.fixLast(v, elem)
	default:
		g.line(depth, join(v.name+" = %s;", g.expr(v.t, 2)))
	}
}

// fixLast gives the exact form of the counting statement written last.
func (g *generator) fixLast(v variable, _ string) {
	plain := strings.TrimSuffix(g.out[0].String(), "\n")
	last := plain[strings.LastIndexByte(plain, '\n')+1:]
	exact := g.out[1].String()
	exact = exact[:strings.LastIndexByte(strings.TrimSuffix(exact, "\n"), '\n')+1]
	last = strings.Replace(last, v.name+"++;", v.name+" = add"+string(rune(v.t))+"("+v.name+", 1);", 1)
	g.out[1].Reset()
	g.out[1].WriteString(exact + last + "\n")
}

func (g *generator) isParam(name string) bool {
	for _, p := range g.params {
		if p.name == name {
			return true
		}
	}
	return false
}

func (g *generator) call(m method) { g.calls[g.cur.name] = append(g.calls[g.cur.name], m.name) }

func (g *generator) args(m method) (text, bool) {
	var out text
	for i, p := range m.params {
		var a text
		switch p.t {
		case 'A', 'L', 'T':
			vs := g.of(string(rune(p.t)))
			if len(vs) == 0 {
				return text{}, false
			}
			a = same(pick(g, vs...).name)
		default:
			a = g.expr(p.t, 1)
			if p.t == 'S' || p.t == 'B' || p.t == 'C' {
				a = join("("+javaNames[p.t]+") (%s)", a) // constants are not narrowed for a call
			}
		}
		if i > 0 {
			out = join("%s, %s", out, a)
		} else {
			out = a
		}
	}
	g.throws = g.throws || m.throws
	return out, true
}
