package soundtest

import (
	"fmt"
	"math/rand"
	"strings"
)

// scene makes a program of classes whose contracts are true and exact, and of methods
// that use them. What such a method returns follows from the contracts, so that a wrong
// rule about objects shows as a wrong number.
type scene struct {
	r     *rand.Rand
	lines []string
	steps []int // lines that hold one statement or member, which a mutant may lack
	decls []int // lines that declare a variable, which a mutant may declare otherwise
	vars  []sceneVar
	n     int

	initial string // value of Base.b

	// What occurs.
	sub, iface, record, enum, static, leak, array, link, box, text, throws, model, ghost, generic, list bool
}

// sceneVar is a local variable of a scene's method.
type sceneVar struct{ name, t string }

// Scene makes the program of a seed, all of whose clauses are true.
func Scene(seed int64) Program {
	p, _ := newScene(seed)
	return p
}

func newScene(seed int64) (Program, *scene) {
	s := &scene{r: rand.New(rand.NewSource(seed))}
	for _, f := range []*bool{&s.sub, &s.iface, &s.record, &s.enum, &s.static, &s.leak, &s.array, &s.link, &s.box, &s.text, &s.throws, &s.model, &s.ghost, &s.generic, &s.list} {
		*f = s.chance(45)
	}
	s.iface = s.iface && s.sub
	s.leak = s.leak && s.sub
	if s.list {
		s.say("import java.util.*;")
	}
	s.types()
	s.base()
	s.subclass()
	s.say("public class Solution {")
	for i := range 2 {
		s.user(fmt.Sprintf("t%d", i))
	}
	s.say("}")
	p := Program{Source: strings.Join(s.lines, "\n") + "\n", Mutated: []int{}, Scene: true}
	p.Calls = map[string][]string{}
	return p, s
}

func (s *scene) chance(percent int) bool { return s.r.Intn(100) < percent }

func (s *scene) say(format string, args ...any) {
	s.lines = append(s.lines, fmt.Sprintf(format, args...))
}

// step says a line that stands for itself.
func (s *scene) step(format string, args ...any) {
	s.say(format, args...)
	s.steps = append(s.steps, len(s.lines))
}

// decl says a declaration of a variable.
func (s *scene) decl(format string, args ...any) {
	s.say(format, args...)
	s.decls = append(s.decls, len(s.lines))
}

func (s *scene) pick(xs ...string) string { return xs[s.r.Intn(len(xs))] }

func (s *scene) fresh(p string) string {
	s.n++
	return fmt.Sprintf("%s%d", p, s.n)
}

// types makes the small classes beside Base.
func (s *scene) types() {
	if s.record {
		s.say("record Pair(int x, int y) {")
		if s.chance(50) {
			s.say("    //@ requires x <= 1000 && y <= 1000 && x >= -1000 && y >= -1000;")
			s.say("    //@ ensures \\result == x + y;")
			s.say("    /*@ pure @*/ int sum() { return x + y; }")
		}
		s.say("}")
	}
	if s.enum {
		s.say("enum Color { RED, GREEN, BLUE }")
	}
	if s.throws {
		s.say("class Halt extends RuntimeException {")
		s.say("}")
	}
	if s.generic {
		s.say("class Cell<T> {")
		s.say("    /*@ nullable @*/ T item;")
		s.say("    //@ assignable item;")
		s.say("    //@ ensures item == v;")
		s.say("    void put(/*@ nullable @*/ T v) {")
		s.step("        item = v;")
		s.say("    }")
		s.say("    //@ ensures \\result == item;")
		s.say("    /*@ pure nullable @*/ T get() { return item; }")
		s.say("}")
	}
	if s.iface {
		s.say("interface Value {")
		s.say("    //@ ensures \\result >= 0;")
		s.say("    /*@ pure @*/ int value();")
		s.say("}")
	}
}

