package javatest

import "fmt"

// more is an expression of type t that calls a rarer method of the library, the
// zero node if there is none of that type.
func (g *gen) more(t string, d int) node {
	i := func() string { return g.expr("int", d).s }
	s := func() string { return g.in(g.expr("String", d), primary) }
	switch t {
	case "int":
		switch g.r.IntN(14) {
		case 0:
			return call("Integer.parseInt(%s, %d)", g.expr("String", d).s, 2+g.r.IntN(35))
		case 1:
			return call("Integer.%s(%s, %s)", g.pick("compareUnsigned", "remainderUnsigned", "min", "rotateRight"), i(), i())
		case 2:
			return call("Character.%s(%s, %d)", "digit", g.expr("char", d).s, 2+g.r.IntN(35))
		case 3:
			return call("%s.codePointAt(%s)", s(), g.index(d))
		case 4:
			return call("%s.indexOf(%s, %s)", s(), g.expr("char", d).s, g.index(d))
		case 5:
			return call("%s.chars().sum()", s())
		case 6:
			return call("(int) %s.%s.count()", s(), g.pick("lines()", "chars().distinct()", "codePoints()"))
		case 7:
			return call("Integer.%s(%s)", g.pick("reverseBytes", "lowestOneBit"), i())
		case 8:
			return call("Math.%s(%s)", g.pick("absExact", "incrementExact", "decrementExact", "toIntExact"), i())
		case 9:
			return call("Collections.frequency(Arrays.asList(%s, %s, 1), %s)", i(), i(), i())
		case 10:
			return call("new Random(%s).nextInt(%d)", i(), 1+g.r.IntN(1000))
		case 11:
			return call("Objects.hash(%s, %s, %s)", i(), g.expr("String", d).s, g.expr("boolean", d).s)
		case 12:
			return call("Math.round(%s)", g.expr("float", d).s)
		default:
			return call("List.of(%s, %s).hashCode()", i(), i())
		}
	case "long":
		l := func() string { return g.expr("long", d).s }
		switch g.r.IntN(6) {
		case 0:
			return call("Long.%s(%s)", g.pick("reverse", "highestOneBit", "reverseBytes", "lowestOneBit"), l())
		case 1:
			return call("Long.%s(%s, %s)", g.pick("divideUnsigned", "remainderUnsigned", "sum", "min"), l(), l())
		case 2:
			return call("new Random(%s).nextLong()", l())
		case 3:
			return call("Math.multiplyHigh(%s, %s)", l(), l())
		case 4:
			return call("new java.math.BigInteger(%s).longValue()", g.expr("String", d).s)
		default:
			return call("Double.doubleToLongBits(%s)", g.expr("double", d).s)
		}
	case "double":
		x := func() string { return g.expr("double", d).s }
		switch g.r.IntN(8) {
		case 0, 1:
			return call("StrictMath.%s(%s)", g.pick("sin", "cos", "tan", "asin", "acos", "atan", "exp", "log", "log10", "cbrt", "sinh", "cosh", "tanh", "expm1", "log1p"), x())
		case 2:
			return call("StrictMath.%s(%s, %s)", g.pick("pow", "atan2", "hypot"), x(), x())
		case 3:
			return call("Math.%s(%s)", g.pick("ulp", "toRadians", "toDegrees", "nextUp", "nextDown"), x())
		case 4: // Math.copySign may take a NaN's sign either way
			return call("%s(%s, %s)", g.pick("Math.IEEEremainder", "StrictMath.copySign"), x(), x())
		case 5:
			return call("new Random(%s).%s()", g.expr("long", d).s, g.pick("nextDouble", "nextGaussian"))
		case 6:
			return call("Double.longBitsToDouble(%s)", g.expr("long", d).s)
		default:
			return call("new java.math.BigDecimal(%s).doubleValue()", g.pick(`"1.10"`, `"-0.007"`, `"123456789.987654321"`, `"1e-20"`))
		}
	case "boolean":
		switch g.r.IntN(7) {
		case 0:
			return call("%s.matches(%s)", s(), g.pick(`"[a-z]+"`, `"\\d+"`, `".*l.*"`, `"(a|b|c)*"`, `"^\\s*\\w+.*$"`, `"(\\w)\\w*\\1"`))
		case 1:
			return call("%s.regionMatches(%s, %d, %s, 0, %d)", s(), g.pick("true", "false"), g.r.IntN(3), g.expr("String", d).s, g.r.IntN(4))
		case 2:
			return call("Character.%s(%s)", g.pick("isSpaceChar", "isSurrogate", "isTitleCase", "isJavaIdentifierPart", "isISOControl", "isDefined"), g.expr("char", d).s)
		case 3:
			return call("Double.isFinite(%s)", g.expr("double", d).s)
		case 4:
			return call("Arrays.asList(%s).contains(%s)", g.expr("String", d).s, g.expr("String", d).s)
		case 5:
			return call("new Random(%s).nextBoolean()", i())
		default:
			return call("Arrays.deepEquals(%s, %s)", g.expr("int[][]", d).s, g.expr("int[][]", d).s)
		}
	case "char":
		switch g.r.IntN(3) {
		case 0:
			return call("Character.forDigit(%s, %d)", g.index(d), 2+g.r.IntN(35))
		case 1:
			return call("Character.reverseBytes(%s)", g.expr("char", d).s)
		default:
			return call("new StringBuilder(%s).charAt(%s)", s(), g.index(d))
		}
	case "String":
		return g.moreText(d)
	case "int[]":
		switch g.r.IntN(4) {
		case 0:
			return call("Arrays.copyOfRange(%s, %d, %s %% 6)", g.expr("int[]", d).s, g.r.IntN(2), g.in(g.expr("int", d), multiplicative))
		case 1:
			return call("%s.chars().sorted().toArray()", s())
		case 2:
			return call("Arrays.stream(%s).map(el -> el * %d).filter(el -> el != 0).toArray()", g.expr("int[]", d).s, g.r.IntN(5))
		default:
			return call("java.util.stream.IntStream.range(0, %s %% 5).toArray()", g.in(g.expr("int", d), multiplicative))
		}
	}
	return node{}
}

