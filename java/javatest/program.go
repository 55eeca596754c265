package javatest

import (
	"fmt"
	"strings"
)

// prog is the program being made: the text of its members and what expressions
// may call.
type prog struct {
	b       strings.Builder
	indent  int
	calls   map[string][]func(g *gen, d int) string // by result type
	helpers int
	loops   []string // labels of the enclosing loops, "" for none
	method  string   // return type of the method being written, "" in main
	labels  int
	budget  int // statements still to write in this method
}

// program is a random program: members first, then a main that uses them.
func (g *gen) program(name string) Unit {
	p := &prog{calls: map[string][]func(*gen, int) string{}}
	g.prog = p
	p.line("import java.util.*;")
	p.line("import java.util.function.*;")
	p.line("import java.util.stream.*;")
	p.line("")
	p.line("public class %s extends Show {", name)
	p.indent++
	p.line("static int fuel = 400;")
	var statics []*variable
	for _, t := range []string{"int", "long", "String", "int[]", "boolean", "double", "char"} {
		if g.chance(2) {
			g.names++
			v := &variable{name: fmt.Sprintf("g%d", g.names), typ: t}
			p.line("static %s %s = %s;", t, v.name, g.initial(t))
			statics = append(statics, v)
		}
	}
	for range 2 + g.r.IntN(3) {
		shapes := append(shapeList(), shapeList2()...)
		g.vars = statics
		shapes[g.r.IntN(len(shapes))](g, p)
	}
	for range 1 + g.r.IntN(3) {
		g.vars = append([]*variable{}, statics...)
		g.staticMethod(p)
	}
	parts := 2 + g.r.IntN(3)
	for i := range parts {
		g.vars = append([]*variable{}, statics...)
		g.part(p, fmt.Sprintf("part%d", i))
	}
	p.line("")
	p.line("public static void main(String[] args) {")
	p.indent++
	for i := range parts {
		if i == parts-1 && g.chance(3) {
			p.line("part%d();", i) // what it throws ends the program
			continue
		}
		p.line("try { part%d(); } catch (RuntimeException e) { System.out.println(); err(e); System.out.println(); }", i)
	}
	for _, v := range statics {
		g.printValue(p, v.name, v.typ)
	}
	p.indent--
	p.line("}")
	p.indent--
	p.line("}")
	return Unit{Name: name, Source: p.b.String()}
}

// part is a method that main calls: declarations, statements, and the values of
// its variables in the end.
func (g *gen) part(p *prog, name string) {
	p.line("")
	p.line("static void %s() {", name)
	p.indent++
	p.method = ""
	p.budget = 16 + g.r.IntN(16)
	for range 2 + g.r.IntN(3) {
		g.declare(p)
	}
	g.block(p, 4+g.r.IntN(6), 0)
	for _, v := range g.vars {
		g.printValue(p, v.name, v.typ)
	}
	p.indent--
	p.line("}")
}

func (p *prog) line(format string, args ...any) {
	p.b.WriteString(strings.Repeat("  ", p.indent))
	fmt.Fprintf(&p.b, format, args...)
	p.b.WriteByte('\n')
}

// fresh is a new variable, visible from now on.
func (g *gen) fresh(t string, final bool) *variable {
	g.names++
	v := &variable{name: fmt.Sprintf("v%d", g.names), typ: t, final: final}
	g.vars = append(g.vars, v)
	return v
}

// collections are types of which a program may have variables, with a way to make one.
var collections = map[string]string{
	"List<Integer>":          "new ArrayList<>(Arrays.asList(3, 1, 2))",
	"List<String>":           "new ArrayList<>(List.of(\"b\", \"a\", \"c\"))",
	"Map<String, Integer>":   "new HashMap<>(Map.of(\"one\", 1))",
	"Map<Integer, String>":   "new TreeMap<>()",
	"Set<String>":            "new HashSet<>(Arrays.asList(\"x\", \"yy\", \"abc\"))",
	"Set<Integer>":           "new LinkedHashSet<>()",
	"Deque<Integer>":         "new ArrayDeque<>(List.of(4, 5))",
	"PriorityQueue<Integer>": "new PriorityQueue<>(List.of(9, 4, 7))",
	"StringBuilder":          "new StringBuilder(\"sb\")",
	"LinkedList<String>":     "new LinkedList<>(List.of(\"p\", \"q\"))",
}

