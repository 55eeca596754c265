import java.util.*;

class A {
    int f(long l, double d, String s, boolean b) {
        int i = l; // ERROR "incompatible types: possible lossy conversion from long to int"
        int j = 1.5; // ERROR "possible lossy conversion from double to int"
        float fl = 1.5; // ERROR "possible lossy conversion from double to float"
        byte by = 200; // ERROR "possible lossy conversion from int to byte"
        char c = -1; // ERROR "possible lossy conversion from int to char"
        char c2 = i; // ERROR "possible lossy conversion from int to char"
        int k = s; // ERROR "incompatible types: String cannot be converted to int" HINT "Integer.parseInt"
        String t = 5; // ERROR "incompatible types: int cannot be converted to String"
        boolean q = 1; // ERROR "incompatible types: int cannot be converted to boolean"
        int m = b; // ERROR "incompatible types: boolean cannot be converted to int"
        Integer w = 5L; // ERROR "incompatible types: (possible lossy conversion from )?long (cannot be converted )?to Integer"
        Long x = 5; // ERROR "incompatible types: int cannot be converted to Long"
        long ok = 5;
        String u = 'c'; // ERROR "incompatible types: char cannot be converted to String"
        char v = "c"; // ERROR "incompatible types: String cannot be converted to char" HINT "single quotes"
        Object o = 5;
        String y = o; // ERROR "incompatible types: Object cannot be converted to String"
        int[] a = {1, 2.0}; // ERROR "possible lossy conversion from double to int"
        int[] a2 = new int[2L]; // ERROR "possible lossy conversion from long to int"
        int[] a3 = new String[1]; // ERROR "incompatible types: String\[\] cannot be converted to int\[\]"
        i += 2.5;
        return d; // ERROR "possible lossy conversion from double to int"
    }
    void g(List<Integer> l, Map<String, Integer> m) {
        l.add("x"); // ERROR "incompatible types: String cannot be converted to (Integer|int)|no suitable method found for add\(String\)"
        String s = l.get(0); // ERROR "incompatible types: Integer cannot be converted to String"
        for (String t : l) { } // ERROR "incompatible types: Integer cannot be converted to String"
        for (int t : m) { } // ERROR "for-each not applicable" HINT "entrySet"
        List<String> ls = new ArrayList<Integer>(); // ERROR "incompatible types: ArrayList<Integer> cannot be converted to List<String>"
        List<int> li; // ERROR "unexpected type" HINT "Integer"
        m.put(1, 1); // ERROR "incompatible types: int cannot be converted to String"
        String v = m.get("a"); // ERROR "incompatible types: Integer cannot be converted to String"
        for (char c : "abc") { } // ERROR "for-each not applicable" HINT "toCharArray"
    }
}
// ---
class B {
    boolean f(int a, boolean b, String s, Object o, Integer i) {
        boolean r = a && b; // ERROR "bad operand types for binary operator '&&': int and boolean"
        r = a + b > 1; // ERROR "bad operand types for binary operator '\+': int and boolean"
        r = !a; // ERROR "bad operand type int for unary operator '!'"
        r = -b; // ERROR "bad operand type boolean for unary operator '-'"
        r = s > "a"; // ERROR "bad operand types for binary operator '>': String and String" HINT "compareTo"
        r = s - 1 == 2; // ERROR "bad operand types for binary operator '-': String and int"
        r = 0 < a < 3; // ERROR "bad operand types for binary operator '<': boolean and int" HINT "a < b && b < c"
        r = a == b; // ERROR "bad operand types for binary operator '==': int and boolean|incomparable types: int and boolean"
        r = s == a; // ERROR "bad operand types for binary operator '==': String and int|incomparable types"
        r = s == i; // ERROR "incomparable types: String and Integer"
        r = a & b; // ERROR "bad operand types for binary operator '&': int and boolean"
        r = a == null; // ERROR "bad operand types for binary operator '==': int and null"
        r = o == s;
        r = i == 3;
        r = o == (Object) 3;
        if (a) { } // ERROR "incompatible types: int cannot be converted to boolean" HINT "!= 0"
        if (a = 1) { } // ERROR "incompatible types: int cannot be converted to boolean" HINT "=="
        while (s) { } // ERROR "incompatible types: String cannot be converted to boolean"
        int x = b ? 1 : "s"; // ERROR "String cannot be converted to int"
        s++; // ERROR "bad operand type String for unary operator '\+\+'"
        s -= "a"; // ERROR "bad operand types for binary operator '-': String and String"
        a <<= 1.5; // ERROR "bad operand types for binary operator '<<': int and double"
        a.foo(); // ERROR "int cannot be dereferenced"
        return a.length > 1; // ERROR "int cannot be dereferenced"
    }
}
// ---
class C {
    int one(int a) { return a; }
    int two(int a, String b) { return a; }
    int over(int a) { return 1; }
    int over(String a) { return 1; }
    void v() { }
    void run() {
        one(); // ERROR "method one\(int\) cannot be applied to given types: required \(int\), found \(\)"
        one(1, 2); // ERROR "cannot be applied to given types"
        one("x"); // ERROR "incompatible types: String cannot be converted to int"
        one(1L); // ERROR "possible lossy conversion from long to int"
        two("x", 1); // ERROR "incompatible types: String cannot be converted to int|cannot be applied to given types"
        over(1.5); // ERROR "no suitable method found for over\(double\)" HINT "over\(int\), over\(String\)"
        int x = v(); // ERROR "incompatible types: void cannot be converted to int"
        String s = "a" + v(); // ERROR "bad operand types|void"
        new C(1); // ERROR "constructor C\(\) cannot be applied to given types"
        "a".charAt("b"); // ERROR "incompatible types: String cannot be converted to int"
        Math.abs("x"); // ERROR "no suitable method found for abs\(String\)"
        v().foo(); // ERROR "void cannot be dereferenced"
        new Ab(); // ERROR "Ab is abstract; cannot be instantiated"
        java.util.List<String> l = new java.util.List<>(); // ERROR "List is abstract; cannot be instantiated" HINT "ArrayList"
    }
    abstract static class Ab { abstract int m(); }
}
// ---
class D {
    int f() {
    } // ERROR "missing return statement"
    int g(int x) {
        if (x > 0) return 1;
    } // ERROR "missing return statement"
    int h(int x) {
        while (true) {
            if (x > 3) break;
        }
    } // ERROR "missing return statement"
    int ok1(int x) { while (true) { } }
    int ok2(int x) { if (x > 0) return 1; else throw new RuntimeException(); }
    int ok3(int x) { for (;;) { if (x > 0) return 1; } }
    int ok4(int x) { switch (x) { case 1: return 1; default: return 2; } }
    int ok5(int x) { try { return 1; } finally { x++; } }
    int ok6(int x) { do { return 1; } while (x > 0); }
    int bad(int x) {
        return 1;
        x++; // ERROR "unreachable statement"
    }
    int bad2(int x) {
        while (true) { x++; }
        return x; // ERROR "unreachable statement"
    }
    void boxes(Character c, Byte b, Integer i, Long l, Double d) {
        c += 1; // ERROR "int cannot be converted to Character"
        b += b; // ERROR "int cannot be converted to Byte"
        i += 1L; // ERROR "long cannot be converted to Integer"
        i += 'a';
        l += i;
        d -= 1;
        i <<= 2L;
        c++;
    }
    void never(int x) {
        while (false) x++; // ERROR "unreachable statement"
        for (int i = 0; false; i++) { x++; } // ERROR "unreachable statement"
        while (1 > 2) { x++; } // ERROR "unreachable statement"
        while (1 < 2) { x++; }
        x--; // ERROR "unreachable statement"
    }
    void ever(int x) {
        if (false) x++;
        do { x++; } while (false);
        boolean no = false;
        while (no) x++;
    }
    int bad3(int x) {
        switch (x) { case 1: return 1; }
    } // ERROR "missing return statement"
    int ok7(int x) {
        outer:
        while (true) {
            while (true) { if (x > 1) break outer; }
        }
        return 1;
    }
}
// ---
class E {
    void v() {
        return 1; // ERROR "incompatible types: unexpected return value"
    }
    int w() {
        return; // ERROR "incompatible types: missing return value|return value"
    }
    int x() {
        return "s"; // ERROR "incompatible types: String cannot be converted to int"
    }
    E() {
        return 1; // ERROR "unexpected return value"
    }
    final int c = 1;
    static final int D = 2;
    void z(final int p) {
        c = 2; // ERROR "cannot assign a value to final variable c"
        D++; // ERROR "cannot assign a value to final variable D"
        p = 3; // ERROR "final parameter p may not be assigned|cannot assign a value to final variable p"
        final int q = 1;
        q = 2; // ERROR "cannot assign a value to final variable q"
        int[] a = {1};
        a.length = 3; // ERROR "cannot assign a value to final variable length"
    }
}
// ---
class F {
    enum Color { RED, GREEN }
    int f(Color c, int n, String s, long l, boolean b) {
        switch (c) {
            case RED: return 1;
            case BLUE: return 2; // ERROR "enum switch case label|cannot find symbol|BLUE"
        }
        switch (n) {
            case 1: break;
            case 1: break; // ERROR "duplicate case label"
            case n: break; // ERROR "constant expression required"
            case "a": break; // ERROR "String cannot be converted to int|not compatible|incompatible"
        }
        int y = switch (n) { case 1 -> 2; }; // ERROR "does not cover all possible input values"
        int z = switch (c) { case RED -> 2; }; // ERROR "does not cover all possible input values" HINT "GREEN"
        int w = switch (c) { case RED -> 2; case GREEN -> "s"; }; // ERROR "String cannot be converted to int"
        return 0;
    }
    void g(Object o) {
        String s = (String) 5; // ERROR "incompatible types: int cannot be converted to String"
        int i = (int) "5"; // ERROR "incompatible types: String cannot be converted to int"
        Integer j = (Integer) "5"; // ERROR "incompatible types: String cannot be converted to Integer"
        boolean b = (boolean) 1; // ERROR "incompatible types: int cannot be converted to boolean"
        if (o instanceof String str) { }
        str.length(); // ERROR "cannot find symbol: variable str"
        Integer k = 3;
        if (k instanceof String) { } // ERROR "incompatible types: Integer cannot be converted to String"
        throw new Object(); // ERROR "incompatible types: Object cannot be converted to Throwable"
    }
    void h() {
        try { } catch (String e) { } // ERROR "incompatible types: String cannot be converted to Throwable"
        var x; // ERROR "cannot infer type for local variable x|a variable declared with var needs a value"
        var y = null; // ERROR "cannot infer type for local variable y"
        var z = {1}; // ERROR "cannot infer type for local variable z|var cannot be inferred"
        var w = () -> 1; // ERROR "cannot infer type for local variable w"
    }
}
// ---
import java.util.*;
import java.util.function.*;

class G {
    void f(List<String> l) {
        Runnable r = x -> { }; // ERROR "incompatible parameter types in lambda expression"
        Function<String, Integer> g = s -> s; // ERROR "bad return type in lambda expression"
        Function<String, Integer> h = String::length;
        Supplier<Integer> s = () -> { }; // ERROR "missing return statement|bad return type|lambda body"
        Object o = () -> 1; // ERROR "Object is not a functional interface"
        Function<String, Integer> k = String::foo; // ERROR "invalid method reference|method foo of java.lang.String is not in the supported"
        l.forEach(x -> x.foo()); // ERROR "cannot find symbol: method foo\(\)|method foo\(\) of java.lang.String"
        int z = l.stream().map(q -> q.length()).count(); // ERROR "possible lossy conversion from long to int"
        Comparator<String> c = (a, b) -> a.length() > b.length(); // ERROR "bad return type in lambda expression"
        String t = l.stream().mapToInt(String::length).sum(); // ERROR "int cannot be converted to String"
    }
}