// moreText is a string made by a rarer method.
func (g *gen) moreText(d int) node {
	s := func() string { return g.in(g.expr("String", d), primary) }
	i := func() string { return g.expr("int", d).s }
	switch g.r.IntN(16) {
	case 0:
		return call("%s.replaceAll(%s, %s)", s(), g.pick(`"[aeiou]"`, `"(.)(.)"`, `"\\s+"`, `"\\b"`, `"x*"`), g.pick(`"_"`, `"$0$0"`, `""`))
	case 1:
		return call("%s.replaceFirst(%s, \"#\")", s(), g.pick(`"[0-9]+"`, `"l+"`, `"^."`))
	case 2:
		return call("%s.%s()", s(), g.pick("stripLeading", "stripTrailing", "strip", "translateEscapes().trim", "stripIndent"))
	case 3:
		return call("Integer.%s(%s)", g.pick("toUnsignedString", "toString"), i())
	case 4:
		return call("Integer.toString(%s, %d)", i(), 2+g.r.IntN(35))
	case 5:
		return call("new java.math.BigInteger(\"%d\").%s(java.math.BigInteger.valueOf(%s)).toString()", g.integer(64), g.pick("add", "multiply", "subtract", "divide", "mod", "gcd", "and", "xor", "max"), g.expr("long", d).s)
	case 6:
		return call("java.math.BigInteger.valueOf(%s).pow(%d).toString(%d)", i(), g.r.IntN(20), 2+g.r.IntN(35))
	case 7:
		return call("new java.math.BigDecimal(\"%d.%03d\").%s(new java.math.BigDecimal(%s)).%s()", g.r.IntN(1000)-500, g.r.IntN(1000), g.pick("add", "multiply", "subtract", "max", "remainder"),
			g.pick(`"0.1"`, `"-12.50"`, `"3"`, `"1E+3"`, `"0.00"`), g.pick("toString", "toPlainString", "stripTrailingZeros().toString", "negate().toString"))
	case 8:
		return call("new java.math.BigDecimal(\"%d\").divide(new java.math.BigDecimal(\"%d\"), %d, java.math.RoundingMode.%s).toString()", g.integer(32), 1+g.r.IntN(40), g.r.IntN(6),
			g.pick("HALF_UP", "HALF_EVEN", "DOWN", "CEILING", "FLOOR", "HALF_DOWN", "UP"))
	case 9:
		return call("String.join(\"/\", Arrays.asList(%s.split(%s, %d)))", s(), g.pick(`","`, `" "`, `"[a-c]"`, `"\\W"`, `""`), g.r.IntN(4)-1)
	case 10:
		return call("Arrays.deepToString(%s)", g.expr("int[][]", d).s)
	case 11:
		return call("\"%s\".formatted(%s, %s)", g.pick("%s-%d", "%10s|%03d", "%2$s %1$s", "%-5s%,d"), g.expr("String", d).s, i())
	case 12:
		return call("new StringJoiner(\",\", \"[\", \"]\").add(%s).add(%s).toString()", s(), s())
	case 13:
		return call("String.valueOf(%s, %d, %d)", g.expr("char[]", d).s, g.r.IntN(2), g.r.IntN(3))
	case 14:
		return call("new StringBuilder(%s).replace(%d, %d, %s).%s.toString()", s(), g.r.IntN(3), g.r.IntN(5), s(), g.pick("append(true)", "insert(1, 2.5)", "delete(0, 2)", "append('x').reverse()", "append(new char[] {'a', 'b'})"))
	default:
		return call("Optional.ofNullable(%s).map(el -> el + \"!\").orElse(\"none\")", g.expr("String", d).s)
	}
}