// base makes the class that everything turns on.
func (s *scene) base() {
	impl := ""
	if s.iface {
		impl = " implements Value"
	}
	s.say("class Base%s {", impl)
	s.say("    int a;")
	s.initial = fmt.Sprint(1 + s.r.Intn(5))
	s.step("    int b = %s;", s.initial)
	if s.link {
		s.say("    /*@ nullable @*/ Base next;")
	}
	if s.static {
		s.say("    static int made;")
		s.say("    static final int LIMIT = %d;", 2+s.r.Intn(9))
	}
	if s.array {
		s.say("    int[] cells;")
	}
	if s.ghost {
		s.say("    //@ ghost int calls;")
	}
	if s.chance(40) {
		s.say("    //@ public invariant b >= 0;")
	}
	s.constructor()
	s.members()
	if s.throws {
		s.fail()
	}
	s.say("}")
}

func (s *scene) constructor() {
	s.say("    //@ requires 0 <= v && v <= 100;")
	if s.static {
		s.say("    //@ requires made < 1000000;")
	}
	s.say("    //@ assignable %s;", s.assigned("a, b", "next", "made"))
	s.say("    //@ ensures a == v && b == %s;", s.initial)
	if s.link {
		s.say("    //@ ensures next == null;")
	}
	if s.static {
		s.say("    //@ ensures made == \\old(made) + 1;")
	}
	if s.array {
		s.say("    //@ ensures \\fresh(cells) && cells.length == 2 && cells[0] == v && cells[1] == 0;")
	}
	s.say("    Base(int v) {")
	s.step("        a = v;")
	if s.static {
		s.step("        made++;")
	}
	if s.array {
		s.say("        cells = new int[2];")
		s.step("        cells[0] = v;")
	}
	if s.leak && s.chance(50) {
		s.step("        a = hook();")
		s.lines[len(s.lines)-1] = "        hook();" // an overrider sees what isn't built yet
	}
	s.say("    }")
}

// assigned is a constructor's frame: the fields that there are.
func (s *scene) assigned(first, next, made string) string {
	out := first
	if s.link {
		out += ", " + next
	}
	if s.array {
		out += ", cells"
	}
	if s.static {
		out += ", " + made
	}
	return out
}

func (s *scene) members() {
	s.say("    //@ assignable a;")
	s.say("    //@ ensures a == v;")
	s.say("    void setA(int v) {")
	s.step("        a = v;")
	s.say("    }")
	s.say("    //@ requires 0 <= d && d <= 1000 && b <= 1000000;")
	s.say("    //@ assignable b;")
	s.say("    //@ ensures b == \\old(b) + d;")
	s.say("    void addB(int d) {")
	s.step("        b += d;")
	s.say("    }")
	s.say("    //@ ensures \\result == a;")
	s.say("    /*@ pure @*/ int getA() { return a; }")
	s.say("    //@ assignable a, o.a;")
	s.say("    //@ ensures a == \\old(o.a) && o.a == \\old(a);")
	s.say("    void swap(Base o) {")
	s.say("        int t = a;")
	s.step("        a = o.a;")
	s.step("        o.a = t;")
	s.say("    }")
	if s.iface {
		s.say("    //@ also ensures \\result == (a > 0 ? a : 0);")
		s.say("    public /*@ pure @*/ int value() { return a > 0 ? a : 0; }")
	}
	if s.leak {
		s.say("    //@ ensures \\result >= 0;")
		s.say("    /*@ pure @*/ int hook() { return 1; }")
	}
	if s.link {
		s.say("    //@ assignable next;")
		s.say("    //@ ensures next == o;")
		s.say("    void join(/*@ nullable @*/ Base o) {")
		s.step("        next = o;")
		s.say("    }")
	}
	if s.array {
		s.say("    //@ requires 0 <= i && i < cells.length;")
		s.say("    //@ assignable cells[i];")
		s.say("    //@ ensures cells[i] == v;")
		s.say("    void put(int i, int v) {")
		s.step("        cells[i] = v;")
		s.say("    }")
		if s.chance(40) {
			s.say("    //@ ensures \\result == cells;")
			s.say("    /*@ pure @*/ int[] cells() { return cells; }")
		}
	}
	if s.static {
		s.say("    //@ requires made < 1000000;")
		s.say("    //@ assignable made;")
		s.say("    //@ ensures made == \\old(made) + 1;")
		s.say("    static void count() {")
		s.step("        made++;")
		s.say("    }")
	}
	if s.ghost {
		s.say("    //@ assignable calls;")
		s.say("    //@ ensures calls == \\old(calls) + 1;")
		s.say("    void called() {")
		s.step("        //@ set calls = calls + 1;")
		s.say("    }")
	}
	if s.model {
		s.say("    //@ requires -1000 <= n && n <= 1000;")
		s.say("    //@ ensures \\result == 2 * n + 1;")
		s.say("    //@ static pure model int twice(int n) { return 2 * n + 1; }")
		s.say("    //@ requires -1000 <= n && n <= 1000;")
		s.say("    //@ ensures \\result == twice(n);")
		s.say("    static /*@ pure @*/ int odd(int n) { return n + n + 1; }")
	}
}

