public class NullMessages { static void f(String p, int[] a, long q, String r){
        try { p.length(); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { r.length(); } catch (NullPointerException e) { System.out.println(e.getMessage()); } a = null;
        try { a[0]++; } catch (NullPointerException e) { System.out.println(e.getMessage()); } }
static String sw(String p, long q) { int r = 3; String t = switch (p) { case "a" -> { int z = 1; yield "b" + z; } default -> "c"; }; return t + r; }
static int sw2(String[] a) { switch (a[0]) { case "x": int k = 5; return k; default: return 0; } }
static String sw3(Object o) { return switch (String.valueOf(o).length() > 9 ? "" : (String) null) { default -> "q"; }; }
static String cap(String s) { return s; }
static void more(int n) { long w = 2; for (int i = 0; i < 1; i++) { double d = 1; String t = null; try { t.trim(); } catch (NullPointerException e) { String u = null; System.out.println(e.getMessage()); try { u.trim(); } catch (NullPointerException e2) { System.out.println(e2.getMessage()); } } } String[] ss = {null}; for (String v : ss) { try { v.length(); } catch (NullPointerException e) { System.out.println(e.getMessage()); } } for (String v : java.util.Arrays.asList(ss)) { try { v.length(); } catch (NullPointerException e) { System.out.println(e.getMessage()); } } try { cap(null).length(); } catch (NullPointerException e) { System.out.println(e.getMessage()); } try { "x".concat(cap(null).trim()); } catch (NullPointerException e) { System.out.println(e.getMessage()); } Object ob = ss; if (ob instanceof String[] arr && n > 0) { String last = arr[0]; try { last.length(); } catch (NullPointerException e) { System.out.println(e.getMessage()); } } Integer bx = null; int c = 4; try { c += bx; } catch (NullPointerException e) { System.out.println(e.getMessage()); } try { c = c / (bx = null); } catch (NullPointerException e) { System.out.println(e.getMessage()); } try { int[] na = null; for (int v : na) c++; } catch (NullPointerException e) { System.out.println(e.getMessage()); } }
public static void main(String[] x){ try { sw(null, 1); } catch (RuntimeException e) { System.out.println(e.getMessage()); } try { sw2(new String[1]); } catch (RuntimeException e) { System.out.println(e.getMessage()); } try { sw3(1); } catch (RuntimeException e) { System.out.println(e.getMessage()); } more(1);  f(null,null,0,null);
        try { "\u4e16".charAt(4); } catch (RuntimeException e) { System.out.println(e.getMessage()); } 
 String t = null; Runnable rr = () -> { String z = t; z.length(); };
        try { rr.run(); } catch (RuntimeException e) { System.out.println(e.getMessage()); } Runnable r2 = () -> t.length(); 
        try { r2.run(); } catch (RuntimeException e) { System.out.println(e.getMessage()); }
 Object o = null;
        try { synchronized(o) {} } catch (RuntimeException e) { System.out.println(e.getMessage()); }
 int[][] g = new int[2][]; int i=1;
        try { g[i+0][0]=1; } catch (RuntimeException e) { System.out.println(e.getMessage()); }
        try { g[i][0]=1; } catch (RuntimeException e) { System.out.println(e.getMessage()); } NullMessages n = null;
        try { n.go(); } catch (RuntimeException e) { System.out.println(e.getMessage()); }
        try { ((NullMessages) o).go(); } catch (RuntimeException e) { System.out.println(e.getMessage()); }
        try { go2().go(); } catch (RuntimeException e) { System.out.println(e.getMessage()); }
        try { new NullMessages().fld.fld.go(); } catch (RuntimeException e) { System.out.println(e.getMessage()); }
        try { Integer q = null; q++; } catch (RuntimeException e) { System.out.println(e.getMessage()); }
        try { String s = (String) o; s.concat("x"); switch (s) { default: } } catch (RuntimeException e) { System.out.println(e.getMessage()); }
        try { E en = null; switch (en) { default: case A: } } catch (RuntimeException e) { System.out.println(e.getMessage()); }
        try { java.util.function.Function<Integer,Integer> fn = null; fn.apply(1); } catch (RuntimeException e) { System.out.println(e.getMessage()); }
        try { java.util.function.Supplier<Integer> fn = n::go3; } catch (RuntimeException e) { System.out.println(e.getMessage()); }
        try { st.length(); } catch (RuntimeException e) { System.out.println(e.getMessage()); }
        try { Object[] oa = null; oa[0] = 1; } catch (RuntimeException e) { System.out.println(e.getMessage()); }
        try { boolean[] oa = null; oa[0] |= true; } catch (RuntimeException e) { System.out.println(e.getMessage()); }
        try { Boolean bb = null; if (bb) {} } catch (RuntimeException e) { System.out.println(e.getMessage()); }  }
 static String st; NullMessages fld; void go(){} int go3() { return 1; } static NullMessages go2(){ return null; } enum E {A} }