// shapeList2 are methods about collections and algorithms.
func shapeList2() []func(*gen, *prog) {
	return []func(*gen, *prog){
		shapeGrouping, shapeNavigable, shapeListOps, shapeRandom, shapeSieve, shapeEdit, shapePermute, shapeMemo, shapeLRU,
		shapeComparators, shapeWildcards, shapeQueue, shapeBits, shapeModification, shapeOptional, shapeStringBuilders, shapeTokens, shapeGeneric,
	}
}

// method offers calls of a method with one int or String parameter.
func (p *prog) method1(name, ret, param string) {
	p.offer(ret, func(g *gen, d int) string { return fmt.Sprintf("%s(%s)", name, g.expr(param, d-1).s) })
}

func shapeGrouping(g *gen, p *prog) {
	m := g.id("group")
	p.line("static String %s(String s) {", m)
	p.line("  List<String> words = Arrays.asList((s + %s).split(\" |,\"));", g.pick(`" b aa b c"`, `" x"`, `",,q"`))
	switch g.r.IntN(5) {
	case 0:
		p.line("  return words.stream().collect(Collectors.groupingBy(String::length)).toString();")
	case 1:
		p.line("  return words.stream().collect(Collectors.groupingBy(w -> w.isEmpty() ? '-' : w.charAt(0), TreeMap::new, Collectors.counting())).toString();")
	case 2:
		p.line("  return words.stream().collect(Collectors.partitioningBy(w -> w.length() > 1, Collectors.joining(\"+\"))).toString();")
	case 3:
		p.line("  return words.stream().distinct().collect(Collectors.toMap(w -> w, String::length, (a, b) -> a, LinkedHashMap::new)).toString();")
	default:
		p.line("  return words.stream().flatMap(w -> w.chars().mapToObj(c -> (char) c)).sorted(Comparator.reverseOrder()).map(String::valueOf).collect(Collectors.joining());")
	}
	p.line("}")
	p.offer("String", func(g *gen, d int) string { return fmt.Sprintf("q(%s(%s))", m, g.expr("String", d-1).s) })
}

func shapeNavigable(g *gen, p *prog) {
	m := g.id("nav")
	p.line("static String %s(int k) {", m)
	p.line("  TreeMap<Integer, String> t = new TreeMap<>();")
	p.line("  for (int i = 0; i < %d; i++) t.put(i * %d %% 17, \"v\" + i);", 3+g.r.IntN(9), 1+g.r.IntN(16))
	p.line("  int x = Math.floorMod(k, 20);")
	p.line("  return t.floorKey(x) + \" \" + t.ceilingEntry(x) + \" \" + t.headMap(x) + \" \" + t.tailMap(x, false).size() + \" \" + t.descendingMap() + \" \" + t.firstEntry().getValue() + t.pollLastEntry();")
	p.line("}")
	p.method1(m, "String", "int")
}

