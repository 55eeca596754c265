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

// typ is a type that programs use: I J S B C Z D F as in the JVM, A and L for int
// and long arrays, G for int[][], T for String, O for objects, V for void.
type typ byte

var javaNames = map[typ]string{'I': "int", 'J': "long", 'S': "short", 'B': "byte", 'C': "char", 'Z': "boolean", 'D': "double", 'F': "float",
	'A': "int[]", 'L': "long[]", 'G': "int[][]", 'T': "String", 'O': "Box", 'V': "void"}

type variable struct {
	name     string
	t        typ
	fixed    bool // must not be assigned: parameters of bounded loops' counters
	size     int  // of an array: at least this long
	nullable bool // to be used under a guard only
}

type method struct {
	name   string
	params []variable
	result typ
	writes bool // arrays among its parameters
	throws bool
	inside bool // an instance method of the class of objects
	ctor   bool
	down   bool // calls itself, its first parameter going down to 0
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
	floats  bool
	labels  []string // of loops around
	box     *class   // the class of objects, nil without
	statics []variable
	out     [2]strings.Builder
}

// Generate makes the program of a seed. Two in three have objects and static fields.
func Generate(seed int64) *Program {
	g := &generator{r: rand.New(rand.NewSource(seed)), calls: map[string][]string{}}
	if seed%3 != 0 {
		g.class()
	}
	g.line(0, same("public class Solution {"))
	if g.box != nil && g.chance(50) {
		g.staticFields()
	}
	for i := range 1 + g.r.Intn(3) {
		g.method(&method{name: fmt.Sprintf("m%d", i), down: g.chance(12)})
	}
	g.out[1].WriteString(exactHelpers)
	g.line(0, same("}"))
	return &Program{Source: g.out[0].String(), Exact: g.out[1].String(), Calls: g.calls, Floats: g.floats}
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
		if !v.nullable && strings.ContainsRune(ts, rune(v.t)) {
			out = append(out, v)
		}
	}
	return out
}