var collectionTypes = []string{"List<Integer>", "List<String>", "Map<String, Integer>", "Map<Integer, String>", "Set<String>", "Set<Integer>",
	"Deque<Integer>", "PriorityQueue<Integer>", "StringBuilder", "LinkedList<String>", "List<Integer>", "Map<String, Integer>"}

var scalarTypes = []string{"int", "int", "int", "long", "boolean", "char", "double", "String", "String", "byte", "short", "float", "Integer", "int[]", "int[][]", "String[]", "char[]", "Long", "Character"}

// declare writes the declaration of a new local variable.
func (g *gen) declare(p *prog) {
	if g.chance(3) {
		t := collectionTypes[g.r.IntN(len(collectionTypes))]
		v := g.fresh(t, true)
		p.line("final %s %s = %s;", t, v.name, collections[t])
		return
	}
	t := scalarTypes[g.r.IntN(len(scalarTypes))]
	init := g.top(t, g.r.IntN(3))
	final := g.chance(4)
	v := g.fresh(t, final)
	word := t
	if g.chance(6) && init.s != "null" {
		word = "var"
	}
	if final {
		word = "final " + word
	}
	p.line("%s %s = %s;", word, v.name, init.s)
}

// top is an expression for a place where any precedence will do.
func (g *gen) top(t string, d int) node { return g.expr(t, d) }

// block writes n statements with a scope of their own.
func (g *gen) block(p *prog, n, depth int) {
	for range n {
		if p.budget <= 0 {
			return
		}
		p.budget--
		g.stmt(p, depth)
	}
}

// scoped writes a block's statements; what they declare is gone afterwards.
func (g *gen) scoped(p *prog, n, depth int) {
	saved := g.vars[:len(g.vars):len(g.vars)]
	p.indent++
	g.block(p, n, depth)
	p.indent--
	g.vars = saved
}

func (g *gen) stmt(p *prog, depth int) {
	if depth >= 3 {
		switch g.r.IntN(3) {
		case 0:
			g.print(p)
		default:
			g.change(p)
		}
		return
	}
	switch g.r.IntN(22) {
	case 0, 1, 2:
		g.declare(p)
	case 3, 4, 5:
		g.change(p)
	case 6, 7:
		g.print(p)
	case 8, 9, 10:
		g.ifStmt(p, depth)
	case 11, 12, 13:
		g.loop(p, depth)
	case 14, 15:
		g.switchStmt(p, depth)
	case 16, 17:
		g.try(p, depth)
	case 18:
		g.leave(p)
	case 19, 20:
		g.collection(p)
	case 21:
		g.lambda(p)
	}
}

// print prints an expression.
func (g *gen) print(p *prog) {
	t := scalarTypes[g.r.IntN(len(scalarTypes))]
	g.printValue(p, g.expr(t, 2).s, t)
}

func (g *gen) printValue(p *prog, e, t string) {
	switch {
	case t == "String" && g.chance(2), t == "char":
		p.line("show(%s); System.out.println();", e)
	case t == "int[]" && g.chance(2):
		p.line("System.out.println(Arrays.toString(%s));", e)
	case isPrimitive(t), t == "Integer", strings.HasSuffix(t, "]"), t == "String", t == "Character", t == "Long":
		p.line("show(%s); System.out.println();", e)
	case t == "Object", t == "Double", t == "Boolean":
		p.line("show((Object) (%s)); System.out.println();", e)
	case t == "PriorityQueue<Integer>", strings.Contains(t, "<"), t == "StringBuilder":
		p.line("System.out.println(q(String.valueOf(%s)));", e)
	default:
		p.line("System.out.println(%s);", e)
	}
}

// change assigns to something visible.
func (g *gen) change(p *prog) {
	t := g.pick("int", "int", "long", "String", "boolean", "double", "char", "byte", "short", "float", "int[]", "Integer")
	v := g.variable(t, true)
	if v == nil {
		g.print(p)
		return
	}
	switch {
	case t == "int[]" && g.chance(2):
		p.line("%s[%s] %s %s;", v.name, g.index(1), g.pick("=", "+=", "*=", "-="), g.expr("int", 2).s)
	case t == "int" && g.chance(4):
		p.line("%s%s;", v.name, g.pick("++", "--"))
	case isPrimitive(t) && t != "boolean" && g.chance(2):
		p.line("%s %s %s;", v.name, g.pick("+=", "-=", "*="), g.numericAny(2).s)
	case t == "String" && g.chance(2):
		// bounded, since it may stand in a loop
		p.line("if (%s == null || %s.length() < 200) %s += %s;", v.name, v.name, v.name, g.in(g.shown(2), assignment))
	default:
		p.line("%s = %s;", v.name, g.bounded(t, g.expr(t, 2)))
	}
}

