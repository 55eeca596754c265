package java.math;

import java.util.Random;

/** An integer of any size; the machine holds the number. */
public class BigInteger extends Number implements Comparable<BigInteger> {
    public static final /*@ non_null @*/ BigInteger ZERO = valueOf(0);
    public static final /*@ non_null @*/ BigInteger ONE = valueOf(1);
    public static final /*@ non_null @*/ BigInteger TWO = valueOf(2);
    public static final /*@ non_null @*/ BigInteger TEN = valueOf(10);

    public native BigInteger(String val);

    public native BigInteger(String val, int radix);

    public native BigInteger(byte[] val);

    public native BigInteger(int signum, byte[] magnitude);

    public BigInteger(int numBits, Random rnd) {
        this(1, randomBits(numBits, rnd));
    }

    private static byte[] randomBits(int numBits, Random rnd) {
        if (numBits < 0) {
            throw new IllegalArgumentException("numBits must be non-negative");
        }
        int n = (int) (((long) numBits + 7) / 8);
        byte[] bits = new byte[n];
        if (n > 0) {
            rnd.nextBytes(bits);
            bits[0] &= (byte) ((1 << (8 - (8 * n - numBits))) - 1);
        }
        return bits;
    }

    public static native BigInteger valueOf(long val);

    public native BigInteger add(BigInteger val);

    public native BigInteger subtract(BigInteger val);

    public native BigInteger multiply(BigInteger val);

    public native BigInteger divide(BigInteger val);

    public native BigInteger remainder(BigInteger val);

    public native BigInteger[] divideAndRemainder(BigInteger val);

    public native BigInteger mod(BigInteger m);

    public native BigInteger modPow(BigInteger exponent, BigInteger m);

    public native BigInteger modInverse(BigInteger m);

    public native BigInteger pow(int exponent);

    public native BigInteger gcd(BigInteger val);

    public native BigInteger abs();

    public native BigInteger negate();

    public native int signum();

    public native BigInteger sqrt();

    public BigInteger[] sqrtAndRemainder() {
        BigInteger s = sqrt();
        return new BigInteger[] {s, subtract(s.multiply(s))};
    }

    public native BigInteger shiftLeft(int n);

    public native BigInteger shiftRight(int n);

    public native BigInteger and(BigInteger val);

    public native BigInteger or(BigInteger val);

    public native BigInteger xor(BigInteger val);

    public native BigInteger not();

    public native BigInteger andNot(BigInteger val);

    public native boolean testBit(int n);

    public native BigInteger setBit(int n);

    public native BigInteger clearBit(int n);

    public native BigInteger flipBit(int n);

    public native int getLowestSetBit();

    public native int bitLength();

    public native int bitCount();

    public native boolean isProbablePrime(int certainty);

    public native BigInteger nextProbablePrime();

    public native int compareTo(BigInteger val);

    public native boolean equals(Object x);

    public BigInteger min(BigInteger val) {
        return compareTo(val) < 0 ? this : val;
    }

    public BigInteger max(BigInteger val) {
        return compareTo(val) > 0 ? this : val;
    }

    public native int hashCode();

    public native String toString(int radix);

    public native String toString();

    public native byte[] toByteArray();

    public native int intValue();

    public native long longValue();

    public native float floatValue();

    public native double doubleValue();

    public native long longValueExact();

    public native int intValueExact();

    public native short shortValueExact();

    public native byte byteValueExact();
}