func shapeListOps(g *gen, p *prog) {
	m := g.id("ops")
	p.line("static String %s(int k) {", m)
	p.line("  List<Integer> l = new ArrayList<>(Arrays.asList(5, 3, %d, k, 8));", g.r.IntN(10))
	ops := []string{"Collections.rotate(l, k % 7);", "Collections.swap(l, 0, Math.floorMod(k, 5));", "Collections.shuffle(l, new Random(k));", "l.addAll(1, Collections.nCopies(2, 9));",
		"l.subList(1, 3).clear();", "l.remove(Integer.valueOf(3));", "l.sort(null);", "Collections.reverse(l.subList(1, 4));", "l.set(2, l.get(0) + l.get(1));",
		"ListIterator<Integer> it%d = l.listIterator(); while (it%d.hasNext()) { int v = it%d.next(); if (v > 5) it%d.set(v * 2); else if (v == 3) it%d.remove(); }",
		"l = new LinkedList<>(l);", "l.retainAll(List.of(5, 8, 9, k));", "Collections.addAll(l, 1, 2);", "l = Collections.unmodifiableList(l);", "l.add(l.indexOf(8) + 1, -1);"}
	for range 2 + g.r.IntN(4) {
		op := ops[g.r.IntN(len(ops))]
		if n := g.r.IntN(1000000); len(op) > 100 {
			op = fmt.Sprintf(op, n, n, n, n, n)
		}
		p.line("  %s", op)
	}
	p.line("  return l + \" \" + l.size() + l.contains(k) + Collections.min(l) + l.equals(new LinkedList<>(l)) + l.hashCode();")
	p.line("}")
	p.method1(m, "String", "int")
}

func shapeRandom(g *gen, p *prog) {
	m := g.id("dice")
	p.line("static String %s(long seed) {", m)
	p.line("  Random r = new Random(seed);")
	p.line("  StringBuilder b = new StringBuilder();")
	p.line("  for (int i = 0; i < 4; i++) b.append(r.nextInt(%d)).append(',').append(r.nextInt()).append(r.nextBoolean() ? 'T' : 'F');", 1+g.r.IntN(1<<20))
	p.line("  return b.append(r.ints(3, 0, %d).sum()).toString();", 1+g.r.IntN(100))
	p.line("}")
	p.method1(m, "String", "long")
}

func shapeSieve(g *gen, p *prog) {
	m := g.id("primes")
	p.line("static int %s(int n) {", m)
	p.line("  n = Math.floorMod(n, %d) + 2;", 10+g.r.IntN(200))
	p.line("  boolean[] composite = new boolean[n + 1];")
	p.line("  int count = 0;")
	p.line("  for (int i = 2; i <= n; i++) {")
	p.line("    if (composite[i]) continue;")
	p.line("    count++;")
	p.line("    for (long j = (long) i * i; j <= n; j += i) composite[(int) j] = true;")
	p.line("  }")
	p.line("  return count;")
	p.line("}")
	p.method1(m, "int", "int")
}

func shapeEdit(g *gen, p *prog) {
	m := g.id("edit")
	p.line("static int %s(String a, String b) {", m)
	p.line("  int[][] dp = new int[a.length() + 1][b.length() + 1];")
	p.line("  for (int i = 0; i <= a.length(); i++) dp[i][0] = i;")
	p.line("  for (int j = 0; j <= b.length(); j++) dp[0][j] = j;")
	p.line("  for (int i = 1; i <= a.length(); i++)")
	p.line("    for (int j = 1; j <= b.length(); j++)")
	p.line("      dp[i][j] = a.charAt(i - 1) == b.charAt(j - 1) ? dp[i - 1][j - 1] : %d + Math.min(dp[i - 1][j], Math.min(dp[i][j - 1], dp[i - 1][j - 1]));", 1+g.r.IntN(3))
	p.line("  return dp[a.length()][b.length()];")
	p.line("}")
	p.offer("int", func(g *gen, d int) string {
		return fmt.Sprintf("%s(%s, %s)", m, g.expr("String", d-1).s, g.expr("String", d-1).s)
	})
}