// bounded keeps a string that may be built in a loop from growing without end.
func (g *gen) bounded(t string, n node) string {
	if t == "String" && g.prog != nil {
		return "cap(" + n.s + ")"
	}
	return g.in(n, assignment)
}

func (g *gen) ifStmt(p *prog, depth int) {
	p.line("if (%s) {", g.expr("boolean", 2).s)
	g.scoped(p, 1+g.r.IntN(2), depth+1)
	for g.chance(3) {
		p.line("} else if (%s) {", g.expr("boolean", 1).s)
		g.scoped(p, 1, depth+1)
	}
	if g.chance(2) {
		p.line("} else {")
		g.scoped(p, 1+g.r.IntN(2), depth+1)
	}
	p.line("}")
}

func (g *gen) loop(p *prog, depth int) {
	label := ""
	if g.chance(4) {
		p.labels++
		label = fmt.Sprintf("L%d", p.labels)
	}
	saved := g.vars[:len(g.vars):len(g.vars)]
	end := "}"
	open := func(format string, args ...any) {
		if label != "" {
			p.line("%s:", label)
		}
		p.line(format, args...)
	}
	switch g.r.IntN(6) {
	case 0, 1:
		i := g.fresh("int", true)
		i.moving = true
		switch g.r.IntN(3) {
		case 0:
			open("for (int %s = 0; %s < %d; %s++) {", i.name, i.name, 1+g.r.IntN(6), i.name)
		case 1:
			open("for (int %s = %d; %s > 0; %s -= %d) {", i.name, g.r.IntN(12), i.name, i.name, 1+g.r.IntN(4))
		default:
			open("for (int %s = 1, end%s = %d; %s <= end%s; %s *= 2) {", i.name, i.name, g.r.IntN(40), i.name, i.name, i.name)
		}
	case 2:
		src, t := g.expr("int[]", 1).s, "int"
		switch g.r.IntN(4) {
		case 0:
			src, t = g.in(g.expr("String", 1), primary)+".toCharArray()", "char"
		case 1:
			if v := g.variable("List<Integer>", false); v != nil {
				src, t = "new ArrayList<>("+v.name+")", "Integer"
			}
		case 2:
			src, t = g.expr("String[]", 1).s, "String"
		}
		x := g.fresh(t, true)
		open("for (%s %s : %s) {", g.pick(t, t, "final "+t, "var"), x.name, src)
	case 3:
		w := g.fresh("int", true)
		w.moving = true
		p.line("int %s = %d;", w.name, g.r.IntN(8))
		open("while (%s-- > 0) {", w.name)
	case 4:
		open("do {")
		end = fmt.Sprintf("} while (fuel-- > 0 && %s);", g.in(g.expr("boolean", 1), logicalAnd+1))
	default:
		open("while (%s) {", g.binary(node{"fuel > 0", relational}, "&&", g.expr("boolean", 1), logicalAnd).s)
	}
	p.loops = append(p.loops, label)
	p.indent++
	p.line("if (fuel-- <= 0) break;")
	p.indent--
	g.scoped(p, 1+g.r.IntN(3), depth+1)
	p.loops = p.loops[:len(p.loops)-1]
	p.line("%s", end)
	g.vars = saved
}

// leave writes a conditional break, continue, return or throw.
func (g *gen) leave(p *prog) {
	cond := g.expr("boolean", 1).s
	switch {
	case len(p.loops) > 0 && g.chance(2):
		word := g.pick("break", "continue")
		if l := p.loops[g.r.IntN(len(p.loops))]; l != "" && g.chance(2) {
			word += " " + l
		}
		p.line("if (%s) %s;", cond, word)
	case p.method != "" && g.chance(2):
		p.line("if (%s) return %s;", cond, g.expr(p.method, 1).s)
	default:
		p.line("if (%s) throw new %s(%s);", cond, g.pick("IllegalStateException", "IllegalArgumentException", "RuntimeException", "ArithmeticException", "UnsupportedOperationException"),
			g.pick("", `"thrown"`, g.binary(g.stringLiteral(), "+", g.shown(1), additive).s))
	}
}

