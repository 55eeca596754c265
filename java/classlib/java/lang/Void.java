package java.lang;

public final class Void {
    public static final /*@ non_null @*/ Class<Void> TYPE = (Class<Void>) (Class) void.class;

    private Void() {
    }
}