func shapePermute(g *gen, p *prog) {
	m := g.id("perms")
	p.line("static void %s(List<Integer> left, Deque<Integer> chosen, List<String> out) {", m)
	p.line("  if (left.isEmpty()) { out.add(chosen.toString()); return; }")
	p.line("  for (Integer x : left) {")
	p.line("    List<Integer> rest = new ArrayList<>(left);")
	p.line("    rest.remove(x);")
	p.line("    chosen.addLast(x);")
	p.line("    %s(rest, chosen, out);", m)
	p.line("    chosen.removeLast();")
	p.line("  }")
	p.line("}")
	p.line("static String %sOf(int n) { List<String> out = new ArrayList<>(); %s(Arrays.asList(n, 2, %d), new ArrayDeque<>(), out); return out.get(out.size() - 1) + out.size(); }", m, m, g.r.IntN(9))
	p.method1(m+"Of", "String", "int")
}

func shapeMemo(g *gen, p *prog) {
	m := g.id("memo")
	p.line("static final Map<Integer, Long> %sTable = new HashMap<>();", m)
	p.line("static long %s(int n) {", m)
	p.line("  if (n < 2) return n < 0 ? 0 : n;")
	p.line("  Long known = %sTable.get(n);", m)
	p.line("  if (known != null) return known;")
	p.line("  long v = %s(n - 1) + %d * %s(n - 2);", m, 1+g.r.IntN(3), m)
	p.line("  %sTable.put(n, v);", m)
	p.line("  return v;")
	p.line("}")
	p.offer("long", func(g *gen, d int) string {
		return fmt.Sprintf("%s(%s %% 60)", m, g.in(g.expr("int", d-1), multiplicative))
	})
}

func shapeLRU(g *gen, p *prog) {
	c := g.id("Cache")
	p.line("static class %s<K, V> extends LinkedHashMap<K, V> {", c)
	p.line("  private final int max;")
	p.line("  %s(int max) { super(16, 0.75f, true); this.max = max; }", c)
	p.line("  @Override protected boolean removeEldestEntry(Map.Entry<K, V> e) { return size() > max; }")
	p.line("}")
	p.line("static String use%s(int k) {", c)
	p.line("  %s<String, Integer> c = new %s<>(%d);", c, c, 1+g.r.IntN(4))
	p.line("  for (int i = 0; i < 6; i++) { c.put(\"k\" + (i * %d %% 5), i); c.get(\"k\" + k); c.getOrDefault(\"k1\", 0); }", 1+g.r.IntN(4))
	p.line("  return c.toString();")
	p.line("}")
	p.offer("String", func(g *gen, d int) string { return fmt.Sprintf("use%s(%s)", c, g.index(d)) })
}

func shapeComparators(g *gen, p *prog) {
	r, m := g.id("Person"), g.id("rank")
	p.line("record %s(String name, int age, double pay) {}", r)
	p.line("static String %s(int k) {", m)
	p.line("  List<%s> l = new ArrayList<>(List.of(new %s(\"Bo\", 30, 1.5), new %s(\"Al\", k, 2.5), new %s(\"Cy\", 30, -0.0), new %s(\"al\", 41, 0.0)));", r, r, r, r, r)
	p.line("  l.sort(%s);", g.pick("Comparator.comparing("+r+"::name)", "Comparator.comparingInt("+r+"::age).thenComparing("+r+"::name, Comparator.reverseOrder())",
		"Comparator.comparingDouble("+r+"::pay).reversed()", "(a, b) -> a.name().compareToIgnoreCase(b.name())", "Comparator.comparing("+r+"::age, Comparator.nullsFirst(Comparator.naturalOrder()))"))
	p.line("  StringBuilder b = new StringBuilder();")
	p.line("  for (%s x : l) b.append(x.name()).append(x.age());", r)
	p.line("  return b + \" \" + l.stream().mapToInt(%s::age).summaryStatistics().getMax() + l.stream().max(Comparator.comparing(%s::name)).get();", r, r)
	p.line("}")
	p.method1(m, "String", "int")
}

