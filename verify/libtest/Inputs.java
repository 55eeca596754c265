import java.lang.reflect.*;
import java.math.*;
import java.util.*;

/** Makes the receiver and the arguments of one call, and says how in Java. */
class Inputs {
    /** There is no way to make a value of some type. */
    static class None extends RuntimeException {
        None(String message) {
            super(message);
        }
    }

    /** A primitive argument. */
    static class Prim {
        final Object value;

        Prim(Object value) {
            this.value = value;
        }
    }

    private final Random r;
    private final Executable m;
    private final List<String> lines = new ArrayList<>();
    private final List<Object> made = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final int mode; // what collections mostly hold
    private final Class<?> owner;
    private final boolean narrow; // numbers whose size is time or space
    private String last; // expression of the value made last
    private int depth;

    /** For calls of m on an owner, which may have inherited it. */
    Inputs(long seed, Class<?> owner, Executable m) {
        this.r = new Random(seed);
        this.owner = owner;
        this.m = m;
        int k = r.nextInt(5);
        this.mode = k == 3 && ordered(m) ? 0 : k;
        this.narrow = owner.getName().startsWith("java.math.") || m.getName().equals("nCopies") || m.getName().equals("repeat") || m.getName().equals("setLength")
            || m.getName().equals("ensureCapacity") || m instanceof Constructor;
    }