// method makes a method with a random contract and a random body.
func (g *generator) method(m *method) {
	m.result = pick[typ](g, 'I', 'I', 'I', 'J', 'Z', 'S', 'B', 'C', 'V', 'A', 'T', 'D')
	kinds := []typ{'I', 'I', 'I', 'J', 'S', 'B', 'C', 'Z', 'A', 'A', 'A', 'L', 'T'}
	switch {
	case m.ctor:
		m.result = 'V'
	case m.down:
		m.result = pick[typ](g, 'I', 'I', 'J')
	case g.box != nil && g.chance(12):
		m.result = 'O'
	case m.result == 'D' && g.chance(60):
		m.result = 'V'
	}
	if g.box != nil && !m.ctor {
		kinds = append(kinds, 'O', 'O', 'O', 'O', 'O')
	}
	if g.chance(30) {
		kinds = append(kinds, 'G', 'G', 'D', 'F', 'A')
	}
	g.n, g.loop, g.throws, g.labels = 0, 0, false, nil
	g.cur = m
	for p := range 1 + g.r.Intn(3) {
		v := variable{name: string(rune('p' + p)), t: pick(g, kinds...)}
		if p == 0 && m.down {
			v.t = 'I'
		}
		v.nullable = strings.ContainsRune("ATO", rune(v.t)) && g.chance(15)
		g.floats = g.floats || v.t == 'D' || v.t == 'F'
		m.params = append(m.params, v)
	}
	g.floats = g.floats || m.result == 'D'
	requires := g.requires(m)
	g.params = m.params
	g.vars = g.scope(m)
	if m.down {
		for i := range g.vars {
			g.vars[i].fixed = g.vars[i].fixed || g.vars[i].name == m.params[0].name
		}
	}

	// The body comes first, since it decides what may be thrown and written.
	head := g.out
	g.out = [2]strings.Builder{}
	if m.ctor {
		g.fieldValues()
	}
	if m.down {
		g.line(2, join("if (p <= 0) return %s;", g.expr(m.result, 1)))
		if args, ok := g.argsFrom(*m, 1); ok {
			name := g.fresh("d")
			g.line(2, join(javaNames[m.result]+" "+name+" = "+m.name+"(p - 1%s);", args))
			g.vars = append(g.vars, variable{name: name, t: m.result})
			g.call(*m)
		}
	}
	g.block(2, 2+g.r.Intn(4))
	switch {
	case m.result == 'O' && g.chance(60):
		if args, ok := g.args(g.box.ctor); ok {
			g.callInside(g.box.ctor)
			g.line(2, join("return new Box(%s);", args))
		} else {
			g.say(2, "throw new IllegalStateException();")
			g.throws = true
		}
	case m.result != 'V':
		g.line(2, join("return %s;", g.expr(m.result, 2)))
	}
	body := g.out
	g.out = [2]strings.Builder{}
	for i := range head {
		g.out[i].WriteString(head[i].String())
	}
	g.vars = g.scope(m)
	for _, r := range requires {
		g.say(1, "//@ requires %s;", r)
	}
	if m.down {
		g.say(1, "//@ measured_by p;")
	}
	g.assignableClause(m)
	for range 7 + g.r.Intn(6) {
		g.say(1, "//@ ensures %s;", g.clause(m.result, true, 1+g.r.Intn(2)))
	}
	if m.ctor {
		for _, f := range g.box.fields {
			if strings.ContainsRune("IJSBC", rune(f.t)) && g.chance(50) {
				g.say(1, "//@ ensures this.%s == %s;", f.name, g.specNum('V', true, 1))
			}
		}
	}
	if g.throws {
		m.throws = true
		g.say(1, "//@ signals (IllegalStateException e) %s;", g.clause('V', true, 1))
	}
	var ps []string
	for _, p := range m.params {
		null := ""
		if p.nullable {
			null = "/*@ nullable @*/ "
		}
		ps = append(ps, null+javaNames[p.t]+" "+p.name)
	}
	switch {
	case m.ctor:
		g.say(1, "public Box(%s) {", strings.Join(ps, ", "))
	case m.inside:
		pure := ""
		if !m.writes && !g.throws && m.result != 'V' && g.chance(50) && !strings.Contains(body[0].String(), "new ") {
			pure = "/*@ pure @*/ "
		}
		g.say(1, "public %s%s %s(%s) {", pure, javaNames[m.result], m.name, strings.Join(ps, ", "))
	default:
		g.say(1, "public static %s %s(%s) {", javaNames[m.result], m.name, strings.Join(ps, ", "))
	}
	for i := range body {
		g.out[i].WriteString(body[i].String())
	}
	g.say(1, "}")
	g.line(0, same(""))
	if m.ctor {
		g.box.ctor = *m
	} else {
		g.methods = append(g.methods, *m)
	}
}