func shapeWildcards(g *gen, p *prog) {
	m := g.id("wild")
	p.line("static double %s(Collection<? extends Number> c) { double s = 0; for (Number n : c) s += n.doubleValue() + n.intValue(); return s; }", m)
	p.line("static <T> void %sFill(List<? super T> l, T x, int n) { for (int i = 0; i < n; i++) l.add(x); }", m)
	p.line("static <K, V extends Comparable<? super V>> K %sBest(Map<K, V> t) {", m)
	p.line("  K best = null; V top = null;")
	p.line("  for (Map.Entry<K, V> e : t.entrySet()) if (top == null || e.getValue().compareTo(top) > 0) { best = e.getKey(); top = e.getValue(); }")
	p.line("  return best;")
	p.line("}")
	p.offer("double", func(g *gen, d int) string {
		return fmt.Sprintf("%s(Arrays.asList(%s, %s))", m, g.expr(g.pick("int", "Integer"), d-1).s, g.expr(g.pick("int", "double", "long"), d-1).s)
	})
	p.offer("String", func(g *gen, d int) string {
		return fmt.Sprintf("(%sBest(new TreeMap<>(Map.of(\"a\", %s, \"b\", %s))) + \"\")", m, g.expr("int", d-1).s, g.expr("int", d-1).s)
	})
}

func shapeQueue(g *gen, p *prog) {
	m := g.id("bfs")
	p.line("static String %s(int start) {", m)
	p.line("  Map<Integer, List<Integer>> graph = new HashMap<>();")
	p.line("  for (int i = 0; i < 8; i++) graph.computeIfAbsent(i, k -> new ArrayList<>()).addAll(List.of(i * %d %% 8, (i + %d) %% 8));", 1+g.r.IntN(7), 1+g.r.IntN(7))
	p.line("  Queue<Integer> q = new LinkedList<>();")
	p.line("  Set<Integer> seen = new LinkedHashSet<>();")
	p.line("  q.offer(Math.floorMod(start, 8));")
	p.line("  while (!q.isEmpty()) {")
	p.line("    int v = q.poll();")
	p.line("    if (!seen.add(v)) continue;")
	p.line("    for (int w : graph.getOrDefault(v, List.of())) if (!seen.contains(w)) q.add(w);")
	p.line("  }")
	p.line("  return seen.toString();")
	p.line("}")
	p.method1(m, "String", "int")
}

func shapeBits(g *gen, p *prog) {
	m := g.id("bits")
	p.line("static long %s(long x) {", m)
	p.line("  long h = %dL;", g.integer(64))
	p.line("  for (int i = 0; i < 8; i++) { h ^= (x >>> (8 * i)) & 0xff; h *= 0x100000001b3L; h = (h << %d) | (h >>> %d); h += (byte) (h >> 3) + (short) h + (char) h; }", 1+g.r.IntN(30), 1+g.r.IntN(63))
	p.line("  return h;")
	p.line("}")
	p.method1(m, "long", "long")
}

func shapeModification(g *gen, p *prog) {
	m := g.id("modify")
	p.line("static String %s(int k) {", m)
	p.line("  %s", g.pick("Collection<Integer> c = new ArrayList<>(List.of(1, 2, 3, 4));", "Collection<Integer> c = new HashSet<>(List.of(1, 2, 3, 4));", "Collection<Integer> c = new LinkedList<>(List.of(1, 2, 3, 4));", "Collection<Integer> c = List.of(1, 2, 3, 4);"))
	p.line("  String seen = \"\";")
	p.line("  try { for (Integer x : c) { seen += x; if (x == Math.floorMod(k, 5)) c.%s; } }", g.pick("remove(x)", "add(9)", "clear()"))
	p.line("  catch (ConcurrentModificationException | UnsupportedOperationException e) { seen += e; }")
	p.line("  return seen + c.size();")
	p.line("}")
	p.method1(m, "String", "int")
}

func shapeOptional(g *gen, p *prog) {
	m := g.id("find")
	p.line("static Optional<String> %s(String s) { return Stream.of(\"alpha\", \"beta\", \"gamma\", s).filter(x -> x != null && x.contains(%s)).findFirst(); }", m, g.pick(`"a"`, `"mm"`, `"zz"`, `"1"`))
	p.offer("String", func(g *gen, d int) string {
		return fmt.Sprintf("%s(%s)%s", m, g.expr("String", d-1).s, g.pick(`.orElse("?")`, ".toString()", ".get()", `.map(String::toUpperCase).orElseGet(() -> "none")`, `.filter(el -> el.length() > 4).isPresent() + ""`))
	})
}

