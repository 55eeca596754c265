package java.util;

import java.util.stream.IntStream;

public class BitSet implements Cloneable, java.io.Serializable {
    private long[] words;
    private int used; // words up to the last one that is not zero

    public BitSet() {
        words = new long[1];
    }

    public BitSet(int nbits) {
        if (nbits < 0) {
            throw new NegativeArraySizeException("nbits < 0: " + nbits);
        }
        words = new long[((nbits - 1) >> 6) + 1];
    }

    public static BitSet valueOf(long[] longs) {
        BitSet s = new BitSet();
        s.words = longs.clone();
        s.used = longs.length;
        s.trim();
        return s;
    }

    public long[] toLongArray() {
        return Arrays.copyOf(words, used);
    }

    private void trim() {
        while (used > 0 && words[used - 1] == 0) {
            used--;
        }
    }

    private void room(int word) {
        if (word >= words.length) {
            words = Arrays.copyOf(words, Math.max(2 * words.length, word + 1));
        }
        if (word >= used) {
            used = word + 1;
        }
    }

    private static void checkIndex(int i, String name) {
        if (i < 0) {
            throw new IndexOutOfBoundsException(name + " < 0: " + i);
        }
    }

    private static void checkRange(int from, int to) {
        checkIndex(from, "fromIndex");
        checkIndex(to, "toIndex");
        if (from > to) {
            throw new IndexOutOfBoundsException("fromIndex: " + from + " > toIndex: " + to);
        }
    }

    public void flip(int bitIndex) {
        checkIndex(bitIndex, "bitIndex");
        room(bitIndex >> 6);
        words[bitIndex >> 6] ^= 1L << bitIndex;
        trim();
    }

    public void flip(int fromIndex, int toIndex) {
        checkRange(fromIndex, toIndex);
        for (int i = fromIndex; i < toIndex; i++) {
            flip(i);
        }
    }

    public void set(int bitIndex) {
        checkIndex(bitIndex, "bitIndex");
        int w = bitIndex >> 6;
        if (w >= used) {
            room(w);
        }
        words[w] |= 1L << bitIndex;
    }

    public void set(int bitIndex, boolean value) {
        if (value) {
            set(bitIndex);
        } else {
            clear(bitIndex);
        }
    }

    public void set(int fromIndex, int toIndex) {
        checkRange(fromIndex, toIndex);
        for (int i = fromIndex; i < toIndex; i++) {
            set(i);
        }
    }

    public void set(int fromIndex, int toIndex, boolean value) {
        if (value) {
            set(fromIndex, toIndex);
        } else {
            clear(fromIndex, toIndex);
        }
    }

    public void clear(int bitIndex) {
        checkIndex(bitIndex, "bitIndex");
        int w = bitIndex >> 6;
        if (w < used) {
            words[w] &= ~(1L << bitIndex);
            trim();
        }
    }

    public void clear(int fromIndex, int toIndex) {
        checkRange(fromIndex, toIndex);
        int end = Math.min(toIndex, length());
        for (int i = fromIndex; i < end; i++) {
            words[i >> 6] &= ~(1L << i);
        }
        trim();
    }

    public void clear() {
        while (used > 0) {
            words[--used] = 0;
        }
    }

    public boolean get(int bitIndex) {
        checkIndex(bitIndex, "bitIndex");
        int w = bitIndex >> 6;
        return w < used && (words[w] & (1L << bitIndex)) != 0;
    }

    public BitSet get(int fromIndex, int toIndex) {
        checkRange(fromIndex, toIndex);
        BitSet r = new BitSet();
        for (int i = nextSetBit(fromIndex); i >= 0 && i < toIndex; i = nextSetBit(i + 1)) {
            r.set(i - fromIndex);
        }
        return r;
    }