    /** Whether a type parameter asks for elements that can be compared with each other. */
    private static boolean ordered(Executable m) {
        for (TypeVariable<?> v : m.getTypeParameters()) {
            for (Type bound : v.getBounds()) {
                if (bound instanceof ParameterizedType && ((ParameterizedType) bound).getRawType() == Comparable.class) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Receiver (null for none) and arguments. */
    Object[] make() {
        Class<?>[] classes = m.getParameterTypes();
        Object[] out = new Object[classes.length + 1];
        String self = "";
        String call = m instanceof Constructor ? "new " + m.getDeclaringClass().getName().replace('$', '.') : m.getDeclaringClass().getName() + "." + m.getName();
        if (m instanceof Method && !Modifier.isStatic(m.getModifiers())) {
            out[0] = receiver(owner);
            self = last;
            call = self + "." + m.getName();
        }
        StringBuilder args = new StringBuilder();
        for (int i = 0; i < classes.length; i++) {
            Object v;
            if (takesElements(classes[i]) && classes[i].isInstance(out[0]) && chance(12)) {
                v = plain(out[0], self);
            } else {
                do { // a collection that holds itself has no hash, and equals nothing in finite time
                    v = value(classes[i]);
                } while (v == out[0] && (v instanceof Collection || v instanceof Map));
            }
            out[i + 1] = classes[i].isPrimitive() ? new Prim(v) : v;
            args.append(i == 0 ? "" : ", ").append(last);
        }
        lines.add(call + "(" + args + ")");
        return out;
    }

    /** Whether a collection that is handed to this parameter lends its elements: it may be the receiver itself. */
    private boolean takesElements(Class<?> c) {
        return c == Collection.class || c == Map.class || m.getName().equals("equals");
    }

    String text() {
        return String.join("; ", lines);
    }

    private boolean chance(int percent) {
        return r.nextInt(100) < percent;
    }

    private <T> T pick(T... all) {
        return all[r.nextInt(all.length)];
    }

    /** The value, written as an expression that does not depend on who it is. */
    private Object plain(Object v, String text) {
        last = text;
        return v;
    }

    /** An object with a name, so that it can be met again. */
    private Object object(Object v, String text) {
        String name = "v" + names.size();
        lines.add("var " + name + " = " + text);
        made.add(v);
        names.add(name);
        last = name;
        return v;
    }

    // Primitives.

    private static final int[] INTS = {0, 1, -1, 2, 3, 4, 5, 7, 8, 10, 16, 31, 32, 33, 36, 37, 48, 57, 63, 64, 65, 90, 97, 122, 126, 127, 128, 129, -128, -129, 255, 256,
        304, 305, 0x7fff, -0x8000, 0x8000, 65535, 65536, 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000, 0x1f600, 0x10ffff, 0x110000, 46340, 46341, -46341, 1000000, 0x3fffffff,
        0x40000000, Integer.MAX_VALUE, Integer.MAX_VALUE - 1, Integer.MIN_VALUE, Integer.MIN_VALUE + 1};

    private int integer() {
        int k = r.nextInt(10);
        if (narrow) {
            return r.nextInt(12) - 3;
        } else if (k < 5) {
            return r.nextInt(8) - 1;
        } else if (k < 9) {
            return INTS[r.nextInt(INTS.length)];
        }
        return r.nextInt() >> r.nextInt(32);
    }

    private static final long[] LONGS = {1L << 31, -(1L << 31), (1L << 31) - 1, -(1L << 31) - 1, 1L << 32, 1L << 53, (1L << 53) + 1, 3037000499L, 3037000500L, 1L << 62,
        Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MIN_VALUE, Long.MIN_VALUE + 1, Long.MIN_VALUE / 2};

    private long wide() {
        int k = r.nextInt(10);
        if (k < 4 || narrow) {
            return integer();
        } else if (k < 8) {
            return LONGS[r.nextInt(LONGS.length)];
        }
        return r.nextLong() >> r.nextInt(64);
    }

    private static final char[] CHARS = {'a', 'b', 'z', 'A', 'B', 'Z', '0', '9', ' ', '\t', '\n', '\0', '_', '$', '-', '+', '.', ',', '\u00a0', '\u00aa', '\u00b5', '\u00df', '\u00ff',
        '\u0130', '\u0131', '\u01c5', '\u03a3', '\u0660', '\u0967', '\u1e9e', '\u2028', '\u2160', '\u3000', '\u4e00', '\ud83d', '\ude00', '\ud800', '\udfff', '\ufeff', '\uff10', '\uffff'};

    private char character() {
        int k = r.nextInt(10);
        return k < 3 ? (char) ('a' + r.nextInt(3)) : k < 9 ? CHARS[r.nextInt(CHARS.length)] : (char) r.nextInt(65536);
    }

    private static final double[] DOUBLES = {0.0, -0.0, 1, -1, 2, 0.5, -0.5, 1.5, 2.5, -2.5, 0.1, 0.49999999999999994, 1e16, 4503599627370496.5, 9007199254740993.0, 1L << 31, 2147483647.5,
        -2147483648.5, 9.223372036854775807e18, -9.223372036854775808e18, 1e300, -1e300, Double.MIN_VALUE, -Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE, -Double.MAX_VALUE,
        Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Math.PI, Math.E};

    private double floating() {
        int k = r.nextInt(10);
        return k < 7 ? DOUBLES[r.nextInt(DOUBLES.length)] : k < 8 ? r.nextInt(21) - 10 : k < 9 ? (r.nextDouble() - 0.5) * 1000 : Double.longBitsToDouble(r.nextLong());
    }

    private float single() {
        return chance(15) ? Float.intBitsToFloat(r.nextInt()) : (float) floating();
    }

    private Object primitive(Class<?> c) {
        if (c == boolean.class) {
            boolean b = r.nextBoolean();
            return plain(b, "" + b);
        } else if (c == byte.class) {
            byte b = (byte) integer();
            return plain(b, "(byte) " + b);
        } else if (c == short.class) {
            short s = (short) integer();
            return plain(s, "(short) " + s);
        } else if (c == char.class) {
            char x = character();
            return plain(x, "'" + quoted(x) + "'");
        } else if (c == int.class) {
            int n = integer();
            return plain(n, "" + n);
        } else if (c == long.class) {
            long n = wide();
            return plain(n, n + "L");
        } else if (c == float.class) {
            float f = single();
            return plain(f, f != f ? "Float.NaN" : Float.isInfinite(f) ? "Float." + (f > 0 ? "POSITIVE" : "NEGATIVE") + "_INFINITY" : f + "f");
        }
        double d = floating();
        return plain(d, d != d ? "Double.NaN" : Double.isInfinite(d) ? "Double." + (d > 0 ? "POSITIVE" : "NEGATIVE") + "_INFINITY" : "" + d);
    }

    // Text.

    private static final String[] TEXTS = {"", "a", "A", "b", "ab", "abc", "ABC", "aAbB", " ", "  x ", "\t", "\n", "a\nb", "\u00ff", "\u0130", "\u0131", "\u00df", "i\u0130I", "\ud83d\ude00", "a\ud83d\ude00b",
        "\ud83d", "\ude00", "\ude00\ud83d", "0", "7", "12", "-12", "+7", "007", "-0", "+", "-", "2147483647", "2147483648", "-2147483648", "-2147483649", "9223372036854775807",
        "9223372036854775808", "-9223372036854775808", "127", "128", "-129", "32768", "99999999999999999999", "ff", "0x1F", "1e3", "1.5", "NaN", "Infinity", "null", "true", "TRUE", "True",
        "false", "e\u0301", "aaaa", "ababab", "\0", "a,b,,c", "a.b", "[a", "x=1", "%s", "\u0663", "\u2028", "\u3000x\u3000", "hello", "Hello World"};

    private String rawText() {
        int k = r.nextInt(10);
        if (k < 5) {
            return TEXTS[r.nextInt(TEXTS.length)];
        } else if (k < 7) {
            for (int i = made.size() - 1; i >= 0; i--) {
                if (made.get(i) instanceof String) { // a part of what there is, to be found in it
                    String s = (String) made.get(i);
                    int from = r.nextInt(s.length() + 1);
                    return s.substring(from, from + r.nextInt(s.length() - from + 1));
                }
            }
        }
        StringBuilder b = new StringBuilder();
        for (int n = r.nextInt(7); n > 0; n--) {
            b.append(k < 9 ? (char) ('a' + r.nextInt(2)) : character());
        }
        return b.toString();
    }

    private Object string() {
        String s = rawText();
        if (chance(50)) {
            return object(s.intern(), "\"" + quoted(s) + "\"");
        }
        return object(new String(s), "new String(\"" + quoted(s) + "\")");
    }

    private static String quoted(char c) {
        return c == '\'' ? "\\'" : quoted("" + c);
    }

    static String quoted(String s) {
        StringBuilder b = new StringBuilder();
        for (char c : s.toCharArray()) {
            b.append(c == '"' || c == '\\' ? "\\" + c : c < ' ' || c > '~' ? String.format("\\u%04x", (int) c) : "" + c);
        }
        return b.toString();
    }

    // References.

    private static final Object NULL = null;

    /** A value of any type. */
    Object value(Class<?> c) {
        if (c.isPrimitive()) {
            return primitive(c);
        }
        if (chance(9)) {
            return plain(NULL, "null");
        }
        if (!made.isEmpty() && chance(20)) {
            int i = r.nextInt(made.size());
            if (c.isInstance(made.get(i))) {
                return plain(made.get(i), names.get(i));
            }
        }
        return fresh(c);
    }

    /** An object that the method is called on: null for none. */
    private Object receiver(Class<?> c) {
        return fresh(c);
    }

    private Object fresh(Class<?> c) {
        if (depth > 3) {
            return c.isAssignableFrom(String.class) ? string() : plain(NULL, "null");
        }
        depth++;
        try {
            return of(c);
        } finally {
            depth--;
        }
    }

    private Object of(Class<?> c) {
        if (c == Object.class) {
            return any();
        } else if (c == Comparable.class) {
            return element();
        } else if (c.isArray()) {
            return array(c.getComponentType());
        } else if (c == String.class) {
            return string();
        } else if (c == CharSequence.class) {
            int k = r.nextInt(4);
            return k == 0 ? builder() : k == 1 ? chars() : string();
        } else if (c == StringBuilder.class || c == Appendable.class) {
            return builder();
        } else if (c == java.io.PrintStream.class) {
            return object(new java.io.PrintStream(new java.io.ByteArrayOutputStream()), "new java.io.PrintStream(new java.io.ByteArrayOutputStream())");
        } else if (c == StringBuffer.class) {
            String s = rawText();
            return object(new StringBuffer(s), "new StringBuffer(\"" + quoted(s) + "\")");
        } else if (c == Class.class) {
            Class<?> k = pick(Object.class, String.class, Integer.class, int.class, int[].class, List.class, Shapes.Item.class);
            return plain(k, k.getTypeName() + ".class");
        } else if (c == Locale.class) {
            Locale l = pick(Locale.ROOT, Locale.US, Locale.GERMANY, Locale.forLanguageTag("tr"), Locale.forLanguageTag("lt"));
            return plain(l, "java.util.Locale.forLanguageTag(\"" + l.toLanguageTag() + "\")");
        } else if (c == Number.class) {
            return box(pick(Integer.class, Long.class, Double.class));
        } else if (isBox(c)) {
            return box(c);
        } else if (c == BigInteger.class) {
            BigInteger b = chance(50) ? BigInteger.valueOf(r.nextInt(41) - 20) : chance(50) ? BigInteger.valueOf(LONGS[r.nextInt(LONGS.length)]) : new BigInteger(90, r).multiply(BigInteger.valueOf(r.nextInt(3) - 1));
            return object(b, "new BigInteger(\"" + b + "\")");
        } else if (c == BigDecimal.class) {
            BigDecimal b = BigDecimal.valueOf(r.nextInt(4001) - 2000, r.nextInt(7) - 2);
            return object(b, "new BigDecimal(\"" + b + "\")");
        } else if (c == Optional.class) {
            Object x = chance(25) ? null : element();
            return object(Optional.ofNullable(x), "Optional.ofNullable(" + (x == null ? "null" : last) + ")");
        } else if (c.isEnum()) {
            Object e = pick(c.getEnumConstants());
            return plain(e, c.getSimpleName() + "." + e);
        } else if (c == Map.Entry.class) {
            Object k = element();
            String key = last;
            Object v = element();
            return object(new AbstractMap.SimpleEntry<>(k, v), "new java.util.AbstractMap.SimpleEntry<>(" + key + ", " + last + ")");
        } else if (Throwable.class.isAssignableFrom(c)) {
            return throwable(c);
        }
        Object f = function(c);
        if (f != null) {
            return f;
        }
        return collection(c);
    }

    private static boolean isBox(Class<?> c) {
        return c == Boolean.class || c == Character.class || c.getSuperclass() == Number.class && c.getName().startsWith("java.lang.");
    }

    /** A box, sometimes one that Java did not keep. */
    @SuppressWarnings({"deprecation", "removal"})
    private Object box(Class<?> c) {
        String name = c.getSimpleName();
        boolean fresh = chance(30);
        Object v = primitive(c == Integer.class ? int.class : c == Long.class ? long.class : c == Short.class ? short.class : c == Byte.class ? byte.class
            : c == Character.class ? char.class : c == Boolean.class ? boolean.class : c == Float.class ? float.class : double.class);
        if (!fresh) {
            return object(v, name + ".valueOf(" + last + ")");
        }
        Object b = v instanceof Integer ? new Integer((Integer) v) : v instanceof Long ? new Long((Long) v) : v instanceof Short ? new Short((Short) v) : v instanceof Byte ? new Byte((Byte) v)
            : v instanceof Character ? new Character((Character) v) : v instanceof Boolean ? new Boolean((Boolean) v) : v instanceof Float ? (Object) new Float((Float) v) : new Double((Double) v); // no promotion to double
        return object(b, "new " + name + "(" + last + ")");
    }

    private Object builder() {
        String s = rawText();
        return object(new StringBuilder(s), "new StringBuilder(\"" + quoted(s) + "\")");
    }

    private Object chars() {
        String s = rawText();
        return object(new Shapes.Chars(s), "new Shapes.Chars(\"" + quoted(s) + "\")");
    }

    private Object item() {
        int n = r.nextInt(5);
        return object(new Shapes.Item(n), "new Shapes.Item(" + n + ")");
    }

    /** What collections of this call hold: mostly of one kind, so that they can be ordered. */
    private Object element() {
        if (!made.isEmpty() && chance(15)) {
            int i = r.nextInt(made.size());
            if (mode != 3 && made.get(i) instanceof Comparable && made.get(i).getClass() == (mode == 0 ? String.class : mode == 1 ? Shapes.Item.class : Integer.class)) {
                return plain(made.get(i), names.get(i));
            }
        }
        switch (mode) {
        case 0: return string();
        case 1: return item();
        case 3: return chance(20) ? plain(NULL, "null") : any();
        default: return box(Integer.class);
        }
    }

    private Object any() {
        switch (r.nextInt(14)) {
        case 0: return object(new Object(), "new Object()");
        case 1: return object(new Shapes.Plain(null), "new Shapes.Plain(null)");
        case 2: return box(Long.class);
        case 3: return box(Character.class);
        case 4: return box(Double.class);
        case 5: return box(Boolean.class);
        case 6: return array(pick(int.class, Object.class, String.class, char.class));
        case 7: return depth > 2 ? item() : fresh(pick(List.class, Set.class, Map.class));
        case 8: case 9: return item();
        case 10: return throwable(Throwable.class);
        case 11: return string();
        default: return element0();
        }
    }

    private Object element0() {
        return mode == 0 ? string() : mode == 1 ? item() : box(Integer.class);
    }

    private Object array(Class<?> c) {
        int n = r.nextInt(6);
        Object a = Array.newInstance(c, n);
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < n; i++) {
            Object v = c == Object.class || c == Comparable.class ? element() : i > 0 && chance(25) && !c.isPrimitive() ? Array.get(a, i - 1) : value(c);
            b.append(i == 0 ? "" : ", ").append(v != null && i > 0 && !c.isPrimitive() && Array.get(a, i - 1) == v ? b.toString().substring(b.lastIndexOf(" ") + 1) : last);
            Array.set(a, i, v);
        }
        return object(a, "new " + c.getTypeName().replace('$', '.') + "[] {" + b + "}");
    }

    private Object throwable(Class<?> c) {
        String message = chance(25) ? null : rawText();
        Throwable cause = chance(25) ? new IllegalStateException("cause") : null;
        String text = message == null ? "null" : "\"" + quoted(message) + "\"";
        Throwable t;
        if (c == Throwable.class || c == Exception.class || c == RuntimeException.class || c == java.io.Serializable.class) {
            t = pick(new RuntimeException(message), new Shapes.MyException(message), new IllegalArgumentException(message), new ArithmeticException(message));
        } else {
            try {
                t = (Throwable) c.getConstructor(String.class).newInstance(message);
            } catch (ReflectiveOperationException e) {
                throw new None(c.getName());
            }
        }
        Object o = object(t, "new " + t.getClass().getName().replace('$', '.') + "(" + text + ")");
        String name = last;
        if (cause != null && !(t instanceof java.util.concurrent.ExecutionException)) {
            t.initCause(cause);
            lines.add(name + ".initCause(new IllegalStateException(\"cause\"))");
        }
        last = name;
        return o;
    }

    /** A constant of Shapes of that type; null when there is none. */
    private Object function(Class<?> c) {
        if (!c.isInterface() || Collection.class.isAssignableFrom(c) || Map.class.isAssignableFrom(c) || c == Iterable.class) {
            return null;
        }
        List<Field> all = new ArrayList<>();
        for (Field f : Shapes.class.getFields()) {
            if (c.isAssignableFrom(f.getType())) {
                all.add(f);
            }
        }
        if (all.isEmpty()) {
            return null;
        }
        Field f = all.get(r.nextInt(all.size()));
        try {
            return plain(f.get(null), "Shapes." + f.getName());
        } catch (IllegalAccessException e) {
            throw new None(e.toString());
        }
    }

    // Collections.

    private static final String[] KINDS = {"ArrayList", "ArrayList", "LinkedList", "Arrays.asList", "List.of", "unmodifiableList", "subList", "emptyList", "singletonList", "nCopies", "MyList", "Vector",
        "HashSet", "LinkedHashSet", "TreeSet", "MySet", "Set.of", "unmodifiableSet", "emptySet", "ArrayDeque", "PriorityQueue", "Stack",
        "HashMap", "LinkedHashMap", "TreeMap", "MyMap", "Map.of", "unmodifiableMap", "emptyMap"};

    private Object collection(Class<?> c) {
        List<String> kinds = new ArrayList<>();
        for (String k : KINDS) {
            if (c.isAssignableFrom(classOf(k))) {
                kinds.add(k);
            }
        }
        if (kinds.isEmpty()) {
            throw new None(c.getName());
        }
        for (int tries = 0; tries < 120; tries++) {
            String kind = kinds.get(r.nextInt(kinds.size()));
            int lines = this.lines.size(), made = this.made.size();
            Object o;
            try {
                o = collection(kind, c);
            } catch (ClassCastException | NullPointerException | IllegalArgumentException e) {
                o = null;
            }
            if (o != null) {
                return o;
            }
            while (this.lines.size() > lines) {
                this.lines.remove(lines);
            }
            while (this.made.size() > made) {
                this.made.remove(made);
                this.names.remove(made);
            }
        }
        throw new None(c.getName());
    }

    private static Class<?> classOf(String kind) {
        switch (kind) {
        case "ArrayList": return ArrayList.class;
        case "LinkedList": return LinkedList.class;
        case "MyList": return Shapes.MyList.class;
        case "Vector": return Vector.class;
        case "Stack": return Stack.class;
        case "HashSet": return HashSet.class;
        case "LinkedHashSet": return LinkedHashSet.class;
        case "TreeSet": return TreeSet.class;
        case "ArrayDeque": return ArrayDeque.class;
        case "PriorityQueue": return PriorityQueue.class;
        case "HashMap": return HashMap.class;
        case "LinkedHashMap": return LinkedHashMap.class;
        case "TreeMap": return TreeMap.class;
        case "MyMap": return Shapes.MyMap.class;
        case "MySet": return Shapes.MySet.class;
        case "Set.of": case "unmodifiableSet": case "emptySet": return Set.class;
        case "Map.of": case "unmodifiableMap": case "emptyMap": return Map.class;
        }
        return List.class;
    }

    /** A collection of a kind, null when it is no c. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private Object collection(String kind, Class<?> c) {
        if (!c.isAssignableFrom(classOf(kind))) {
            return null;
        }
        int n = r.nextInt(6);
        List<Object> items = new ArrayList<>();
        StringBuilder b = new StringBuilder();
        boolean map = Map.class.isAssignableFrom(classOf(kind));
        boolean noNull = kind.endsWith(".of") || kind.equals("ArrayDeque");
        for (int i = 0; i < (map ? 2 * n : n); i++) {
            Object x;
            do {
                x = i > 0 && chance(10) && !noNull && !map ? plain(NULL, "null") : element();
            } while (noNull && x == null);
            items.add(x);
            b.append(i == 0 ? "" : ", ").append(last);
        }
        String list = "java.util.Arrays.asList(" + (items.size() == 1 ? "(Object) " : "") + b + ")";
        switch (kind) {
        case "Arrays.asList": return object(Arrays.asList(items.toArray()), list);
        case "List.of": return object(List.of(items.toArray()), "List.of(" + b + ")");
        case "Set.of": return object(Set.of(items.toArray()), "Set.of(" + b + ")");
        case "emptyList": return object(Collections.emptyList(), "Collections.emptyList()");
        case "emptySet": return object(Collections.emptySet(), "Collections.emptySet()");
        case "emptyMap": return object(Collections.emptyMap(), "Collections.emptyMap()");
        case "singletonList": {
            Object x = element();
            return object(Collections.singletonList(x), "Collections.singletonList(" + last + ")");
        }
        case "nCopies": {
            Object x = element();
            return object(Collections.nCopies(n, x), "Collections.nCopies(" + n + ", " + last + ")");
        }
        case "unmodifiableList": {
            Object x = object(new ArrayList<>(items), "new ArrayList<>(" + list + ")");
            return object(Collections.unmodifiableList((List) x), "Collections.unmodifiableList(" + last + ")");
        }
        case "unmodifiableSet": {
            Object x = object(new HashSet<>(items), "new HashSet<>(" + list + ")");
            return object(Collections.unmodifiableSet((Set) x), "Collections.unmodifiableSet(" + last + ")");
        }
        case "subList": {
            Object x = object(new ArrayList<>(items), "new ArrayList<>(" + list + ")");
            int from = r.nextInt(n + 1), to = from + r.nextInt(n - from + 1);
            return object(((List) x).subList(from, to), last + ".subList(" + from + ", " + to + ")");
        }
        case "MyList": return object(new Shapes.MyList<>(items), "new Shapes.MyList<>(" + list + ")");
        }
        if (!map) {
            boolean reverse = kind.equals("TreeSet") && chance(25);
            Collection<Object> o = reverse ? new TreeSet<>(Shapes.DESCENDING) : (Collection) made(kind);
            o.addAll(items);
            if (reverse) {
                return object(o, "new TreeSet<>(Shapes.DESCENDING) /* of " + b + " */");
            }
            return object(o, kind.equals("Stack") ? "new Stack<>() /* of " + b + " */" : "new " + o.getClass().getName().replace('$', '.') + "<>(" + list + ")");
        }
        Map<Object, Object> o = kind.equals("Map.of") || kind.equals("unmodifiableMap") ? new LinkedHashMap<>()
            : kind.equals("TreeMap") && chance(25) ? new TreeMap<>(Shapes.DESCENDING) : (Map) made(kind);
        for (int i = 0; i < items.size(); i += 2) {
            o.put(items.get(i), items.get(i + 1));
        }
        if (kind.equals("Map.of")) {
            return object(Map.copyOf(o), "Map.of(" + b + ")");
        }
        Object out = object(o, "new " + o.getClass().getName().replace('$', '.') + "<>(" + (o instanceof TreeMap && ((TreeMap) o).comparator() != null ? "Shapes.DESCENDING" : "") + ") /* of " + b + " */");
        return kind.equals("unmodifiableMap") ? object(Collections.unmodifiableMap(o), "Collections.unmodifiableMap(" + last + ")") : out;
    }

    private static Object made(String kind) {
        try {
            return classOf(kind).getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new None(kind);
        }
    }
}
