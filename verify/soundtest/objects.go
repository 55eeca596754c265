package soundtest

import (
	"fmt"
	"strings"
)

// class is the class of objects of a program: Box.
type class struct {
	fields []variable
	ctor   method
}

// class makes Box: fields, an invariant, a constructor and instance methods.
func (g *generator) class() {
	g.box = &class{}
	b := g.box
	for i := range 1 + g.r.Intn(3) {
		b.fields = append(b.fields, variable{name: fmt.Sprintf("f%d", i), t: pick[typ](g, 'I', 'I', 'I', 'J', 'S', 'B', 'C', 'Z')})
	}
	if g.chance(40) {
		b.fields = append(b.fields, variable{name: "xs", t: 'A', size: g.r.Intn(3)})
	}
	if g.chance(40) {
		b.fields = append(b.fields, variable{name: "next", t: 'O', nullable: true})
	}
	if g.chance(25) {
		b.fields = append(b.fields, variable{name: "text", t: 'T'})
	}
	g.say(0, "class Box {")
	for _, f := range b.fields {
		null := ""
		if f.nullable {
			null = "/*@ nullable @*/ "
		}
		g.say(1, "public %s%s %s;", null, javaNames[f.t], f.name)
	}
	var nums []string
	for _, f := range b.fields {
		switch {
		case strings.ContainsRune("IJSB", rune(f.t)):
			nums = append(nums, f.name)
		case f.size > 0:
			g.say(1, "//@ public invariant %s.length >= %d;", f.name, f.size)
		}
	}
	if len(nums) > 0 && g.chance(60) {
		n := pick(g, nums...)
		switch g.r.Intn(4) {
		case 0:
			g.say(1, "//@ public invariant 0 <= %s;", n)
		case 1:
			g.say(1, "//@ public invariant %d <= %s && %s <= %d;", -g.r.Intn(5), n, n, pick(g, 10, 100))
		case 2:
			g.say(1, "//@ public invariant %s <= %s + %d;", n, pick(g, nums...), 1+g.r.Intn(5))
		default:
			g.say(1, "//@ public invariant %s %% 2 == 0 || %s > 3;", n, n)
		}
	}
	if len(nums) > 0 && g.chance(15) {
		n := pick(g, nums...)
		g.say(1, "//@ public constraint %s >= \\old(%s);", n, n)
	}
	if b.has("next") && len(nums) > 0 && g.chance(25) {
		n := pick(g, nums...)
		g.say(1, "//@ public invariant next != null ==> next.%s >= %d;", n, -g.r.Intn(3))
	}
	g.method(&method{name: "Box", ctor: true, inside: true})
	for i := range g.r.Intn(3) {
		g.method(&method{name: fmt.Sprintf("k%d", i), inside: true})
	}
	g.say(1, "//@ ensures \\result == 0;")
	g.say(1, "public /*@ pure @*/ int inv() { return 0; }")
	g.say(0, "}")
	g.subclass()
	// The exact arithmetic is a matter of the other class.
	for _, f := range []string{"add", "sub", "mul", "div", "neg"} {
		for _, t := range []string{"I(", "J("} {
			s := strings.ReplaceAll(g.out[1].String(), f+t, "Solution."+f+t)
			g.out[1].Reset()
			g.out[1].WriteString(s)
		}
	}
	s := g.out[1].String()
	for _, t := range []string{"I(", "S(", "B(", "C("} {
		s = strings.ReplaceAll(s, "narrow"+t, "Solution.narrow"+t)
	}
	g.out[1].Reset()
	g.out[1].WriteString(s)
}

// subclass makes Sub, a Box that overrides one of its methods and says nothing of it.
func (g *generator) subclass() {
	var ms []method
	for _, m := range g.methods {
		if m.inside {
			ms = append(ms, m)
		}
	}
	if len(ms) == 0 || g.chance(40) {
		return
	}
	m := pick(g, ms...)
	g.n, g.loop, g.throws, g.labels = 0, 0, false, nil
	g.cur, g.params = &m, m.params
	g.vars = g.scope(&m)
	g.say(0, "class Sub extends Box {")
	g.say(1, "public int extra;")
	params := func(m method) string {
		var ps []string
		for _, p := range m.params {
			null := ""
			if p.nullable {
				null = "/*@ nullable @*/ "
			}
			ps = append(ps, null+javaNames[p.t]+" "+p.name)
		}
		return strings.Join(ps, ", ")
	}
	var names []string
	for _, p := range g.box.ctor.params {
		names = append(names, p.name)
	}
	g.calls["Sub"] = append(g.calls["Sub"], "Box")
	g.say(1, "public Sub(%s) { super(%s); }", params(g.box.ctor), strings.Join(names, ", "))
	g.say(1, "public %s %s(%s) {", javaNames[m.result], m.name, params(m))
	g.block(2, 1+g.r.Intn(3))
	if m.result != 'V' {
		g.line(2, join("return %s;", g.expr(m.result, 2)))
	}
	g.say(1, "}")
	g.say(0, "}")
}