    public int nextSetBit(int fromIndex) {
        checkIndex(fromIndex, "fromIndex");
        int u = fromIndex >> 6;
        if (u >= used) {
            return -1;
        }
        long word = words[u] & (-1L << fromIndex);
        while (word == 0) {
            if (++u == used) {
                return -1;
            }
            word = words[u];
        }
        return (u << 6) + Long.numberOfTrailingZeros(word);
    }

    public int nextClearBit(int fromIndex) {
        checkIndex(fromIndex, "fromIndex");
        int u = fromIndex >> 6;
        if (u >= used) {
            return fromIndex;
        }
        long word = ~words[u] & (-1L << fromIndex);
        while (word == 0) {
            if (++u == used) {
                return used << 6;
            }
            word = ~words[u];
        }
        return (u << 6) + Long.numberOfTrailingZeros(word);
    }

    public int previousSetBit(int fromIndex) {
        return previous(fromIndex, true);
    }

    public int previousClearBit(int fromIndex) {
        return previous(fromIndex, false);
    }

    private int previous(int fromIndex, boolean value) {
        if (fromIndex < -1) {
            throw new IndexOutOfBoundsException("fromIndex < -1: " + fromIndex);
        }
        int i = fromIndex;
        if (value && i >= length()) {
            i = length() - 1;
        }
        while (i >= 0 && get(i) != value) {
            i--;
        }
        return i;
    }

    public int length() {
        return used == 0 ? 0 : 64 * used - Long.numberOfLeadingZeros(words[used - 1]);
    }

    public boolean isEmpty() {
        return used == 0;
    }

    public boolean intersects(BitSet set) {
        for (int i = Math.min(used, set.used) - 1; i >= 0; i--) {
            if ((words[i] & set.words[i]) != 0) {
                return true;
            }
        }
        return false;
    }

    public int cardinality() {
        int n = 0;
        for (int i = 0; i < used; i++) {
            n += Long.bitCount(words[i]);
        }
        return n;
    }

    public void and(BitSet set) {
        for (int i = 0; i < used; i++) {
            words[i] &= i < set.used ? set.words[i] : 0L;
        }
        trim();
    }

    public void or(BitSet set) {
        if (set.used > 0) {
            room(set.used - 1);
        }
        for (int i = 0; i < set.used; i++) {
            words[i] |= set.words[i];
        }
    }

    public void xor(BitSet set) {
        if (set.used > 0) {
            room(set.used - 1);
        }
        for (int i = 0, n = set.used; i < n; i++) {
            words[i] ^= set.words[i];
        }
        trim();
    }

    public void andNot(BitSet set) {
        for (int i = Math.min(used, set.used) - 1; i >= 0; i--) {
            words[i] &= ~set.words[i];
        }
        trim();
    }

    public int hashCode() {
        long h = 1234;
        for (int i = used; --i >= 0;) {
            h ^= words[i] * (i + 1);
        }
        return (int) ((h >> 32) ^ h);
    }

    public int size() {
        return words.length * 64;
    }

    public boolean equals(Object obj) {
        if (!(obj instanceof BitSet)) {
            return false;
        }
        BitSet set = (BitSet) obj;
        if (used != set.used) {
            return false;
        }
        for (int i = 0; i < used; i++) {
            if (words[i] != set.words[i]) {
                return false;
            }
        }
        return true;
    }

    public Object clone() {
        BitSet s = new BitSet();
        s.words = words.clone();
        s.used = used;
        return s;
    }

    public String toString() {
        StringBuilder b = new StringBuilder("{");
        for (int i = nextSetBit(0); i >= 0; i = nextSetBit(i + 1)) {
            if (b.length() > 1) {
                b.append(", ");
            }
            b.append(i);
        }
        return b.append('}').toString();
    }

    public IntStream stream() {
        int[] bits = new int[cardinality()];
        int n = 0;
        for (int i = nextSetBit(0); i >= 0; i = nextSetBit(i + 1)) {
            bits[n++] = i;
        }
        return Arrays.stream(bits);
    }
}
