import java.util.*;

public class Exceptions {
    static class Res implements AutoCloseable { String n; boolean bad; Res(String n, boolean bad) { this.n = n; this.bad = bad; System.out.println("open " + n); } public void close() throws Exception { System.out.println("close " + n); if (bad) throw new IllegalStateException("close " + n); } }
    static class MyEx extends Exception { int code; MyEx(String m, int c, Throwable cause) { super(m, cause); code = c; } }
    static int fin(int k) { try { if (k == 0) return 1; if (k == 1) throw new RuntimeException("k1"); return 2; } catch (RuntimeException e) { return 3; } finally { System.out.print("f" + k + " "); if (k == 2) return 4; } }
    static int x = 1; static int val() { try { return x; } finally { x = 5; } }
    static void deep(int n) { if (n == 0) throw new UnsupportedOperationException("deep"); try { deep(n - 1); } finally { System.out.print(n); } }
    static int depth = 0; static void rec() { depth++; rec(); }
    int field; int[] arr; Exceptions next; String name;
    static Exceptions make() { return null; }
    static void npe(Runnable r) { try { r.run(); } catch (RuntimeException e) { System.out.println(e.getClass().getName() + ": " + e.getMessage()); } }
    static class Bad { static int v = 1 / Integer.parseInt("0"); static void use() {} }
    public static void main(String[] args) throws Exception {
        System.out.println(fin(0) + " " + fin(1) + " " + fin(2) + " " + val() + " " + x);
        try { deep(3); } catch (UnsupportedOperationException e) { System.out.println(" " + e.getMessage()); }
        try (Res a = new Res("a", false); Res b = new Res("b", true)) { System.out.println("body"); throw new MyEx("m", 7, new RuntimeException("cause")); }
        catch (MyEx e) { System.out.println(e.getMessage() + e.code + e.getCause().getMessage() + e.getSuppressed().length + e.getSuppressed()[0].getMessage()); }
        try (Res a = new Res("c", true)) { System.out.println("ok"); } catch (IllegalStateException e) { System.out.println("caught " + e.getMessage()); } finally { System.out.println("fin"); }
        try { rec(); } catch (StackOverflowError e) { System.out.println("SO " + (depth > 500) + " " + e.getMessage()); }
        npe(() -> { int[] a = new int[2]; a[2] = 1; });
        npe(() -> { int[] a = new int[2]; System.out.println(a[-1]); });
        npe(() -> { System.out.println(new int[-2].length); });
        npe(() -> { Object o = "s"; Integer i = (Integer) o; });
        npe(() -> { Object[] o = new String[1]; o[0] = 1; });
        npe(() -> { System.out.println(1 / (args.length)); });
        npe(() -> { System.out.println(1L % (long) args.length); });
        npe(() -> { String s = null; s.length(); });
        npe(() -> { Exceptions e = make(); e.field = 3; });
        npe(() -> { Exceptions e = new Exceptions(); System.out.println(e.next.field); });
        npe(() -> { Exceptions e = new Exceptions(); System.out.println(e.arr[0]); });
        npe(() -> { Exceptions e = new Exceptions(); e.arr[1] = 0; });
        npe(() -> { Exceptions e = new Exceptions(); System.out.println(e.arr.length); });
        npe(() -> { make().name.trim(); });
        npe(() -> { Integer i = null; int j = i; });
        npe(() -> { int[][] g = new int[2][]; g[1][0] = 2; });
        npe(() -> { String[] ss = new String[3]; int q = 1; ss[q].length(); });
        npe(() -> { throw null; });
        npe(() -> { Map<String, Integer> m = new HashMap<>(); int v = m.get("z"); });
        npe(() -> { List<Integer> l = new ArrayList<>(); l.get(0); });
        npe(() -> { "abc".charAt(5); });
        npe(() -> { "abc".substring(2, 1); });
        npe(() -> { Integer.parseInt("12x"); });
        npe(() -> { new ArrayList<Integer>().iterator().next(); });
        npe(() -> { List<Integer> l = new ArrayList<>(List.of(1, 2, 3)); for (Integer i : l) l.remove(i); });
        npe(() -> { List.of(1).add(2); });
        npe(() -> { Objects.requireNonNull(null, "msg"); });
        npe(() -> { throw new IllegalArgumentException(new RuntimeException("inner")); });
        try { Bad.use(); } catch (ExceptionInInitializerError e) { System.out.println(e.getMessage() + " " + e.getCause()); }
        try { Bad.use(); } catch (NoClassDefFoundError e) { System.out.println(e.getMessage()); }
        try { try { throw new RuntimeException("a"); } finally { System.out.println("inner fin"); } } catch (RuntimeException e) { System.out.println(e); }
        try { Object o = List.of("x"); List<Integer> li = (List<Integer>) o; int v = li.get(0); } catch (ClassCastException e) { System.out.println("CCE"); }
        try { throw new Error("err"); } catch (RuntimeException | Error e) { System.out.println(e + " " + (e instanceof Error)); }
        for (int i = 0; i < 3; i++) { try { if (i == 1) continue; if (i == 2) break; System.out.println("i" + i); } finally { System.out.println("lf" + i); } }
        assert false : "not enabled";
        int[] big = {1}; int idx = 0;
        try { big[idx++] = idx / 0; } catch (ArithmeticException e) { System.out.println(idx + e.getMessage()); }
        try { big[5] = idx / 0; } catch (ArithmeticException e) { System.out.println("rhs first"); }
        try { int[] nul = null; nul[0] = idx++; } catch (NullPointerException e) { System.out.println(idx); }
        throw new MyEx("the end", 1, null);
    }
}