func (c *class) has(field string) bool {
	for _, f := range c.fields {
		if f.name == field {
			return true
		}
	}
	return false
}

// staticFields gives Solution static fields, and perhaps an invariant of them.
func (g *generator) staticFields() {
	for i := range 1 + g.r.Intn(2) {
		v := variable{name: fmt.Sprintf("Solution.s%d", i), t: pick[typ](g, 'I', 'I', 'J', 'A')}
		init := fmt.Sprint(g.r.Intn(4))
		if v.t == 'A' {
			v.size = 1 + g.r.Intn(3)
			init = fmt.Sprintf("new int[%d]", v.size)
			g.say(1, "//@ public static invariant %s.length >= %d;", v.name, v.size)
		} else if g.chance(30) {
			g.say(1, "//@ public static invariant %s >= 0;", v.name)
		}
		g.statics = append(g.statics, v)
		g.say(1, "public static %s %s = %s;", javaNames[v.t], strings.TrimPrefix(v.name, "Solution."), init)
	}
}

// scope is what a method's body and clauses may use at first.
func (g *generator) scope(m *method) []variable {
	out := append([]variable(nil), m.params...)
	if m.inside {
		out = append(out, variable{name: "this", t: 'O', fixed: true})
	}
	var all []variable
	for _, v := range out {
		all = append(all, v)
		all = append(all, g.parts(v)...)
	}
	return append(all, g.statics...)
}

// parts is what a variable lets one reach: fields of an object, rows of an array.
func (g *generator) parts(v variable) []variable {
	var out []variable
	switch {
	case v.nullable:
	case v.t == 'O':
		for _, f := range g.box.fields {
			f.name = v.name + "." + f.name
			out = append(out, f)
		}
	case v.t == 'G':
		for i := range v.size {
			out = append(out, variable{name: fmt.Sprintf("%s[%d]", v.name, i), t: 'A', size: 1, fixed: true})
		}
	}
	return out
}

// fieldValues begins a constructor.
func (g *generator) fieldValues() {
	all := g.vars
	for _, f := range g.box.fields {
		g.vars = g.cur.params
		switch {
		case f.t == 'A':
			g.say(2, "this.%s = new int[%d];", f.name, f.size+g.r.Intn(2))
		case f.t == 'O':
			g.say(2, "this.%s = null;", f.name)
		case g.chance(85):
			g.line(2, join("this."+f.name+" = %s;", g.expr(f.t, 1)))
		}
	}
	g.vars = all
}

func (g *generator) callInside(m method) { g.call(m) }

// assignableClause says what a method may write, rightly or not.
func (g *generator) assignableClause(m *method) {
	if g.chance(50) || m.ctor {
		return
	}
	var places []string
	for _, v := range g.vars {
		switch {
		case v.nullable:
		case v.t == 'A' || v.t == 'L':
			switch {
			case g.chance(50):
				places = append(places, v.name+"[*]")
			case v.size > 0:
				places = append(places, fmt.Sprintf("%s[%d]", v.name, g.r.Intn(v.size)))
			default:
				places = append(places, fmt.Sprintf("%s[0..%d]", v.name, g.r.Intn(3)))
			}
		case v.t == 'O' && g.chance(25):
			places = append(places, v.name+".*")
		case strings.Contains(v.name, "."):
			places = append(places, v.name)
		}
	}
	if len(places) == 0 || g.chance(25) && !m.writes {
		g.say(1, "//@ assignable \\nothing;")
		return
	}
	g.r.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	g.say(1, "//@ assignable %s;", strings.Join(places[:1+g.r.Intn(len(places))], ", "))
}

