import java.lang.reflect.*;
import java.util.*;

/** Writes down heaps; an object keeps its number from one to the next. */
class Heap {
    private final IdentityHashMap<Object, Integer> ids = new IdentityHashMap<>();
    private final ArrayList<Object> known = new ArrayList<>(); // in the order of their numbers
    private final ArrayList<Object> todo = new ArrayList<>();

    boolean knows(Object o) {
        return ids.containsKey(o);
    }

    /** The objects that the roots reach and those met before, then the roots. */
    String state(Object[] roots, Object more) {
        IdentityHashMap<Object, Boolean> done = new IdentityHashMap<>();
        todo.clear();
        todo.addAll(known);
        StringBuilder head = new StringBuilder();
        for (Object r : roots) {
            head.append(head.length() == 0 ? "" : ",").append(r instanceof Inputs.Prim ? primitive(((Inputs.Prim) r).value) : ref(r));
        }
        ref(more);
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < todo.size(); i++) {
            Object o = todo.get(i);
            if (done.put(o, true) == null) {
                b.append(ids.get(o)).append(':').append(describe(o)).append(' ');
            }
        }
        return b + "\t" + head;
    }

    String ref(Object o) {
        if (o == null) {
            return "n";
        }
        if (!ids.containsKey(o)) {
            ids.put(o, ids.size());
            known.add(o);
        }
        todo.add(o);
        return "@" + ids.get(o);
    }

    static String primitive(Object o) {
        if (o instanceof Boolean) {
            return (Boolean) o ? "1" : "0";
        } else if (o instanceof Character) {
            return Integer.toString((Character) o);
        } else if (o instanceof Float) {
            return Integer.toUnsignedString(Float.floatToRawIntBits((Float) o));
        } else if (o instanceof Double) {
            return Long.toString(Double.doubleToRawLongBits((Double) o));
        }
        return o.toString();
    }

    /** The boxes that Java keeps, so that equal ones are the same. */
    static boolean cached(Object o) {
        if (o instanceof Integer) {
            return Integer.valueOf((Integer) o) == o;
        } else if (o instanceof Long) {
            return Long.valueOf((Long) o) == o;
        } else if (o instanceof Short) {
            return Short.valueOf((Short) o) == o;
        } else if (o instanceof Byte) {
            return Byte.valueOf((Byte) o) == o;
        } else if (o instanceof Character) {
            return Character.valueOf((Character) o) == o;
        } else if (o instanceof Boolean) {
            return Boolean.valueOf((Boolean) o) == o;
        }
        return false;
    }

    /** The form of an object; its parts are separated by ':', a part's items by ','. */
    private String describe(Object o) {
        Class<?> c = o.getClass();
        String name = c.getName();
        if (o instanceof String) {
            return "s:" + (new String((String) o).intern() == o ? 1 : 0) + ":" + escape((String) o);
        } else if (name.startsWith("java.lang.") && (o instanceof Number || o instanceof Character || o instanceof Boolean)) {
            return "b:" + name + ":" + primitive(o) + ":" + (cached(o) ? 1 : 0);
        } else if (c.isArray()) {
            return "a:" + c.getComponentType().getName() + ":" + elements(o);
        } else if (o instanceof Class) {
            return "k:" + ((Class<?>) o).getName();
        } else if (o instanceof Enum) {
            return "e:" + ((Enum<?>) o).getDeclaringClass().getName() + ":" + ((Enum<?>) o).name();
        } else if (o instanceof StringBuilder || o instanceof StringBuffer) {
            return "t:" + name + ":" + escape(o.toString());
        } else if (o instanceof java.math.BigInteger || o instanceof java.math.BigDecimal) {
            return "n:" + name + ":" + o;
        } else if (o instanceof Throwable) {
            Throwable t = (Throwable) o;
            return "x:" + name + ":" + ref((String) field(o, Throwable.class, "detailMessage")) + "," + ref(t.getCause());
        } else if (name.startsWith("Shapes$$Lambda")) {
            return "f:" + constant(o);
        } else if (name.equals("java.lang.Object")) {
            return "q:" + name;
        } else if (c.getSuperclass() == Object.class && name.startsWith("Shapes$")) {
            return "o:" + name + ":" + fields(o);
        }
        String parts = wrapped(o, name);
        if (parts != null) {
            return "w:" + name + ":" + parts;
        } else if (o instanceof Collection && rebuilt(name)) {
            return "c:" + name + ":" + elements(((Collection<?>) o).toArray());
        } else if (o instanceof Map && rebuilt(name)) {
            ArrayList<Object> all = new ArrayList<>();
            for (Map.Entry<?, ?> e : ((Map<?, ?>) o).entrySet()) {
                all.add(e.getKey());
                all.add(e.getValue());
            }
            return "m:" + name + ":" + elements(all.toArray());
        }
        return "u:" + name;
    }

    /** Whether an object of the class is its elements and nothing else. */
    private static boolean rebuilt(String name) {
        switch (name) {
        case "java.util.ArrayList": case "java.util.LinkedList": case "java.util.Vector": case "java.util.Stack":
        case "java.util.ArrayDeque": case "java.util.HashSet": case "java.util.LinkedHashSet": case "java.util.HashMap":
        case "java.util.LinkedHashMap": case "Shapes$MyList": case "Shapes$MySet": case "Shapes$MyMap": case "java.util.ImmutableCollections$List12":
        case "java.util.ImmutableCollections$ListN": case "java.util.ImmutableCollections$Set12":
        case "java.util.ImmutableCollections$SetN": case "java.util.ImmutableCollections$Map1":
        case "java.util.ImmutableCollections$MapN": case "java.util.Collections$EmptyList":
        case "java.util.Collections$EmptySet": case "java.util.Collections$EmptyMap":
        case "java.util.Collections$SingletonList": case "java.util.Collections$SingletonSet":
        case "java.util.Collections$SingletonMap": case "java.util.Collections$CopiesList":
            return true;
        }
        return false;
    }

    /** What an object that is a view or a holder of others is made of; null for none. */
    private String wrapped(Object o, String name) {
        Class<?> c = o.getClass();
        switch (name) {
        case "java.util.Arrays$ArrayList":
            return ref(field(o, c, "a"));
        case "java.util.Collections$UnmodifiableRandomAccessList": case "java.util.Collections$UnmodifiableList":
        case "java.util.Collections$UnmodifiableSet": case "java.util.Collections$UnmodifiableCollection":
            return ref(field(o, up(c, "java.util.Collections$UnmodifiableCollection"), "c"));
        case "java.util.Collections$UnmodifiableMap":
            return ref(field(o, c, "m"));
        case "java.util.ArrayList$SubList":
            Object parent = field(o, c, "parent");
            int offset = (Integer) field(o, c, "offset");
            if (parent == null) {
                return ref(field(o, c, "root")) + "," + offset + "," + ((List<?>) o).size();
            }
            return ref(parent) + "," + (offset - (Integer) field(parent, c, "offset")) + "," + ((List<?>) o).size();
        case "java.util.ImmutableCollections$SubList":
            return ref(field(o, c, "root")) + "," + field(o, c, "offset") + "," + ((List<?>) o).size();
        case "java.util.AbstractList$SubList": case "java.util.AbstractList$RandomAccessSubList":
            Class<?> sub = up(c, "java.util.AbstractList$SubList");
            Object above = field(o, sub, "parent");
            int start = (Integer) field(o, sub, "offset");
            if (above == null) {
                return ref(field(o, sub, "root")) + "," + start + "," + ((List<?>) o).size();
            }
            return ref(above) + "," + (start - (Integer) field(above, sub, "offset")) + "," + ((List<?>) o).size();
        case "java.util.HashMap$KeySet": case "java.util.HashMap$Values": case "java.util.HashMap$EntrySet":
        case "java.util.LinkedHashMap$LinkedKeySet": case "java.util.LinkedHashMap$LinkedValues": case "java.util.LinkedHashMap$LinkedEntrySet":
        case "java.util.TreeMap$Values": case "java.util.TreeMap$EntrySet":
            return ref(field(o, c, "this$0"));
        case "java.util.TreeMap$KeySet":
            return ref(field(o, c, "m"));
        case "java.util.ArrayList$Itr":
            return ref(field(o, c, "this$0")) + "," + field(o, c, "cursor") + "," + field(o, c, "lastRet");
        case "java.util.Optional":
            return ref(((Optional<?>) o).orElse(null));
        case "java.util.OptionalInt":
            return ((OptionalInt) o).isPresent() ? "" + ((OptionalInt) o).getAsInt() : "n";
        case "java.util.AbstractMap$SimpleEntry": case "java.util.AbstractMap$SimpleImmutableEntry": case "java.util.KeyValueHolder":
            return ref(((Map.Entry<?, ?>) o).getKey()) + "," + ref(((Map.Entry<?, ?>) o).getValue());
        case "java.util.TreeSet":
            return ref(((TreeSet<?>) o).comparator()) + refs(((TreeSet<?>) o).toArray());
        case "java.util.PriorityQueue":
            return ref(((PriorityQueue<?>) o).comparator()) + refs(((PriorityQueue<?>) o).toArray());
        case "java.util.TreeMap":
            ArrayList<Object> all = new ArrayList<>();
            for (Map.Entry<?, ?> e : ((TreeMap<?, ?>) o).entrySet()) {
                all.add(e.getKey());
                all.add(e.getValue());
            }
            return ref(((TreeMap<?, ?>) o).comparator()) + refs(all.toArray());
        }
        return null;
    }

    private String refs(Object[] a) {
        StringBuilder b = new StringBuilder();
        for (Object x : a) {
            b.append(',').append(ref(x));
        }
        return b.toString();
    }

    private static Class<?> up(Class<?> c, String name) {
        while (!c.getName().equals(name)) {
            c = c.getSuperclass();
        }
        return c;
    }

    private static Object field(Object o, Class<?> c, String name) {
        try {
            Field f = c.getDeclaredField(name);
            f.setAccessible(true);
            return f.get(o);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private String fields(Object o) {
        StringBuilder b = new StringBuilder();
        for (Field f : o.getClass().getFields()) {
            if (!Modifier.isStatic(f.getModifiers())) {
                Object v = field(o, o.getClass(), f.getName());
                b.append(b.length() == 0 ? "" : ",").append(f.getName()).append('=').append(f.getType().isPrimitive() ? primitive(v) : ref(v));
            }
        }
        return b.toString();
    }

    private static String constant(Object o) {
        for (Field f : Shapes.class.getFields()) {
            if (field(null, Shapes.class, f.getName()) == o) {
                return f.getName();
            }
        }
        return "?";
    }

    private String elements(Object a) {
        StringBuilder b = new StringBuilder();
        int n = Array.getLength(a);
        boolean prim = a.getClass().getComponentType().isPrimitive();
        for (int i = 0; i < n; i++) {
            Object v = Array.get(a, i);
            b.append(i == 0 ? "" : ",").append(prim ? primitive(v) : ref(v));
        }
        return b.toString();
    }

    static int size(Object o) {
        if (o instanceof CharSequence && !(o instanceof Shapes.Chars)) {
            return ((CharSequence) o).length();
        } else if (o instanceof Collection) {
            return ((Collection<?>) o).size();
        } else if (o instanceof Map) {
            return ((Map<?, ?>) o).size();
        } else if (o != null && o.getClass().isArray()) {
            return Array.getLength(o);
        }
        return 0;
    }

    /** Text without anything that separates. */
    static String escape(String s) {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c <= ' ' || c > '~' || c == '\\' || c == ':' || c == ',') {
                b.append(String.format("\\%04x", (int) c));
            } else {
                b.append(c);
            }
        }
        return b.toString();
    }
}