func shapeStringBuilders(g *gen, p *prog) {
	m := g.id("build")
	p.line("static String %s(String s, int n) {", m)
	p.line("  StringBuilder b = new StringBuilder(s);")
	for range 2 + g.r.IntN(4) {
		p.line("  %s", g.pick("b.append(n).append(' ').append(n * 0.5f > 2 ? 1L : 2L);", "b.insert(b.length() / 2, \"<\" + n + \">\");", "if (b.length() > 1) b.setCharAt(1, (char) ('a' + Math.floorMod(n, 26)));",
			"b.reverse();", "for (int i = b.length() - 1; i >= 0; i -= 2) b.deleteCharAt(i);", "b.append(b.indexOf(\"a\")).append(b.lastIndexOf(\"b\"));", "b.append(new char[] {'x', 'y'}, 0, 1).append(\"hello\", 1, 3);",
			"b.setLength(Math.min(b.length() + 1, 12));", "b.appendCodePoint(0x1F600);", "b.append((Object) null).append(b.length());"))
	}
	p.line("  return b.toString();")
	p.line("}")
	p.offer("String", func(g *gen, d int) string {
		return fmt.Sprintf("%s(%s, %s)", m, g.expr("String", d-1).s, g.expr("int", d-1).s)
	})
}

func shapeTokens(g *gen, p *prog) {
	m := g.id("calc")
	p.line("static int %s(String s) {", m)
	p.line("  int[] pos = {0};")
	p.line("  String text = s.replaceAll(\"[^0-9+*()-]\", \"\") + \"%s\";", g.pick("+1*2", "-3", "*(4-1)", ""))
	p.line("  Deque<Integer> vals = new ArrayDeque<>();")
	p.line("  char op = '+';")
	p.line("  int num = 0;")
	p.line("  for (int i = 0; i <= text.length(); i++) {")
	p.line("    char c = i < text.length() ? text.charAt(i) : '+';")
	p.line("    if (Character.isDigit(c)) { num = num * 10 + (c - '0'); continue; }")
	p.line("    switch (op) { case '+' -> vals.push(num); case '-' -> vals.push(-num); case '*' -> vals.push(vals.pop() * num); default -> { } }")
	p.line("    op = c; num = 0; pos[0]++;")
	p.line("  }")
	p.line("  int sum = pos[0]; for (int v : vals) sum += v; return sum;")
	p.line("}")
	p.method1(m, "int", "String")
}

func shapeGeneric(g *gen, p *prog) {
	c := g.id("Tree")
	p.line("static class %s<T extends Comparable<T>> {", c)
	p.line("  private class N { T v; N l, r; N(T v) { this.v = v; } }")
	p.line("  private N root; private int size;")
	p.line("  boolean add(T v) {")
	p.line("    if (root == null) { root = new N(v); size++; return true; }")
	p.line("    N at = root;")
	p.line("    while (true) {")
	p.line("      int c = v.compareTo(at.v);")
	p.line("      if (c == 0) return false;")
	p.line("      N next = c < 0 ? at.l : at.r;")
	p.line("      if (next == null) { if (c < 0) at.l = new N(v); else at.r = new N(v); size++; return true; }")
	p.line("      at = next;")
	p.line("    }")
	p.line("  }")
	p.line("  void each(Consumer<? super T> f) { walk(root, f); }")
	p.line("  private void walk(N n, Consumer<? super T> f) { if (n == null) return; walk(n.l, f); f.accept(n.v); walk(n.r, f); }")
	p.line("  int depth() { return depth(root); }")
	p.line("  private int depth(N n) { return n == null ? 0 : 1 + Math.max(depth(n.l), depth(n.r)); }")
	p.line("  @SafeVarargs static <E extends Comparable<E>> %s<E> of(E... es) { %s<E> t = new %s<>(); for (E e : es) t.add(e); return t; }", c, c, c)
	p.line("}")
	p.offer("String", func(g *gen, d int) string {
		t := g.pick("int", "String", "char", "long")
		return fmt.Sprintf("((Function<%s<%s>, String>) tree -> { StringBuilder text = new StringBuilder(); tree.each(el -> text.append(el).append(' ')); return text.toString() + tree.depth() + tree.size; }).apply(%s.of(%s, %s, %s))",
			c, map[string]string{"int": "Integer", "String": "String", "char": "Character", "long": "Long"}[t], c, g.expr(t, d-1).s, g.expr(t, d-1).s, g.expr(t, d-1).s)
	})
}