// objectStmt makes, links or looks through objects.
func (g *generator) objectStmt(depth int) {
	objs := g.of("O")
	if g.box == nil || len(objs) == 0 {
		g.update(depth)
		return
	}
	o := pick(g, objs...)
	switch g.r.Intn(5) {
	case 0:
		if g.cur.ctor {
			return
		}
		args, ok := g.args(g.box.ctor)
		if !ok {
			return
		}
		g.call(g.box.ctor)
		v := variable{name: g.fresh("b"), t: 'O', fixed: true}
		g.line(depth, join("Box "+v.name+" = new Box(%s);", args))
		g.vars = append(append(g.vars, v), g.parts(v)...)
	case 1, 2:
		if !g.box.has("next") {
			g.update(depth)
			return
		}
		g.cur.writes = true
		g.say(depth, "%s.next = %s;", o.name, pick(g, "null", pick(g, objs...).name))
	case 3:
		if !g.box.has("next") {
			return
		}
		g.say(depth, "if (%s.next != null) {", o.name)
		saved := len(g.vars)
		v := variable{name: o.name + ".next", t: 'O', fixed: true}
		if g.chance(50) {
			v.name = g.fresh("n")
			g.say(depth+1, "Box %s = %s.next;", v.name, o.name)
		}
		g.vars = append(append(g.vars, v), g.parts(v)...)
		g.block(depth+1, 1)
		g.vars = g.vars[:saved]
		g.say(depth, "}")
	default:
		var ms []method
		for _, m := range g.methods {
			if m.inside {
				ms = append(ms, m)
			}
		}
		if len(ms) > 0 {
			if call, ok := g.callText(pick(g, ms...)); ok {
				g.line(depth, join("%s;", call))
			}
		}
	}
}

// stringStmt builds strings.
func (g *generator) stringStmt(depth int) {
	if vs := g.assignable("T"); len(vs) > 0 && g.chance(50) {
		v := pick(g, vs...)
		if strings.Contains(v.name, ".") {
			g.cur.writes = true
		}
		if g.chance(40) {
			g.say(depth, "%s += %s;", v.name, pick(g, `"a"`, `'z'`, "1"))
			return
		}
		g.line(depth, join(v.name+" = %s;", g.stringExpr(2)))
		return
	}
	name := g.fresh("t")
	g.line(depth, join("String "+name+" = %s;", g.stringExpr(2)))
	g.vars = append(g.vars, variable{name: name, t: 'T'})
}

func (g *generator) stringExpr(depth int) text {
	vs := g.of("T")
	if depth <= 0 || len(vs) == 0 || g.chance(25) {
		if len(vs) > 0 && g.chance(70) {
			return same(pick(g, vs...).name)
		}
		return same(pick(g, `"ab"`, `""`, `"x1"`))
	}
	v := pick(g, vs...)
	switch g.r.Intn(5) {
	case 0, 1:
		return join("(%s + %s)", g.stringExpr(depth-1), g.stringExpr(depth-1))
	case 2:
		return join("(%s + "+pick(g, "'c'", "7", "\"q\"")+")", g.stringExpr(depth-1))
	case 3:
		if v.size > 0 {
			return same(pick(g, v.name+".substring(1)", v.name+".substring(0, 1)", v.name+".substring("+v.name+".length() - 1)"))
		}
		return same("(" + v.name + ".length() > 0 ? " + v.name + ".substring(0, 1) : \"-\")")
	}
	return join("(%s ? %s : %s)", g.cond(1), g.stringExpr(depth-1), g.stringExpr(depth-1))
}

func (g *generator) floatExpr(t typ, depth int) text {
	cast := ""
	if t == 'F' {
		cast = "(float) "
	}
	if depth <= 0 || g.chance(30) {
		if vs := g.of("DF"); len(vs) > 0 && g.chance(80) {
			v := pick(g, vs...)
			if v.t == 'D' && t == 'F' {
				return same("(float) " + v.name)
			}
			return same(v.name)
		}
		return same(cast + pick(g, "0.5", "2.0", "-1.5", "10.0", "0.1", "100"))
	}
	switch g.r.Intn(6) {
	case 0:
		return join(cast+"(%s)", g.intExpr(0))
	case 1:
		return join("(%s ? %s : %s)", g.cond(0), g.floatExpr(t, depth-1), g.floatExpr(t, depth-1))
	case 2:
		return join(cast+"(-(%s))", g.floatExpr(t, depth-1))
	}
	return join(cast+"(%s "+pick(g, "+", "-", "+", "*", "/")+" %s)", g.floatExpr(t, depth-1), g.floatExpr(t, 0))
}