// requires makes the preconditions of a method, most of which keep numbers small.
func (g *generator) requires(m *method) []string {
	wide := g.chance(35) // without bounds: every value of the types
	var out []string
	number := func(name string) {
		switch {
		case wide:
		case g.chance(80):
			b := pick(g, 3, 10, 100, 1000)
			out = append(out, fmt.Sprintf("%d <= %s && %s <= %d", pick(g, -b, 0, 1, -1), name, name, b))
		case g.chance(50):
			out = append(out, fmt.Sprintf("%s %s %d", name, pick(g, ">", "<", "!=", ">="), g.small()))
		}
	}
	for k := range m.params {
		v := &m.params[k]
		if k == 0 && m.down {
			out = append(out, fmt.Sprintf("0 <= p && p <= %d", pick(g, 5, 20, 100)))
			continue
		}
		if v.nullable {
			if v.t == 'A' && g.chance(50) {
				out = append(out, fmt.Sprintf("%s != null ==> %s.length %s %d", v.name, v.name, pick(g, ">=", "<="), g.r.Intn(3)))
			}
			continue
		}
		switch v.t {
		case 'I', 'J', 'S':
			number(v.name)
		case 'D', 'F':
			if g.chance(70) {
				out = append(out, fmt.Sprintf("%d <= %s && %s <= %d", pick(g, -10, 0), v.name, v.name, pick(g, 10, 1000)))
			}
		case 'A', 'L':
			if g.chance(60) {
				v.size = 1 + g.r.Intn(3)
				out = append(out, fmt.Sprintf("%s.length %s %d", v.name, pick(g, ">=", "=="), v.size))
			}
			if !wide && g.chance(60) {
				b := pick(g, 1, 5, 50)
				out = append(out, fmt.Sprintf("(\\forall int k; 0 <= k && k < %s.length; %d <= %s[k] && %s[k] <= %d)", v.name, pick(g, 0, -b), v.name, v.name, b))
			}
			if g.chance(30) {
				out = append(out, v.name+".length <= "+fmt.Sprint(4+g.r.Intn(4)))
			}
		case 'G':
			v.size = 1 + g.r.Intn(2)
			out = append(out, fmt.Sprintf("%s.length >= %d && (\\forall int k; 0 <= k && k < %s.length; %s[k] != null && %s[k].length >= %d)", v.name, v.size, v.name, v.name, v.name, 1+g.r.Intn(2)))
			if g.chance(40) {
				out = append(out, fmt.Sprintf("%s.length == 1 || %s[0] != %s[1]", v.name, v.name, v.name))
			}
		case 'T':
			if g.chance(60) {
				v.size = 1 + g.r.Intn(2)
				out = append(out, fmt.Sprintf("%s.length() >= %d", v.name, v.size))
			}
		case 'O':
			for _, f := range g.box.fields {
				if (f.t == 'I' || f.t == 'J') && g.chance(60) {
					number(v.name + "." + f.name)
				}
			}
		}
	}
	if m.inside && !m.ctor {
		for _, f := range g.box.fields {
			if (f.t == 'I' || f.t == 'J') && g.chance(60) {
				number("this." + f.name)
			}
		}
	}
	for _, v := range g.statics {
		if v.t == 'I' && g.chance(60) {
			number(v.name)
		}
	}
	for _, t := range []typ{'A', 'O'} {
		var same []variable
		for _, v := range m.params {
			if v.t == t {
				same = append(same, v)
			}
		}
		if len(same) > 1 && g.chance(25) {
			out = append(out, same[0].name+pick(g, " != ", " != ", " == ")+same[1].name)
		} else if len(same) > 0 && m.inside && !m.ctor && t == 'O' && g.chance(25) {
			out = append(out, "this != "+same[0].name)
		}
	}
	return out
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
	switch g.r.Intn(29) {
	case 22, 23:
		g.objectStmt(depth)
	case 24:
		g.stringStmt(depth)
	case 25:
		g.tryStmt(depth)
	case 26:
		g.labelledStmt(depth)
	case 27:
		g.nullStmt(depth)
	case 28:
		g.rowStmt(depth)
	case 0, 1, 2:
		t := pick[typ](g, 'I', 'I', 'I', 'J', 'S', 'B', 'C', 'Z')
		if g.floats && g.chance(20) {
			t = pick[typ](g, 'D', 'F')
		}
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
			if call, ok := g.callText(m); ok {
				g.line(depth, join("%s;", call))
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
	vs := g.assignable("IIJSBCZDF")
	if len(vs) == 0 {
		g.write(depth)
		return
	}
	v := pick(g, vs...)
	if strings.Contains(v.name, ".") {
		g.cur.writes = true
	}
	if v.t == 'Z' || v.t == 'D' || v.t == 'F' {
		g.line(depth, join(v.name+" = %s;", g.expr(v.t, 2)))
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

func (g *generator) call(m method) {
	g.calls[g.cur.name] = append(g.calls[g.cur.name], m.name)
}

// callText is a call of a method made before; there need not be arguments for it.
func (g *generator) callText(m method) (text, bool) {
	args, ok := g.args(m)
	if !ok || m.down && g.cur.down {
		return text{}, false
	}
	name := m.name
	if m.inside {
		vs := g.of("O")
		if len(vs) == 0 {
			return text{}, false
		}
		name = pick(g, vs...).name + "." + name
	}
	g.cur.writes = g.cur.writes || m.writes
	g.call(m)
	return join(name+"(%s)", args), true
}

func (g *generator) args(m method) (text, bool) { return g.argsFrom(m, 0) }

// argsFrom is the arguments from the n-th on, after a comma where n is not 0.
func (g *generator) argsFrom(m method, n int) (text, bool) {
	var out text
	for i, p := range m.params {
		if i < n {
			continue
		}
		var a text
		switch p.t {
		case 'A', 'L', 'T', 'G', 'O':
			vs := g.of(string(rune(p.t)))
			if p.nullable && g.chance(30) {
				a = same("null")
				break
			}
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
			out = text{out.plain + ", " + a.plain, out.exact + ", " + a.exact}
		} else {
			out = a
		}
	}
	g.throws = g.throws || m.throws
	return out, true
}