// fail is a method with an exceptional end.
func (s *scene) fail() {
	s.say("    //@ public normal_behavior")
	s.say("    //@ requires v >= 0;")
	s.say("    //@ assignable b;")
	s.say("    //@ ensures b == v;")
	s.say("    //@ also public exceptional_behavior")
	s.say("    //@ requires v < 0;")
	s.say("    //@ assignable a;")
	s.say("    //@ signals_only Halt;")
	s.say("    //@ signals (Halt e) a == 7;")
	s.say("    void check(int v) {")
	s.say("        if (v < 0) {")
	s.step("            a = 7;")
	s.say("            throw new Halt();")
	s.say("        }")
	s.step("        b = v;")
	s.say("    }")
}

func (s *scene) subclass() {
	if !s.sub {
		return
	}
	s.say("class Sub extends Base {")
	s.step("    int c = %d;", 1+s.r.Intn(5))
	s.say("    //@ requires 0 <= v && v <= 100;")
	if s.static {
		s.say("    //@ requires made < 1000000;")
	}
	s.say("    //@ assignable %s, c;", s.assigned("a, b", "next", "made"))
	s.say("    //@ ensures a == v && b == %s && c == v + 1;", s.initial)
	if s.link {
		s.say("    //@ ensures next == null;")
	}
	if s.static {
		s.say("    //@ ensures made == \\old(made) + 1;")
	}
	if s.array {
		s.say("    //@ ensures \\fresh(cells) && cells.length == 2 && cells[0] == v && cells[1] == 0;")
	}
	s.say("    Sub(int v) {")
	s.say("        super(v);")
	s.step("        c = v + 1;")
	s.say("    }")
	if s.chance(60) {
		s.say("    //@ also")
		s.say("    //@ assignable a, c;")
		s.say("    //@ ensures a == v && c == \\old(c);")
		s.say("    void setA(int v) {")
		s.step("        super.setA(v);")
		s.say("    }")
	}
	if s.iface && s.chance(60) {
		s.say("    //@ also ensures \\result == (a > 0 ? a : 0);")
		s.say("    public /*@ pure @*/ int value() { return super.value(); }")
	}
	if s.leak {
		s.say("    //@ also ensures \\result == (c < 0 ? 0 : c);")
		s.say("    /*@ pure @*/ int hook() { return c < 0 ? 0 : c; }")
	}
	s.say("}")
}

