import static java.lang.Math.*;

class Constants {
    static final int A = 1 + 2 * 3;
    static final int B = Constants.A << 4 | 0x0F;
    static final long BIG = Integer.MAX_VALUE + 1L;
    static final long WRAP = Integer.MAX_VALUE + 1;
    static final char C = 'a' + 1;
    static final byte BY = (byte) 200;
    static final short SH = (short) 70000;
    static final String S = "x" + A + 'c' + true + null;
    static final String T = "x" + A + 'c' + true + BIG;
    static final boolean Q = A > 3 && !(B == 2) || false;
    static final double D = 1 / 2 + 1.0 / 2;
    static final float F = 1.5f * 2;
    static final int N = -2147483648;
    static final long M = -9223372036854775808L;
    static final int SHIFT = 1 << 33;
    static final long LSHIFT = 1L << 33;
    static final int USHIFT = -1 >>> 28;
    static final int USHIFT2 = (byte) -1 >>> 28;
    static final int DIV = -7 / 2;
    static final int REM = -7 % 2;
    static final int TERN = A > 2 ? 10 : 20;
    static final int HEX = 0xFFFFFFFF;
    static final int OCT = 0777;
    static final int BIN = 0b1010_1010;
    static final int CHARS = 'a' * 'b';
    static final char FROM = (char) 65;
    static final int OVER = (int) 3e10;
    static final long OVERL = (long) 3e30;
    static final int NAN = (int) (0.0 / 0.0);
    static final byte NB = (byte) 300.7;
    static final String TEXT = """
        hello
          "world" \
        end
        """;
    static final String ESC = "tab\tnew\nq\"uA\0\177";
    final int inst = 42;
    static final Integer BOXED = 5;
    static final int NOTCONST = Integer.parseInt("3");
    static final int CYC1 = Other.CYC2 + 1;
    static final String CAT = "a" + 1 + 2L + 'x' + (1 + 2);
    static final int COMPL = ~7;
    static final boolean EQS = "ab" == "a" + "b";
    static final double E3 = 1e10, E4 = 123456789.0, E5 = 1.0E-5;
    static final float FF = 16777217;

    interface Other {
        int CYC2 = 7;
        String NAME = "other";
    }

    static int use(int k) {
        final int local = 3;
        final int late;
        late = 4;
        int plain = local + 1;
        switch (k) {
            case A:
                return 1;
            case local:
                return 2;
            case 'z':
                return inst(k);
            case Integer.MAX_VALUE - 1:
                return late;
        }
        byte b = 10;
        b += 5;
        b++;
        char c = 65;
        c += 1;
        short s = local;
        byte neg = -128;
        final char cc = 'q';
        byte fromChar = 'q';
        Byte boxed = 12;
        Character bc = 97;
        int i = b + c + s;
        long l = i * 2L;
        float f = l;
        double d = f * i;
        i += 3.7;
        i <<= 2L;
        l >>>= 3;
        int x = (int) l ^ 5 & 3 | ~i;
        boolean t = i > 3 ^ l < 2;
        t &= f == d;
        t |= !t;
        return (int) (d % 3) + (x > 2 ? b : c) + (t ? 'a' : 0) + (t ? b : 'c') + (t ? s : b) + plain + neg + cc + fromChar + boxed + bc;
    }

    static int inst(int k) {
        return abs(k) + max(1, 2) + (int) sqrt(2) + (int) PI;
    }

    static Object mixed(boolean t, Integer boxed, Long lb, Character ch) {
        Object o = t ? 1 : "s";
        Object p = t ? boxed : lb;
        Object q = t ? boxed : null;
        Object r = t ? null : 0;
        Object v = t ? ch : 0;
        Object w = t ? ch : boxed;
        long n = t ? 1 : 2L;
        int u = t ? boxed : 3;
        Integer z = t ? boxed : Integer.valueOf(3);
        double dd = t ? 1 : 2.0;
        String str = "" + (t ? 1 : 'c') + (t ? boxed : 2.0) + o + p + q + r + v + w + n + u + z + dd;
        return str + null + 'c' + 1;
    }

    // A final variable with var is a constant as one with its type is.
    static int inferred(byte b) {
        final var three = 3;
        byte same = three;
        switch (b) {
            case three: return same;
            default: return 0;
        }
    }

    // The continue is the inner loop's: the condition of the outer one is never reached.
    static int endless(int n) {
        do {
            for (;;) {
                if (n > 3) return n;
                n++;
                continue;
            }
        } while (n < 3);
    }
}
