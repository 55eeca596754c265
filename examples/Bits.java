public class Bits {
    public static boolean isPowerOfTwo(int n) { return n > 0 && (n & (n - 1)) == 0; }

    public static int gcd(int a, int b) {
        while (b != 0) {
            int t = a % b;
            a = b;
            b = t;
        }
        return Math.abs(a);
    }

    public static int digitSum(int n) {
        int sum = 0;
        for (n = Math.abs(n); n > 0; n /= 10) sum += n % 10;
        return sum;
    }

    public static char hexDigit(int nibble) {
        return (char) (nibble < 10 ? '0' + nibble : 'a' + nibble - 10);
    }
}