func (g *gen) switchStmt(p *prog, depth int) {
	kind := g.r.IntN(3)
	t := []string{"int", "String", "char"}[kind]
	labels := [][]string{{"0", "1", "2", "-1", "5"}, {`"a"`, `""`, `"abc"`, `"12"`, `"b"`}, {"'a'", "'b'", "'0'", "' '", "'z'"}}[kind]
	x := g.expr(t, 2).s
	if t == "int" && g.chance(2) {
		x = "(" + x + ") % 4"
	}
	arrow := g.chance(2)
	p.line("switch (%s) {", x)
	p.indent++
	// break would leave the switch, not the loop: no jumps out of loops in here
	loops := p.loops
	p.loops = nil
	group := func(head string) {
		if arrow {
			p.line("%s -> {", head)
			g.scoped(p, 1+g.r.IntN(2), depth+1)
			p.line("}")
			return
		}
		p.line("%s: {", head)
		g.scoped(p, 1, depth+1)
		p.line("}")
		if g.chance(2) {
			p.indent++
			p.line("break;")
			p.indent--
		}
	}
	at := g.r.IntN(4)
	for i, l := range labels[:2+g.r.IntN(4)] {
		if i == at && g.chance(2) {
			group("default")
			at = -1
		}
		group("case " + l)
	}
	if at >= 0 && g.chance(2) && at >= 2 {
		group("default")
	}
	p.loops = loops
	p.indent--
	p.line("}")
}

func (g *gen) try(p *prog, depth int) {
	p.line("try {")
	g.scoped(p, 1+g.r.IntN(3), depth+1)
	catches := 0
	order := []string{"ArithmeticException", "ArrayIndexOutOfBoundsException", "StringIndexOutOfBoundsException", "NullPointerException", "ClassCastException", "NumberFormatException",
		"NegativeArraySizeException | NoSuchElementException", "IllegalStateException", "IllegalArgumentException", "IndexOutOfBoundsException", "UnsupportedOperationException", "RuntimeException"}
	for i, e := range order {
		if g.chance(5) || i == len(order)-1 && (catches == 0 || g.chance(2)) {
			catches++
			g.names++
			x := fmt.Sprintf("t%d", g.names)
			p.line("} catch (%s %s) {", e, x)
			p.indent++
			p.line("System.out.println(%s.getClass().%s() + \" \" + q(%s.getMessage()));", x, g.pick("getName", "getSimpleName"), x)
			p.indent--
			g.scoped(p, g.r.IntN(2), depth+1)
		}
	}
	if g.chance(3) {
		p.line("} finally {")
		loops, method := p.loops, p.method // no jumps out of a finally: javac would only warn, people don't write it
		p.loops, p.method = nil, ""
		g.scoped(p, 1, depth+1)
		p.loops, p.method = loops, method
	}
	p.line("}")
}