// user is a method that uses the classes: a number comes out.
func (s *scene) user(name string) {
	s.vars, s.n = nil, 0
	s.say("    //@ requires 0 <= p && p <= 3;")
	if s.static {
		s.say("    //@ requires 0 <= Base.made && Base.made <= 100;")
	}
	s.say("    //@ assignable \\everything;")
	s.say("    //@ ensures true;")
	s.say("    static int %s(int p) {", name)
	s.say("        int k = %d;", s.r.Intn(4))
	s.object()
	s.object()
	s.numbers()
	for range 4 + s.r.Intn(5) {
		s.use()
	}
	s.numbers()
	for _, v := range s.vars {
		switch v.t {
		case "Base", "Sub":
			s.step("        k = k %% 1000 + 3 * (%s.a %% 1000) + 5 * (%s.b %% 1000);", v.name, v.name)
		case "int[]":
			s.step("        k = k %% 1000 + %s[0] %% 1000;", v.name)
		}
	}
	s.say("        return k;")
	s.say("    }")
}

// small is an expression with a small value.
func (s *scene) small() string { return s.pick("p", "p + 1", "2", "3 - p", "1", "4", "2 * p") }

func (s *scene) of(ts ...string) (string, bool) {
	var all []string
	for _, v := range s.vars {
		for _, t := range ts {
			if v.t == t {
				all = append(all, v.name)
			}
		}
	}
	if len(all) == 0 {
		return "", false
	}
	return s.pick(all...), true
}

func (s *scene) add(name, t string) { s.vars = append(s.vars, sceneVar{name, t}) }

// object makes an object, or another name of one.
func (s *scene) object() {
	n := s.fresh("o")
	o, some := s.of("Base", "Sub")
	switch {
	case some && s.chance(25):
		s.decl("        Base %s = %s;", n, o)
	case some && s.chance(15):
		s.decl("        Base %s = p > 1 ? %s : new Base(%s);", n, o, s.small())
	case s.sub && s.chance(40):
		t := s.pick("Base", "Sub")
		s.decl("        %s %s = new Sub(%s);", t, n, s.small())
		s.add(n, t)
		return
	default:
		s.decl("        Base %s = new Base(%s);", n, s.small())
	}
	s.add(n, "Base")
}

// use is one statement of a method.
func (s *scene) use() {
	o, _ := s.of("Base", "Sub")
	q, _ := s.of("Base", "Sub")
	all := []func(){
		func() { s.step("        %s.setA(%s);", o, s.small()) },
		func() { s.step("        %s.addB(%s);", o, s.small()) },
		func() { s.step("        %s.swap(%s);", o, q) },
		func() { s.step("        %s.a = %s;", o, s.small()) },
		func() { s.step("        k += %s.getA();", o) },
		func() { s.step("        if (%s == %s) k += 10;", o, q) },
		func() { s.branch(o, q) },
		func() { s.arrays() },
		func() { s.counting() },
		func() { s.object() },
		func() { s.numbers() },
	}
	with := func(on bool, f func()) {
		if on {
			all = append(all, f, f)
		}
	}
	with(s.sub, func() { s.step("        if (%s instanceof Sub) k += 20;", o) })
	with(s.iface, func() { s.step("        k += ((Value) %s).value() > 0 ? 1 : 2;", o) })
	with(s.link, func() {
		s.step("        %s.join(%s);", o, s.pick(q, "null"))
		s.step("        if (%s.next != null) %s.next.a = %s;", o, o, s.small())
	})
	with(s.array, func() { s.step("        %s.put(%s, %s);", o, s.pick("0", "1", "p % 2"), s.small()) })
	with(s.array, func() { s.step("        k += %s.cells[%s];", o, s.pick("0", "1")) })
	with(s.static, func() { s.step("        Base.count();") })
	with(s.static, func() { s.step("        k += Base.made %% 100 + Base.LIMIT;") })
	with(s.throws, func() { s.trying(o) })
	with(s.record, func() { s.records() })
	with(s.enum, func() { s.enums() })
	with(s.box, func() { s.boxes() })
	with(s.text, func() { s.texts() })
	with(s.list, func() { s.lists() })
	with(s.generic, func() { s.cells(o) })
	with(s.model, func() { s.step("        k += Base.odd(%s);", s.small()) })
	with(s.ghost, func() {
		s.step("        %s.called();", o)
	})
	all[s.r.Intn(len(all))]()
}

