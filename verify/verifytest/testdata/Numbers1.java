// Integral types of every width, bits, characters.
public class Numbers1 {
    //@ requires 0 <= x && x <= 1000000;
    //@ ensures \result == (long) x * 1000000;
    public static long widening(int x) {
        return x * 1000000L;
    }

    //@ requires 0 <= x && x <= 1000000;
    public static long wideningLate(int x) {
        return x * 1000000; //! ArithmeticOperationRange
    }

    //@ requires b < 127;
    //@ ensures \result == b + 1;
    public static byte nextByte(byte b) {
        return (byte) (b + 1);
    }

    public static byte nextByteLossy(byte b) {
        return (byte) (b + 1); //! ArithmeticCastRange
    }

    //@ requires 0 <= s && s < 100;
    //@ ensures \result == \old(s) + 200;
    public static short compound(short s) {
        s += 200;
        return s;
    }

    //@ ensures -32768 <= \result && \result <= 32767;
    public static int shortRange(short s) {
        return s;
    }

    //@ ensures \result < 32767;
    public static int shortRangeWrong(short s) {
        return s; //! Postcondition
    }

    //@ ensures 0 <= \result && \result <= 65535;
    public static int charRange(char c) {
        return c;
    }

    //@ requires '0' <= c && c <= '9';
    //@ ensures 0 <= \result && \result <= 9;
    public static int digit(char c) {
        return c - '0';
    }

    //@ ensures 0 <= \result && \result <= 9;
    public static int digitWrong(char c) {
        return c - '0'; //! Postcondition
    }

    //@ ensures 0 <= \result && \result <= 7;
    public static int lowBits(int x) {
        return x & 7;
    }

    //@ ensures 0 <= \result && \result <= 6;
    public static int lowBitsWrong(int x) {
        return x & 7; //! Postcondition
    }

    //@ requires x >= 0;
    //@ ensures \result == x / 4;
    public static int shiftRight(int x) {
        return x >> 2;
    }

    //@ ensures \result == x / 4;
    public static int shiftRightWrong(int x) {
        return x >> 2; //! Postcondition
    }

    //@ ensures \result >= 0;
    public static int unsignedShift(int x) {
        return x >>> 1;
    }

    //@ ensures \result >= 0;
    public static int unsignedShiftWrong(int x) {
        return x >>> 0; //! Postcondition
    }

    //@ ensures \result == x;
    public static int xorTwice(int x, int y) {
        return (x ^ y) ^ y; //!native Postcondition: exclusive or is a function with few laws, and 32 bits of it too slow
    }

    //@ ensures \result == -x - 1;
    public static int complement(int x) {
        return ~x;
    }

    //@ requires d != 0;
    //@ ensures \result == x % d;
    //@ ensures -5 < x && x < 0 && d == 5 ==> \result == x;
    public static int remainder(int x, int d) {
        return x % d;
    }

    //@ requires d == 5;
    //@ ensures \result >= 0;
    public static int remainderWrong(int x, int d) {
        return x % d; //! Postcondition
    }

    //@ ensures \result <==> x % 2 != 0;
    public static boolean odd(int x) {
        return x % 2 == 1 || x % 2 == -1;
    }

    //@ ensures \result <==> x % 2 != 0;
    public static boolean oddWrong(int x) {
        return x % 2 == 1; //! Postcondition
    }

    //@ ensures \result == Long.MAX_VALUE || \result == x + 1;
    public static long saturate(long x) {
        return x == Long.MAX_VALUE ? x : x + 1;
    }

    //@ requires 0 < n && n <= 10;
    //@ ensures \result == a / n;
    public static int divideAssign(int a, int n) {
        a /= n;
        return a;
    }
}