// collection writes an operation on a visible collection, or declares one.
func (g *gen) collection(p *prog) {
	t := collectionTypes[g.r.IntN(len(collectionTypes))]
	v := g.variable(t, false)
	if v == nil {
		g.declare(p)
		return
	}
	i := func(d int) string { return g.expr("int", d).s }
	s := func(d int) string { return "cap(" + g.expr("String", d).s + ")" }
	x := v.name
	var ops []string
	switch t {
	case "List<Integer>":
		ops = []string{"%s.add(" + i(1) + ");", "%s.add(" + g.index(1) + ", " + i(1) + ");", "%s.remove(" + g.index(1) + ");", "%s.set(" + g.index(1) + ", " + i(1) + ");",
			"Collections.sort(%s);", "Collections.reverse(%s);", "%s.sort((a, b) -> b - a);", "%s.removeIf(e -> e % 2 == 0);", "%s.addAll(List.of(" + i(0) + ", 8));",
			"show(%s.indexOf(" + i(1) + "));", "show(%s.contains(" + i(1) + "));", "%s.forEach(e -> o(e + \",\"));", "show(%s.get(" + g.index(1) + "));",
			"show(%s.stream().filter(e -> e > " + fmt.Sprint(g.r.IntN(6)) + ").mapToInt(Integer::intValue).sum());", "o(%s.stream().map(e -> \"<\" + e + \">\").collect(Collectors.joining(\",\")));",
			"show(%s.stream().reduce(0, Integer::sum));", "o(\"\" + %s.subList(0, " + fmt.Sprint(g.r.IntN(4)) + "));", "%s.replaceAll(e -> e * 3 + 1);",
			"o(\"\" + %s.stream().sorted(Comparator.reverseOrder()).limit(3).collect(Collectors.toList()));", "show(Collections.max(%s));", "o(\"\" + %s.hashCode());"}
	case "List<String>", "LinkedList<String>":
		ops = []string{"%s.add(" + s(1) + ");", "%s.remove(" + g.index(1) + ");", "Collections.sort(%s);", "show(%s.contains(" + s(1) + "));", "o(String.join(\"-\", %s));",
			"show(%s.get(" + g.index(1) + "));", "%s.sort(Comparator.comparing(String::length));", "show(%s.stream().mapToInt(String::length).max().orElse(-1));",
			"for (Iterator<String> it = %s.iterator(); it.hasNext(); ) if (it.next().isEmpty()) it.remove();", "show(%s.size());", "o(q(String.join(\"+\", new TreeSet<>(%s))));"}
	case "Map<String, Integer>":
		ops = []string{"%s.put(" + s(1) + ", " + i(1) + ");", "%s.merge(" + s(1) + ", 1, Integer::sum);", "show(%s.getOrDefault(" + s(1) + ", -5));", "%s.putIfAbsent(" + s(1) + ", " + i(0) + ");",
			"for (Map.Entry<String, Integer> e : %s.entrySet()) o(q(e.getKey()) + \"=\" + e.getValue() + \";\");", "show(%s.containsKey(" + s(1) + "));", "show(%s.remove(" + s(1) + "));",
			"%s.computeIfAbsent(" + s(1) + ", k -> k.length());", "show(%s.get(" + s(1) + "));", "show(%s.size());", "for (String k : new TreeSet<>(%s.keySet())) o(q(k));", "for (int n : %s.values()) show(n);"}
	case "Map<Integer, String>":
		ops = []string{"%s.put(" + i(1) + ", " + s(1) + ");", "o(\"\" + %s.keySet());", "show(%s.get(" + i(1) + "));", "show(%s.containsValue(" + s(0) + "));", "show(%s.remove(" + i(0) + "));"}
	case "Set<String>":
		ops = []string{"show(%s.add(" + s(1) + "));", "show(%s.contains(" + s(1) + "));", "show(%s.remove(" + s(0) + "));", "show(%s.size());", "for (String e : %s) o(q(e));", "o(q(\"\" + new TreeSet<>(%s)));"}
	case "Set<Integer>":
		ops = []string{"show(%s.add(" + i(1) + "));", "%s.addAll(Arrays.asList(1, " + i(0) + "));", "%s.retainAll(Set.of(1, 2, 3));", "o(\"\" + new HashSet<>(%s));"}
	case "Deque<Integer>":
		ops = []string{"%s.push(" + i(1) + ");", "%s.addLast(" + i(1) + ");", "show(%s.pop());", "show(%s.pollLast());", "show(%s.peek());", "show(%s.isEmpty());"}
	case "PriorityQueue<Integer>":
		ops = []string{"%s.add(" + i(1) + ");", "show(%s.poll());", "show(%s.peek());", "while (!%s.isEmpty() && fuel-- > 0) show(%s.remove());"}
	case "StringBuilder":
		ops = []string{"if (%s.length() < 200) %s.append(" + g.appended(1) + ");", "%s.reverse();", "%s.setLength(Math.min(%s.length(), 3));", "%s.insert(0, " + i(0) + ");", "%s.deleteCharAt(" + g.index(0) + ");",
			"show(%s.charAt(" + g.index(1) + "));", "show(%s.indexOf(\"b\"));", "%s.setCharAt(0, '#');", "show(%s.toString());", "%s.replace(0, 1, \"<>\");"}
	}
	op := strings.ReplaceAll(ops[g.r.IntN(len(ops))], "%s", x)
	p.line("%s", op)
}