func (s *scene) branch(o, q string) {
	s.say("        if (%s) {", s.pick("p > 1", "p == 2", o+".a > 1", o+" != "+q))
	s.step("            %s.a = %s;", o, s.small())
	s.step("            k += 2;")
	s.say("        } else {")
	s.step("            %s.addB(1);", q)
	s.say("        }")
}

func (s *scene) trying(o string) {
	s.say("        try {")
	s.step("            k += 1;")
	s.step("            %s.check(%s);", o, s.pick("p - 1", "p", "p - 2", "1 - p"))
	s.step("            k += 30;")
	s.say("        } catch (%s e) {", s.pick("Halt", "RuntimeException"))
	s.step("            k += 100 + %s.a;", o)
	s.say("        } finally {")
	s.step("            k += 5;")
	s.say("        }")
}

func (s *scene) arrays() {
	n := s.fresh("xs")
	if xs, ok := s.of("int[]"); ok {
		switch s.r.Intn(5) {
		case 0:
			s.decl("        int[] %s = %s;", n, xs)
			s.add(n, "int[]")
		case 1:
			s.decl("        int[] %s = %s.clone();", n, xs)
			s.add(n, "int[]")
		case 2:
			s.step("        %s[%s]++;", xs, s.pick("0", "1", "p % 2"))
		case 3:
			s.step("        if (p < %s.length) k += %s[p];", xs, xs)
		default:
			s.step("        %s[%s] = %s;", xs, s.pick("0", "1", "p % 2"), s.small())
		}
		return
	}
	s.decl("        int[] %s = {%s, %s};", n, s.small(), s.small())
	s.add(n, "int[]")
}

// counting is a loop with an invariant.
func (s *scene) counting() {
	i, t := s.fresh("i"), s.fresh("t")
	s.decl("        int %s = 0;", t)
	s.say("        //@ loop_invariant 0 <= %s && %s <= p && %s == 2 * %s;", i, i, t, i)
	s.say("        //@ decreases p - %s;", i)
	s.say("        for (int %s = 0; %s < p; %s++) {", i, i, i)
	s.step("            %s += 2;", t)
	s.say("        }")
	s.step("        k += %s;", t)
}

// numbers are conversions, shifts and divisions.
func (s *scene) numbers() {
	switch s.r.Intn(9) {
	case 7:
		j := s.fresh("j")
		s.decl("        int %s = %s;", j, s.small())
		s.step("        k += %s++ + 2 * %s;", j, j)
		s.step("        if (p < 2) k += 17;")
		s.step("        if (2 > p) k += 18;")
	case 8:
		j := s.fresh("j")
		s.decl("        int %s = %s;", j, s.pick("2147483647", "2147483646 + p", "-2147483647 - p"))
		s.step("        if (%s + p < 0) k += 19;", j)
		s.step("        if (%s + 5 > %s) k += 23;", j, j)
		s.step("        k += 12 / (p + 1);")
	case 0:
		s.step("        k += (byte) (%s + 126);", s.small())
	case 1:
		s.step("        k += (p - 2) / 2 * 3;")
		s.step("        k += (p - 2) %% 2 * 40;")
	case 2:
		s.step("        k += 1 << (p + 31) >> 30;")
	case 3:
		s.step("        k += (char) (p - 1) > 100 ? 3 : 4;")
	case 4:
		s.step("        k += (p - 2) >>> 30;")
	case 5:
		s.step("        k += Math.%s(p, 2) + Math.floorMod(p - 2, 3) + Math.abs(p - 2);", s.pick("max", "min"))
	default:
		s.step("        k += (p & 1) + (p | 2) + (p ^ 3);")
	}
}

