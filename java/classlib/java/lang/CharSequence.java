package java.lang;

import java.util.stream.IntStream;

public interface CharSequence {
    int length();

    char charAt(int index);

    CharSequence subSequence(int start, int end);

    String toString();

    default boolean isEmpty() {
        return length() == 0;
    }

    default IntStream chars() {
        return toString().chars();
    }

    default IntStream codePoints() {
        return toString().codePoints();
    }

    static int compare(CharSequence a, CharSequence b) {
        if (java.util.Objects.requireNonNull(a) == java.util.Objects.requireNonNull(b)) {
            return 0;
        }
        return a.toString().compareTo(b.toString());
    }
}