// lambda declares a function and calls it.
func (g *gen) lambda(p *prog) {
	saved := g.vars
	var kept []*variable // a lambda may use what is never assigned again, and statics
	for _, v := range saved {
		if v.final && !v.moving || strings.HasPrefix(v.name, "g") {
			kept = append(kept, v)
		}
	}
	body := func(t string, params ...*variable) string {
		g.vars = append(append([]*variable{}, kept...), params...)
		e := g.expr(t, 2).s
		g.vars = saved
		return e
	}
	g.names++
	f := fmt.Sprintf("f%d", g.names)
	par := func(t string) *variable {
		g.names++
		return &variable{name: fmt.Sprintf("x%d", g.names), typ: t, final: true}
	}
	switch g.r.IntN(7) {
	case 0:
		x := par("int")
		p.line("IntUnaryOperator %s = %s -> %s;", f, x.name, body("int", x))
		p.line("show(%s.applyAsInt(%s));", f, g.expr("int", 1).s)
	case 1:
		x, y := par("int"), par("int")
		p.line("IntBinaryOperator %s = (%s, %s) -> { return %s; };", f, x.name, y.name, body("int", x, y))
		p.line("show(%s.applyAsInt(%s, %s));", f, g.expr("int", 1).s, g.expr("int", 1).s)
	case 2:
		x := par("String")
		p.line("Function<String, Integer> %s = %s -> %s;", f, x.name, g.pick(body("int", x), x.name+".length()"))
		p.line("show(%s.andThen(n -> n + 1).apply(%s));", f, g.expr("String", 1).s)
	case 3:
		p.line("Supplier<String> %s = () -> %s;", f, body("String"))
		p.line("show(%s.get());", f)
	case 4:
		x := par("Integer")
		p.line("Predicate<Integer> %s = %s -> %s;", f, x.name, body("boolean", x))
		p.line("show(%s.negate().or(n -> n > 3).test(%s));", f, g.expr("int", 1).s)
	case 5:
		x := par("int")
		p.line("show(IntStream.%s(0, %d).map(%s -> %s).%s);", g.pick("range", "rangeClosed"), g.r.IntN(6), x.name, body("int", x), g.pick("sum()", "max().orElse(-1)", "filter(n -> n % 2 == 0).count()", "boxed().collect(Collectors.toList()).toString()"))
	default:
		x := par("String")
		p.line("BiFunction<String, Integer, String> %s = (%s, times) -> %s + times;", f, x.name, g.in(node{body("String", x), assignment}, additive))
		p.line("show(%s.apply(%s, %s));", f, g.expr("String", 1).s, g.expr("int", 1).s)
	}
}

// staticMethod writes a static method and offers its calls to later expressions.
func (g *gen) staticMethod(p *prog) {
	ret := g.pick("int", "int", "String", "boolean", "long", "double", "int[]", "char")
	name := g.id("m")
	var params, types []string
	for range g.r.IntN(4) {
		t := g.pick("int", "int", "String", "int[]", "long", "boolean", "char", "Integer")
		v := g.fresh(t, false)
		params = append(params, t+" "+v.name)
		types = append(types, t)
	}
	variadic := len(params) > 0 && types[len(types)-1] == "int[]" && g.chance(2)
	if variadic {
		params[len(params)-1] = strings.Replace(params[len(params)-1], "int[]", "int...", 1)
	}
	p.line("")
	p.line("static %s %s(%s) {", ret, name, strings.Join(params, ", "))
	p.indent++
	p.method = ret
	p.budget = 3 + g.r.IntN(7)
	g.block(p, 2+g.r.IntN(4), 1)
	p.line("return %s;", g.bounded(ret, g.expr(ret, 2)))
	p.indent--
	p.line("}")
	p.method = ""
	p.offer(ret, func(g *gen, d int) string {
		var args []string
		for i, t := range types {
			if variadic && i == len(types)-1 && g.chance(2) {
				for range g.r.IntN(3) {
					args = append(args, g.expr("int", d-1).s)
				}
				continue
			}
			args = append(args, g.expr(t, d-1).s)
		}
		return name + "(" + strings.Join(args, ", ") + ")"
	})
}

// offer lets expressions of type t be made by f.
func (p *prog) offer(t string, f func(g *gen, d int) string) { p.calls[t] = append(p.calls[t], f) }
