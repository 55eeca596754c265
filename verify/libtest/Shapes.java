import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.function.*;

/**
 * Classes that a caller of the library may bring along. The same file runs in the JVM
 * and in the interpreter. Each constant is a function without state.
 */
public class Shapes {
    /** An ordered object with equals of its own. */
    public static class Item implements Comparable<Item> {
        public int key;

        public Item(int key) {
            this.key = key;
        }

        public int compareTo(Item o) {
            return key < o.key ? -1 : key > o.key ? 1 : 0;
        }

        public boolean equals(Object o) {
            return o instanceof Item && ((Item) o).key == key;
        }

        public int hashCode() {
            return key & 3;
        }

        public String toString() {
            return "Item" + key;
        }
    }

    /** An object with the identity of its own only. */
    public static class Plain {
        public Object held;

        public Plain(Object held) {
            this.held = held;
        }
    }

    /** A list of the caller's. */
    public static class MyList<E> extends ArrayList<E> {
        public MyList() {
        }

        public MyList(Collection<? extends E> c) {
            super(c);
        }
    }

    /** A set of the caller's. */
    public static class MySet<E> extends HashSet<E> {
        public MySet() {
        }

        public MySet(Collection<? extends E> c) {
            super(c);
        }
    }

    /** A map of the caller's. */
    public static class MyMap<K, V> extends HashMap<K, V> {
    }

    /** An exception of the caller's. */
    public static class MyException extends RuntimeException {
        public MyException(String message) {
            super(message);
        }
    }

    /** A sequence that is no string. */
    public static class Chars implements CharSequence {
        public String text;

        public Chars(String text) {
            this.text = text;
        }

        public int length() {
            return text.length();
        }

        public char charAt(int i) {
            return text.charAt(i);
        }

        public CharSequence subSequence(int from, int to) {
            return new Chars(text.substring(from, to));
        }

        public String toString() {
            return text;
        }
    }

    public static final Comparator<Object> BY_TEXT = (a, b) -> String.valueOf(a).compareTo(String.valueOf(b));
    @SuppressWarnings("unchecked")
    public static final Comparator<Object> DESCENDING = (a, b) -> ((Comparable<Object>) b).compareTo(a);
    public static final Comparator<Object> ALL_EQUAL = (a, b) -> 0;
    public static final Predicate<Object> IS_NULL = x -> x == null;
    public static final Predicate<Object> ALWAYS = x -> true;
    public static final Predicate<Object> IS_TEXT = x -> x instanceof String;
    public static final BiPredicate<Object, Object> SAME = (a, b) -> a == b;
    public static final Function<Object, Object> IDENTITY = x -> x;
    public static final Function<Object, Object> TEXT = x -> String.valueOf(x);
    public static final Function<Object, Object> TO_NULL = x -> null;
    public static final BiFunction<Object, Object, Object> FIRST = (a, b) -> a;
    public static final BiFunction<Object, Object, Object> BOTH = (a, b) -> String.valueOf(a) + b;
    public static final BiFunction<Object, Object, Object> NEITHER = (a, b) -> null;
    public static final UnaryOperator<Object> KEEP = x -> x;
    public static final UnaryOperator<Object> CLEAR = x -> null;
    public static final BinaryOperator<Object> LEFT = (a, b) -> a;
    public static final Supplier<Object> NOTHING = () -> null;
    public static final Supplier<Object> WORD = () -> "word";
    public static final Consumer<Object> IGNORE = x -> { };
    public static final BiConsumer<Object, Object> IGNORE_BOTH = (a, b) -> { };
    public static final Runnable RUN = () -> { };
    public static final IntPredicate EVEN = n -> n % 2 == 0;
    public static final IntUnaryOperator NEXT = n -> n + 1;
    public static final IntBinaryOperator SUM = (a, b) -> a + b;
    public static final IntFunction<Object> BOXED = n -> n;
    public static final ToIntFunction<Object> HASH = x -> x == null ? 0 : 1;
    public static final ToLongFunction<Object> LONG_HASH = x -> x == null ? 0 : 1;
    public static final ToDoubleFunction<Object> DOUBLE_HASH = x -> x == null ? 0 : 1;
    public static final IntConsumer IGNORE_INT = n -> { };
}
