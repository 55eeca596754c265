package p.q;
public abstract class All<T extends java.lang.Comparable<? super T> & java.io.Serializable, U> extends java.util.AbstractList<T> implements java.util.function.Supplier<java.util.Map<java.lang.String, ? extends U>> {
public static final int MOST = -7;
public static final long LONG = 1099511627776L;
public static final char QUOTE = (char) 39;
public static final char LINE = (char) 10;
public static final char ACCENT = (char) 233;
public static final boolean YES = true;
public static final float HALF = 5e-01f;
public static final double NONE = 0.0 / 0.0;
public static final double HUGE = 1.0 / 0.0;
public static final java.lang.String TEXT = "a\"b\\c\000\u00e9\ud83d\ude00\012";
public static final java.util.List<java.lang.String> LIST = unknown$();
protected T[] held;
final int own = 5;
private static native <T> T unknown$();
private All(int a0, java.lang.String a1) { unknown$(); }
protected <E extends java.lang.Exception> All(java.util.List<? extends E> a0) throws E, java.io.IOException { unknown$(); }
public abstract int[][] grid(long[] a0, java.util.Map.Entry<T, java.util.List<? super U>>... a1);
public static native <A, B extends A> B cast(A a0, java.lang.Class<B> a1);
protected final native void end() throws java.io.IOException;
public native java.lang.Object clone(boolean a0);
static @interface Mark {
}
protected static class Kept {
private static native <T> T unknown$();
protected Kept() { unknown$(); }
}
public class Inner {
private static native <T> T unknown$();
public Inner(int a0) { unknown$(); }
public class Deep {
private static native <T> T unknown$();
public Deep(T a0) { unknown$(); }
}
}
public static final class Circle implements p.q.All.Shape {
private static native <T> T unknown$();
public Circle() { unknown$(); }
public native double area();
}
public static interface Shape {
static final int K = 3;
private static native <T> T unknown$();
double area();
default native double twice();
static native p.q.All.Shape unit();
}
public static record Pair<A, B>(A first, java.util.List<B> second) {
private static native <T> T unknown$();
public static native int count();
public final native java.lang.String toString();
public final native int hashCode();
public final native boolean equals(java.lang.Object a0);
public native A first();
public native java.util.List<B> second();
}
public static enum Colour implements java.util.function.IntSupplier {
RED, GREEN;
public static final p.q.All.Colour FIRST = unknown$();
private static native <T> T unknown$();
public native int getAsInt();
}
}