func (s *scene) records() {
	if q, ok := s.of("Pair"); ok {
		s.step("        k += %s.x() + 2 * %s.y();", q, q)
		if r, _ := s.of("Pair"); r != q {
			s.step("        if (%s == %s) k += 40;", q, r)
		}
		return
	}
	for range 2 {
		n := s.fresh("q")
		s.decl("        Pair %s = new Pair(%s, %s);", n, s.small(), s.small())
		s.add(n, "Pair")
	}
}

func (s *scene) enums() {
	n := s.fresh("c")
	s.decl("        Color %s = %s;", n, s.pick("Color.RED", "p > 1 ? Color.GREEN : Color.BLUE"))
	s.step("        if (%s == Color.%s) k += 6;", n, s.pick("RED", "GREEN", "BLUE"))
	s.step("        if (%s != Color.RED) k += 7;", n)
}

func (s *scene) boxes() {
	a, b := s.fresh("x"), s.fresh("x")
	v := s.pick("127", "128", "p + 126", "1000", "p")
	s.decl("        Integer %s = %s;", a, v)
	s.decl("        Integer %s = %s;", b, s.pick(v, a, "127"))
	s.step("        if (%s == %s) k += 8;", a, b)
	s.step("        if (%s.equals(%s)) k += 9;", a, b)
	s.step("        k += %s - 100;", a)
}

func (s *scene) texts() {
	a, b := s.fresh("s"), s.fresh("s")
	s.decl("        String %s = %s;", a, s.pick(`"ab"`, `"a" + p`, `"xyz"`, `new String("ab")`))
	s.decl("        String %s = %s;", b, s.pick(`"ab"`, a+`.substring(0)`, a+` + ""`, a+`.concat("c")`, a+`.substring(1)`, `"ab".concat("")`))
	s.step("        if (%s == %s) k += 12;", a, b)
	s.step("        if (%s.equals(%s)) k += 13;", a, b)
	s.step("        k += %s.length() + %s.charAt(0) %% 5;", b, a)
	if s.chance(40) {
		n := s.fresh("sb")
		s.decl("        StringBuilder %s = new StringBuilder(%s);", n, a)
		s.step("        %s.append(\"q\");", n)
		s.step("        CharSequence v%s = %s;", n, n)
		s.lines[len(s.lines)-1] = fmt.Sprintf("        StringBuilder v%s = %s;", n, n)
		s.step("        v%s.append('z');", n)
		s.step("        k += %s.length();", n)
	}
}

func (s *scene) lists() {
	n, m := s.fresh("l"), s.fresh("l")
	s.decl("        List<Integer> %s = new ArrayList<>();", n)
	s.step("        %s.add(%s);", n, s.small())
	s.decl("        List<Integer> %s = %s;", m, s.pick(n, "new ArrayList<>()"))
	s.step("        %s.add(%s);", m, s.small())
	s.step("        %s.add(200);", n)
	s.step("        k += %s.size() + 3 * %s.size();", n, m)
	s.step("        if (%s.size() > 1) k += %s.get(%s);", n, n, s.pick("0", "1"))
	s.step("        if (%s.contains(3)) k += 14;", n)
	if s.chance(50) {
		h := s.fresh("h")
		s.decl("        Map<Integer, Integer> %s = new HashMap<>();", h)
		s.step("        %s.put(p, %s);", h, s.small())
		s.step("        %s.put(2, 50);", h)
		s.step("        k += %s.size();", h)
		s.step("        if (%s.containsKey(p)) k += %s.get(p);", h, h)
	}
}

func (s *scene) cells(o string) {
	n := s.fresh("g")
	s.decl("        Cell<Base> %s = new Cell<>();", n)
	s.step("        %s.put(%s);", n, o)
	s.step("        if (%s.get() == %s) k += 15;", n, o)
	s.step("        if (%s.get() != null) %s.get().a = 9;", n, n)
}
