package javatest

import "fmt"

// shapeList are the kinds of members that a program can have: classes,
// interfaces, enums, records and methods as people write them, with random
// expressions and numbers in them.
func shapeList() []func(*gen, *prog) {
	return []func(*gen, *prog){
		shapeHierarchy, shapeInterface, shapeEnum, shapeRecord, shapeStack, shapeNode, shapeGenericPair, shapeException,
		shapeRecursion, shapeIterator, shapeInitOrder, shapeInner, shapeSort, shapeText, shapeOverloads, shapeMatrix, shapeFinally, shapeSealed,
	}
}

// id is a name that no other member has.
func (g *gen) id(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

// over evaluates f with the given variables visible besides the statics.
func (g *gen) over(f func() node, vars ...*variable) string {
	saved := g.vars
	g.vars = append(append([]*variable{}, saved...), vars...)
	s := f().s
	g.vars = saved
	return s
}

func (g *gen) intOver(d int, vars ...*variable) string {
	return g.over(func() node { return g.expr("int", d) }, vars...)
}

func ints(names ...string) []*variable {
	var list []*variable
	for _, n := range names {
		list = append(list, &variable{name: n, typ: "int"})
	}
	return list
}

func shapeHierarchy(g *gen, p *prog) {
	a, b, c := g.id("A"), g.id("B"), g.id("C")
	p.line("static abstract class %s {", a)
	p.line("  protected int w; static int made = 0;")
	p.line("  %s(int w) { this.w = w; made++; init(); }", a)
	p.line("  void init() { w += 1; }")
	p.line("  abstract int area(int k);")
	p.line("  int twice(int k) { return area(k) + area(k + 1); }")
	p.line("  public String toString() { return getClass().getSimpleName() + \"(\" + w + \")\"; }")
	p.line("}")
	p.line("static class %s extends %s {", b, a)
	p.line("  private int h = %d;", g.r.IntN(9))
	p.line("  %s(int w) { super(w * 2); h += w; }", b)
	p.line("  int area(int k) { return %s; }", g.intOver(2, ints("w", "h", "k")...))
	p.line("}")
	p.line("static class %s extends %s {", c, b)
	p.line("  int z;")
	p.line("  %s(int w, int z) { super(w); this.z = z; }", c)
	p.line("  @Override void init() { w = 100; z = 7; }")
	p.line("  @Override int area(int k) { return super.area(k) - (%s); }", g.intOver(1, ints("z", "k")...))
	p.line("  @Override public boolean equals(Object o) { return o instanceof %s && ((%s) o).z == z; }", c, c)
	p.line("  @Override public int hashCode() { return z; }")
	p.line("}")
	p.offer("int", func(g *gen, d int) string {
		return fmt.Sprintf("new %s(%s).twice(%s)", b, g.expr("int", d-1).s, g.expr("int", d-1).s)
	})
	p.offer("int", func(g *gen, d int) string {
		return fmt.Sprintf("((%s) new %s(%s, 3)).area(%s)", a, c, g.expr("int", d-1).s, g.expr("int", d-1).s)
	})
	p.offer("String", func(g *gen, d int) string {
		return fmt.Sprintf("(%s.made + \":\" + new %s(%s, %s))", a, c, g.expr("int", d-1).s, g.expr("int", d-1).s)
	})
	p.offer("boolean", func(g *gen, d int) string {
		return fmt.Sprintf("new %s(1, %s).equals(new %s(2, %s))", c, g.expr("int", d-1).s, c, g.expr("int", d-1).s)
	})
}

func shapeInterface(g *gen, p *prog) {
	i, a := g.id("I"), g.id("K")
	p.line("interface %s {", i)
	p.line("  int BASE = %d;", g.r.IntN(50))
	p.line("  int apply(int x);")
	p.line("  default int both(int x) { return apply(x) + BASE + apply(BASE); }")
	p.line("  static %s constant(int c) { return x -> c; }", i)
	p.line("}")
	p.line("static class %s implements %s, Comparable<%s> {", a, i, a)
	p.line("  final int k;")
	p.line("  %s(int k) { this.k = k; }", a)
	p.line("  public int apply(int x) { return %s; }", g.intOver(2, append(ints("x"), &variable{name: "k", typ: "int", final: true})...))
	p.line("  public int compareTo(%s that) { return Integer.compare(k, that.k); }", a)
	p.line("}")
	p.offer("int", func(g *gen, d int) string {
		return fmt.Sprintf("new %s(%s).both(%s)", a, g.expr("int", d-1).s, g.expr("int", d-1).s)
	})
	p.offer("int", func(g *gen, d int) string {
		return fmt.Sprintf("%s.constant(%s).both(%s)", i, g.pick("3", "fuel", "-1"), g.expr("int", d-1).s)
	})
	p.offer("int", func(g *gen, d int) string {
		return fmt.Sprintf("new %s() { public int apply(int x) { return x * %d; } }.both(%s)", i, g.r.IntN(9), g.expr("int", d-1).s)
	})
	p.offer("int", func(g *gen, d int) string {
		return fmt.Sprintf("new %s(%s).compareTo(new %s(%s))", a, g.expr("int", d-1).s, a, g.expr("int", d-1).s)
	})
}

func shapeEnum(g *gen, p *prog) {
	e := g.id("Color")
	p.line("enum %s {", e)
	p.line("  RED(%d) { int mix(int x) { return x + n; } },", g.r.IntN(9))
	p.line("  GREEN(%d) { int mix(int x) { return x * n; } },", g.r.IntN(9))
	p.line("  BLUE(%d);", g.r.IntN(9))
	p.line("  final int n;")
	p.line("  %s(int n) { this.n = n; }", e)
	p.line("  int mix(int x) { return %s; }", g.intOver(1, ints("x")...))
	p.line("  static int all(int x) { int s = 0; for (%s c : values()) s += c.mix(x); return s; }", e)
	p.line("}")
	name := g.id("pick")
	p.line("static String %s(%s c) {", name, e)
	if g.chance(2) {
		p.line("  switch (c) { case RED: return \"r\"; case BLUE: return \"b\"; default: return c.name().toLowerCase() + c.ordinal(); }")
	} else {
		p.line("  return switch (c) { case RED, BLUE -> c + \"!\"; case GREEN -> { String t = \"g\"; yield t + c.n; } };")
	}
	p.line("}")
	p.offer("int", func(g *gen, d int) string { return fmt.Sprintf("%s.all(%s)", e, g.expr("int", d-1).s) })
	p.offer("String", func(g *gen, d int) string {
		return fmt.Sprintf("%s(%s.values()[Math.floorMod(%s, 3)])", name, e, g.expr("int", d-1).s)
	})
	p.offer("int", func(g *gen, d int) string {
		return fmt.Sprintf("%s.valueOf(%s).mix(%s)", e, g.pick(`"RED"`, `"BLUE"`, `"NONE"`), g.expr("int", d-1).s)
	})
	p.offer("String", func(g *gen, d int) string {
		return fmt.Sprintf("new EnumMap<%s, Integer>(Map.of(%s.BLUE, %s, %s.RED, 1)).toString()", e, e, g.expr("int", d-1).s, e)
	})
}

func shapeRecord(g *gen, p *prog) {
	r := g.id("Point")
	p.line("record %s(int x, int y, String tag) {", r)
	if g.chance(2) {
		p.line("  %s { if (x < -1000000) throw new IllegalArgumentException(\"x=\" + x); tag = tag == null ? \"-\" : tag; }", r)
	}
	p.line("  %s(int x) { this(x, %d, \"one\"); }", r, g.r.IntN(9))
	p.line("  int dot(%s p) { return x * p.x + y * p.y(); }", r)
	p.line("  static %s origin() { return new %s(0, 0, \"o\"); }", r, r)
	p.line("}")
	make := func(g *gen, d int) string {
		if g.chance(3) {
			return fmt.Sprintf("new %s(%s)", r, g.expr("int", d-1).s)
		}
		return fmt.Sprintf("new %s(%s, %s, %s)", r, g.expr("int", d-1).s, g.expr("int", d-1).s, g.stringLiteral().s)
	}
	p.offer("int", func(g *gen, d int) string { return make(g, d) + ".dot(" + make(g, d) + ")" })
	p.offer("String", func(g *gen, d int) string { return "String.valueOf(" + make(g, d) + ")" })
	p.offer("boolean", func(g *gen, d int) string { return make(g, d) + ".equals(" + make(g, d) + ")" })
	p.offer("int", func(g *gen, d int) string { return make(g, d) + ".hashCode()" })
	p.offer("String", func(g *gen, d int) string { return make(g, d) + ".tag()" })
}

func shapeStack(g *gen, p *prog) {
	s := g.id("Stack")
	p.line("static class %s {", s)
	p.line("  private int[] data = new int[%d];", 1+g.r.IntN(3))
	p.line("  private int size;")
	p.line("  %s push(int v) {", s)
	if g.chance(2) {
		p.line("    if (size == data.length) data = Arrays.copyOf(data, size * 2);")
	}
	p.line("    data[size++] = v;")
	p.line("    return this;")
	p.line("  }")
	p.line("  int pop() { if (size == 0) throw new IllegalStateException(\"empty \" + data.length); return data[--size]; }")
	p.line("  int sum() { int t = 0; for (int i = 0; i < size; i++) t += data[i]; return t; }")
	p.line("}")
	p.offer("int", func(g *gen, d int) string {
		return fmt.Sprintf("new %s().push(%s).push(%s).push(%s).%s", s, g.expr("int", d-1).s, g.expr("int", d-1).s, g.expr("int", d-1).s, g.pick("pop()", "sum()", "push(1).sum()"))
	})
	p.offer("int", func(g *gen, d int) string { return fmt.Sprintf("new %s().pop()", s) })
}

func shapeNode(g *gen, p *prog) {
	n := g.id("Node")
	p.line("static class %s {", n)
	p.line("  int val; %s next;", n)
	p.line("  %s(int val, %s next) { this.val = val; this.next = next; }", n, n)
	p.line("  static %s of(int... xs) { %s head = null; for (int i = xs.length - 1; i >= 0; i--) head = new %s(xs[i], head); return head; }", n, n, n)
	p.line("  static %s reverse(%s h) { %s prev = null; while (h != null) { %s t = h.next; h.next = prev; prev = h; h = t; } return prev; }", n, n, n, n)
	p.line("  int length() { return next == null ? 1 : 1 + next.length(); }")
	p.line("  @Override public String toString() { return val + (next == null ? \"\" : \"->\" + next); }")
	p.line("}")
	of := func(g *gen, d int) string {
		return fmt.Sprintf("%s.of(%s, %s)", n, g.expr("int", d-1).s, g.expr("int", d-1).s)
	}
	p.offer("String", func(g *gen, d int) string { return fmt.Sprintf("%s.reverse(%s).toString()", n, of(g, d)) })
	p.offer("int", func(g *gen, d int) string { return of(g, d) + g.pick(".length()", ".next.val", ".next.next.val") })
	p.offer("String", func(g *gen, d int) string { return fmt.Sprintf("(%s.of(%s) + \"\")", n, g.expr("int[]", d-1).s) })
}

func shapeGenericPair(g *gen, p *prog) {
	c, m := g.id("Pair"), g.id("largest")
	p.line("static class %s<A extends Comparable<A>, B> implements Comparable<%s<A, B>> {", c, c)
	p.line("  private final A a; private final B b;")
	p.line("  %s(A a, B b) { this.a = a; this.b = b; }", c)
	p.line("  A first() { return a; }")
	p.line("  B second() { return b; }")
	p.line("  <R extends Comparable<R>> %s<R, B> map(java.util.function.Function<? super A, ? extends R> f) { return new %s<>(f.apply(a), b); }", c, c)
	p.line("  public int compareTo(%s<A, B> o) { return a.compareTo(o.a); }", c)
	p.line("  public String toString() { return \"<\" + a + \"|\" + b + \">\"; }")
	p.line("}")
	p.line("static <T extends Comparable<T>> T %s(List<T> xs) { T best = xs.get(0); for (T x : xs) if (x.compareTo(best) > 0) best = x; return best; }", m)
	p.offer("String", func(g *gen, d int) string {
		return fmt.Sprintf("new %s<>(%s, %s).map(n -> n + \"#\").toString()", c, g.expr("Integer", d-1).s, g.stringLiteral().s)
	})
	p.offer("int", func(g *gen, d int) string {
		return fmt.Sprintf("(int) %s(Arrays.asList(%s, %s, 4))", m, g.expr("int", d-1).s, g.expr("int", d-1).s)
	})
	p.offer("String", func(g *gen, d int) string {
		return fmt.Sprintf("%s(List.of(new %s<>(%s, 1), new %s<>(\"m\", 2))).second() + \"\"", m, c, g.stringLiteral().s, c)
	})
}

func shapeException(g *gen, p *prog) {
	e, m, c := g.id("Oops"), g.id("risky"), g.id("calm")
	p.line("static class %s extends Exception {", e)
	p.line("  final int code;")
	p.line("  %s(String msg, int code) { super(msg + \"/\" + code); this.code = code; }", e)
	p.line("}")
	p.line("static int %s(int n) throws %s {", m, e)
	p.line("  if (%s) throw new %s(\"n=\" + n, n %% 7);", g.over(func() node { return g.expr("boolean", 2) }, ints("n")...), e)
	p.line("  return %s;", g.intOver(1, ints("n")...))
	p.line("}")
	p.line("static String %s(int n) {", c)
	p.line("  try { return \"ok\" + %s(n); }", m)
	p.line("  catch (%s e) { return e.getMessage() + e.code; }", e)
	p.line("  finally { fuel--; }")
	p.line("}")
	p.offer("String", func(g *gen, d int) string { return fmt.Sprintf("%s(%s)", c, g.expr("int", d-1).s) })
}

func shapeRecursion(g *gen, p *prog) {
	m := g.id("rec")
	switch g.r.IntN(4) {
	case 0:
		p.line("static int %s(int n) { return n < 2 ? n : %s(n - 1) + %s(n - 2); }", m, m, m)
	case 1:
		p.line("static int %s(int n) { if (n <= 0) return %d; return %s(n - %d) * %d + n %% 3; }", m, g.r.IntN(5), m, 1+g.r.IntN(3), 1+g.r.IntN(4))
	case 2:
		p.line("static int %s(int n) { return n == 0 ? 0 : n %% 2 == 0 ? %s(n / 2) : 1 + %s(n - 1); }", m, m, m)
	default:
		p.line("static int %s(int n) { int[] memo = new int[n + 2]; memo[1] = 1; for (int i = 2; i <= n; i++) memo[i] = memo[i - 1] + %d * memo[i - 2]; return memo[n]; }", m, 1+g.r.IntN(3))
	}
	p.offer("int", func(g *gen, d int) string { return fmt.Sprintf("%s(Math.floorMod(%s, 12))", m, g.expr("int", d-1).s) })
}

func shapeIterator(g *gen, p *prog) {
	c, m := g.id("Range"), g.id("total")
	p.line("static class %s implements Iterable<Integer> {", c)
	p.line("  final int from, to;")
	p.line("  %s(int from, int to) { this.from = from; this.to = to; }", c)
	p.line("  public Iterator<Integer> iterator() {")
	p.line("    return new Iterator<Integer>() {")
	p.line("      int at = from;")
	p.line("      public boolean hasNext() { return at < to; }")
	p.line("      public Integer next() { if (!hasNext()) throw new NoSuchElementException(\"at \" + at); return at++; }")
	p.line("    };")
	p.line("  }")
	p.line("}")
	p.line("static int %s(int n) { int s = 0; for (int x : new %s(0, n)) s += %s; return s; }", m, c, g.intOver(1, &variable{name: "x", typ: "int", final: true}))
	p.offer("int", func(g *gen, d int) string {
		return fmt.Sprintf("%s(%s %% 6)", m, g.in(g.expr("int", d-1), multiplicative))
	})
	p.offer("int", func(g *gen, d int) string {
		return fmt.Sprintf("(int) new %s(3, %s).iterator().next()", c, g.pick("3", "4", "9"))
	})
}

func shapeInitOrder(g *gen, p *prog) {
	a, b := g.id("Base"), g.id("Derived")
	p.line("static class %s {", a)
	p.line("  static StringBuilder log = new StringBuilder();")
	p.line("  static { log.append(\"[s\").append(%d).append(']'); }", g.r.IntN(9))
	p.line("  int x = note(%d);", g.r.IntN(9))
	p.line("  { log.append(\"{i}\"); x++; }")
	p.line("  %s() { log.append(\"<c\").append(x).append('>'); hook(); }", a)
	p.line("  static int note(int n) { log.append(n); return n; }")
	p.line("  void hook() { log.append('h'); }")
	p.line("}")
	p.line("static class %s extends %s {", b, a)
	p.line("  int y = note(x + 10);")
	p.line("  String s = \"set\";")
	p.line("  %s(int k) { this(); log.append(k); }", b)
	p.line("  %s() { super(); log.append(s.length()); }", b)
	p.line("  void hook() { log.append(y).append(s); }")
	p.line("}")
	p.offer("String", func(g *gen, d int) string {
		return fmt.Sprintf("new %s(%s).log.toString()", b, g.expr("int", d-1).s)
	})
}

func shapeInner(g *gen, p *prog) {
	c, in := g.id("Outer"), g.id("Inner")
	p.line("static class %s {", c)
	p.line("  private int count = %d;", g.r.IntN(20))
	p.line("  class %s {", in)
	p.line("    int count = 1;")
	p.line("    int step(int by) { %s.this.count += by; count++; return %s.this.count * 10 + count; }", c, c)
	p.line("  }")
	p.line("  %s make() { return new %s(); }", in, in)
	p.line("  int run(final int n) {")
	p.line("    class Local { int f(int k) { return k + n + count; } }")
	p.line("    IntUnaryOperator op = k -> new Local().f(k) + make().step(k);")
	p.line("    Runnable r = new Runnable() { int times = 0; public void run() { times++; count += times + n; } };")
	p.line("    r.run(); r.run();")
	p.line("    return op.applyAsInt(n) + count;")
	p.line("  }")
	p.line("}")
	p.offer("int", func(g *gen, d int) string { return fmt.Sprintf("new %s().run(%s)", c, g.expr("int", d-1).s) })
	p.offer("int", func(g *gen, d int) string {
		return fmt.Sprintf("new %s().new %s().step(%s)", c, in, g.expr("int", d-1).s)
	})
}

func shapeSort(g *gen, p *prog) {
	m := g.id("sorted")
	p.line("static int[] %s(int[] a) {", m)
	switch g.r.IntN(3) {
	case 0:
		p.line("  for (int i = 0; i < a.length; i++)")
		p.line("    for (int j = 0; j + 1 < a.length - i; j++)")
		p.line("      if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }")
	case 1:
		p.line("  for (int i = 1; i < a.length; i++) {")
		p.line("    int v = a[i], j = i - 1;")
		p.line("    while (j >= 0 && a[j] %s v) a[j + 1] = a[j--];", g.pick(">", "<"))
		p.line("    a[j + 1] = v;")
		p.line("  }")
	default:
		p.line("  Arrays.sort(a);")
	}
	p.line("  return a;")
	p.line("}")
	p.offer("int[]", func(g *gen, d int) string { return fmt.Sprintf("%s(%s)", m, g.expr("int[]", d-1).s) })
	p.offer("int", func(g *gen, d int) string {
		return fmt.Sprintf("Arrays.binarySearch(%s(%s.clone()), %s)", m, g.in(g.expr("int[]", d-1), primary), g.expr("int", d-1).s)
	})
}

func shapeText(g *gen, p *prog) {
	m := g.id("text")
	p.line("static String %s(String s) {", m)
	switch g.r.IntN(5) {
	case 0:
		p.line("  StringBuilder b = new StringBuilder();")
		p.line("  for (char c : s.toCharArray()) if (Character.isLetter(c)) b.append((char) (c + %d)); else b.append(c - '0');", g.r.IntN(3))
		p.line("  return b.toString();")
	case 1:
		p.line("  Map<Character, Integer> n = new HashMap<>();")
		p.line("  for (int i = 0; i < s.length(); i++) n.merge(s.charAt(i), 1, Integer::sum);")
		p.line("  String out = \"\";")
		p.line("  for (Map.Entry<Character, Integer> e : n.entrySet()) out += e.getKey() + \"\" + e.getValue();")
		p.line("  return out;")
	case 2:
		p.line("  String[] w = s.split(\"%s\");", g.pick(" ", ",", "[aeiou]", "\\\\s+", ""))
		p.line("  return w.length + \":\" + String.join(\"|\", w);")
	case 3:
		p.line("  return s.chars().filter(c -> c != 'a').mapToObj(c -> String.valueOf((char) c)).collect(Collectors.joining(\".\"));")
	default:
		p.line("  return s.replaceAll(\"%s\", \"%s\") + \"\"\"", g.pick("[a-c]+", "\\\\d", "(\\\\w)(\\\\w)", "l+"), g.pick("_", "<$0>", ""))
		p.line("      text \"block\"\\tend \\")
		p.line("      joined")
		p.line("        indented\"\"\";")
	}
	p.line("}")
	p.offer("String", func(g *gen, d int) string { return fmt.Sprintf("%s(%s)", m, g.expr("String", d-1).s) })
}

func shapeOverloads(g *gen, p *prog) {
	m := g.id("which")
	for _, t := range []string{"int", "long", "double", "Object", "Integer", "char", "String", "int...", "Number", "float"} {
		if g.chance(2) || t == "Object" {
			p.line("static String %s(%s x) { return \"%s\"; }", m, t, t)
		}
	}
	p.line("static String %s(int x, long y) { return \"int,long\"; }", m)
	p.line("static String %s(Object x, Object y) { return \"Object,Object\"; }", m)
	p.offer("String", func(g *gen, d int) string {
		if g.chance(3) {
			return fmt.Sprintf("%s(%s, %s)", m, g.expr(g.pick("int", "byte", "char"), d-1).s, g.expr(g.pick("long", "int", "char"), d-1).s)
		}
		return fmt.Sprintf("%s(%s)", m, g.expr(g.pick("int", "byte", "char", "long", "Integer", "String", "double", "float", "Long", "Character", "short"), d-1).s)
	})
}

func shapeMatrix(g *gen, p *prog) {
	m := g.id("mul")
	p.line("static int[][] %s(int[][] a, int[][] b) {", m)
	p.line("  int[][] c = new int[a.length][b[0].length];")
	p.line("  for (int i = 0; i < a.length; i++)")
	p.line("    for (int j = 0; j < b[0].length; j++) {")
	p.line("      long s = 0;")
	p.line("      for (int k = 0; k < b.length; k++) s += (long) a[i][k] * b[k][j];")
	p.line("      c[i][j] = (int) (s %% %d);", 1+g.r.IntN(1000))
	p.line("    }")
	p.line("  return c;")
	p.line("}")
	p.offer("String", func(g *gen, d int) string {
		row := func() string { return fmt.Sprintf("{%s, %s}", g.expr("int", d-1).s, g.expr("int", d-1).s) }
		return fmt.Sprintf("Arrays.deepToString(%s(new int[][] {%s, %s}, new int[][] {%s, %s}))", m, row(), row(), row(), row())
	})
}

func shapeFinally(g *gen, p *prog) {
	m := g.id("flow")
	p.line("@SuppressWarnings(\"finally\")")
	p.line("static String %s(int n) {", m)
	p.line("  StringBuilder b = new StringBuilder();")
	p.line("  outer:")
	p.line("  for (int i = 0; i < %d; i++) {", 2+g.r.IntN(4))
	p.line("    try {")
	p.line("      if (i == n) continue outer;")
	p.line("      if (n %% 5 == 3) break;")
	p.line("      b.append(10 / (n - i));")
	p.line("      try { if (i %% 2 == 0) throw new IllegalStateException(\"i\" + i); b.append('y'); } finally { b.append('F'); }")
	p.line("      if (n == 100) return b + \"ret\";")
	p.line("    } catch (IllegalStateException e) { b.append(e.getMessage()); }")
	p.line("    finally { b.append(i).append(';'); %s}", g.pick("", "", "if (n == 7) return \"fin\" + i; ", "n--; "))
	p.line("  }")
	p.line("  try (Res r = new Res(b, n); Res s = new Res(b, n + 1)) { b.append(r.n + s.n); if (n < 0) throw new RuntimeException(\"neg\"); }")
	p.line("  catch (RuntimeException e) { b.append(e.getMessage()).append(e.getSuppressed().length); }")
	p.line("  return b.toString();")
	p.line("}")
	if p.helpers == 0 {
		p.line("static class Res implements AutoCloseable {")
		p.line("  StringBuilder b; int n;")
		p.line("  Res(StringBuilder b, int n) { this.b = b; this.n = n; if (n == 50) throw new IllegalArgumentException(\"fifty\"); b.append(\"(\").append(n); }")
		p.line("  public void close() { b.append(n).append(\")\"); if (n == -1) throw new RuntimeException(\"close\"); }")
		p.line("}")
		p.helpers++
	}
	p.offer("String", func(g *gen, d int) string {
		return fmt.Sprintf("%s(%s)", m, g.pick("0", "1", "2", "3", "7", "-1", "50", "49", "100", g.expr("int", d-1).s))
	})
}

func shapeSealed(g *gen, p *prog) {
	s, a, b, m := g.id("Expr"), g.id("Num"), g.id("Add"), g.id("eval")
	p.line("sealed interface %s permits %s, %s {}", s, a, b)
	p.line("record %s(int v) implements %s {}", a, s)
	p.line("record %s(%s l, %s r) implements %s {}", b, s, s, s)
	p.line("static int %s(%s e) {", m, s)
	p.line("  if (e instanceof %s n) return n.v();", a)
	p.line("  if (e instanceof %s x && x.l() != null) return %s(x.l()) %s %s(x.r());", b, m, g.pick("+", "-", "*"), m)
	p.line("  throw new IllegalArgumentException(String.valueOf(e));")
	p.line("}")
	p.offer("int", func(g *gen, d int) string {
		return fmt.Sprintf("%s(new %s(new %s(%s), %s))", m, b, a, g.expr("int", d-1).s, g.pick("null", "new "+a+"(3)", "new "+b+"(new "+a+"(1), new "+a+"(2))"))
	})
}
