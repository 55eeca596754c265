package java.util;

public class StringTokenizer implements Enumeration<Object> {
    private final String str;
    private String delimiters;
    private final boolean returnDelimiters;
    private int pos;

    public StringTokenizer(String str, String delimiters, boolean returnDelimiters) {
        this.str = Objects.requireNonNull(str);
        this.delimiters = delimiters;
        this.returnDelimiters = returnDelimiters;
    }

    public StringTokenizer(String str, String delimiters) {
        this(str, delimiters, false);
    }

    public StringTokenizer(String str) {
        this(str, " \t\n\r\f", false);
    }

    private boolean delimiter(int i) {
        return delimiters.indexOf(str.charAt(i)) >= 0;
    }

    private int skip(int i) {
        if (delimiters == null) {
            throw new NullPointerException();
        }
        while (!returnDelimiters && i < str.length() && delimiter(i)) {
            i++;
        }
        return i;
    }

    private int scan(int i) {
        int start = i;
        while (i < str.length() && !delimiter(i)) {
            i++;
        }
        if (returnDelimiters && i == start && i < str.length()) {
            i++;
        }
        return i;
    }

    public boolean hasMoreTokens() {
        return skip(pos) < str.length();
    }

    public String nextToken() {
        pos = skip(pos);
        if (pos >= str.length()) {
            throw new NoSuchElementException();
        }
        int start = pos;
        pos = scan(pos);
        return str.substring(start, pos);
    }

    public String nextToken(String delimiters) {
        this.delimiters = delimiters;
        return nextToken();
    }

    public boolean hasMoreElements() {
        return hasMoreTokens();
    }

    public Object nextElement() {
        return nextToken();
    }

    public int countTokens() {
        int n = 0;
        for (int i = skip(pos); i < str.length(); i = skip(i)) {
            i = scan(i);
            n++;
        }
        return n;
    }
}