// tryStmt throws and catches.
func (g *generator) tryStmt(depth int) {
	saved := len(g.vars)
	thrown := pick(g, "IllegalStateException", "IllegalArgumentException", "ArithmeticException")
	g.say(depth, "try {")
	g.block(depth+1, 1)
	g.line(depth+1, join("if (%s) throw new "+thrown+"();", g.cond(1)))
	g.block(depth+1, 1)
	if g.loop > 0 && g.chance(25) {
		g.line(depth+1, join("if (%s) "+pick(g, "break", "continue")+";", g.cond(0)))
	}
	g.vars = g.vars[:saved]
	final := g.chance(50)
	if !final || g.chance(80) {
		if g.chance(30) {
			g.say(depth, "} catch (%s e%s) {", "IllegalArgumentException", g.fresh(""))
			g.update(depth + 1)
			thrown = "RuntimeException"
		}
		g.say(depth, "} catch (%s e%s) {", pick(g, thrown, "RuntimeException"), g.fresh(""))
		g.block(depth+1, 1)
		if g.chance(15) {
			g.throws = true
			g.say(depth+1, "throw new IllegalStateException();")
		}
	} else {
		g.throws = true
	}
	if final {
		g.say(depth, "} finally {")
		g.update(depth + 1)
	}
	g.say(depth, "}")
	g.vars = g.vars[:saved]
}

// labelledStmt leaves two loops at once, or a block.
func (g *generator) labelledStmt(depth int) {
	if depth > 3 || len(g.labels) > 0 {
		g.update(depth)
		return
	}
	saved := len(g.vars)
	l := g.fresh("out")
	g.labels = append(g.labels, l)
	defer func() {
		g.labels = nil
		g.vars = g.vars[:saved]
	}()
	if g.chance(30) {
		g.say(depth, "%s: {", l)
		g.update(depth + 1)
		g.line(depth+1, join("if (%s) break "+l+";", g.cond(1)))
		g.update(depth + 1)
		g.say(depth, "}")
		return
	}
	i, j := g.fresh("i"), g.fresh("i")
	n, k := 1+g.r.Intn(3), 1+g.r.Intn(3)
	counter := variable{name: i, t: 'I', fixed: true}
	annotated := g.chance(60)
	if annotated {
		g.vars = append(g.vars, counter)
		g.say(depth, "//@ loop_invariant 0 <= %s && %s <= %d;", i, i, n)
		g.say(depth, "//@ loop_invariant %s;", g.clause('V', false, 1))
		g.say(depth, "//@ decreases %d - %s;", n, i)
		g.vars = g.vars[:saved]
	}
	g.say(depth, "%s: for (int %s = 0; %s < %d; %s++) {", l, i, i, n, i)
	g.vars = append(g.vars, counter)
	g.loop++
	if annotated {
		g.say(depth+1, "//@ loop_invariant 0 <= %s && %s <= %d && 0 <= %s && %s < %d;", j, j, k, i, i, n)
		g.say(depth+1, "//@ decreases %d - %s;", k, j)
	}
	g.say(depth+1, "for (int %s = 0; %s < %d; %s++) {", j, j, k, j)
	g.update(depth + 2)
	g.line(depth+2, join("if (%s) "+pick(g, "break ", "continue ")+l+";", g.cond(1)))
	g.update(depth + 2)
	g.say(depth+1, "}")
	g.update(depth + 1)
	g.loop--
	g.say(depth, "}")
}

// nullStmt looks at what may be null, mostly after asking.
func (g *generator) nullStmt(depth int) {
	var vs []variable
	for _, v := range g.vars {
		if v.nullable && !strings.Contains(v.name, ".") {
			vs = append(vs, v)
		}
	}
	if len(vs) == 0 {
		g.update(depth)
		return
	}
	v := pick(g, vs...)
	guarded := g.chance(90)
	if guarded {
		g.say(depth, "if (%s != null) {", v.name)
	}
	saved := len(g.vars)
	known := v
	known.nullable, known.fixed = false, true
	g.vars = append(append(g.vars, known), g.parts(known)...)
	g.block(depth+1, 1)
	g.vars = g.vars[:saved]
	if guarded {
		g.say(depth, "}")
	}
}

// rowStmt writes nested arrays: elements, and rows as wholes.
func (g *generator) rowStmt(depth int) {
	gs := g.of("G")
	if len(gs) == 0 {
		if g.chance(30) {
			v := variable{name: g.fresh("g"), t: 'G', size: 1 + g.r.Intn(2), fixed: true}
			g.say(depth, "int[][] %s = new int[%d][%d];", v.name, v.size, 1+g.r.Intn(2))
			if depth == 2 {
				g.vars = append(append(g.vars, v), g.parts(v)...)
			}
		}
		return
	}
	v := pick(g, gs...)
	g.cur.writes = true
	switch g.r.Intn(3) {
	case 0:
		if as := g.of("A"); len(as) > 0 && v.size > 0 {
			g.say(depth, "%s[%d] = %s;", v.name, g.r.Intn(v.size), pick(g, as...).name)
		}
	case 1:
		g.line(depth, join(fmt.Sprintf("%s[0][0] = %%s;", v.name), g.intExpr(1)))
	default:
		name := g.fresh("r")
		g.say(depth, "int[] %s = %s[%d];", name, v.name, g.r.Intn(max(v.size, 1)))
		if depth == 2 {
			g.vars = append(g.vars, variable{name: name, t: 'A', size: 1, fixed: true})
		}
	}
}

// objectClause is a predicate about objects, rows, strings or floating point; ""
// where there is none to speak of.
func (g *generator) objectClause(result typ, post bool) string {
	rel := func() string { return pick(g, "==", "<=", ">=", "<", ">", "!=") }
	switch g.r.Intn(6) {
	case 0:
		if post && result == 'O' {
			switch g.r.Intn(3) {
			case 0:
				return "\\fresh(\\result)"
			case 1:
				return "\\result != null"
			}
			for _, f := range g.box.fields {
				if strings.ContainsRune("IJSBC", rune(f.t)) {
					return "\\result." + f.name + " " + rel() + " " + g.specNum(result, post, 1)
				}
			}
		}
	case 1:
		if vs := g.of("O"); len(vs) > 1 {
			return vs[g.r.Intn(len(vs))].name + pick(g, " != ", " == ") + vs[g.r.Intn(len(vs))].name + " ==> " + g.specNum(result, post, 1) + " " + rel() + " " + g.specNum(result, post, 1)
		}
	case 2:
		var vs []variable
		for _, v := range g.vars {
			if v.nullable {
				vs = append(vs, v)
			}
		}
		if len(vs) > 0 {
			v := pick(g, vs...)
			if post && g.chance(40) && !g.cur.ctor {
				return v.name + pick(g, " == ", " != ") + "\\old(" + v.name + ")"
			}
			return v.name + pick(g, " == ", " != ") + "null"
		}
	case 3:
		if vs := g.of("DF"); len(vs) > 0 {
			l := pick(g, vs...).name
			if post && result == 'D' {
				l = "\\result"
			}
			return l + " " + rel() + " " + pick(g, "0.5", "10.0", "0.0", pick(g, vs...).name)
		}
	case 4:
		if vs := g.of("T"); len(vs) > 0 {
			s := pick(g, vs...).name
			if post && result == 'T' {
				return pick(g, "\\result.equals("+s+")", "\\result.length() "+rel()+" "+s+".length()", "\\result.length() == "+s+".length() + 1",
					"\\result.length() > 0 ==> \\result.charAt(0) "+rel()+" 'a'", "!\\result.equals(\"ab\")")
			}
			return s + ".length() " + rel() + " " + g.specNum(result, post, 1)
		}
	case 5:
		if vs := g.of("G"); len(vs) > 0 {
			v := pick(g, vs...).name
			k := g.fresh("k")
			return pick(g, v+"[0][0] "+rel()+" "+g.specNum(result, post, 1),
				fmt.Sprintf("(\\forall int %s; 0 <= %s && %s < %s.length; %s[%s] != null)", k, k, k, v, v, k),
				fmt.Sprintf("(\\forall int %s; 0 <= %s && %s < %s.length; %s[%s].length >= 1)", k, k, k, v, v, k))
		}
	}
	return ""
}
