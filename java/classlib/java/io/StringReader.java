package java.io;

public class StringReader extends Reader {
    private String s;
    private int pos;

    public StringReader(String s) {
        this.s = java.util.Objects.requireNonNull(s);
    }

    private void check() throws IOException {
        if (s == null) {
            throw new IOException("Stream closed");
        }
    }

    public int read() throws IOException {
        check();
        return pos < s.length() ? s.charAt(pos++) : -1;
    }

    public int read(char[] buf, int off, int len) throws IOException {
        check();
        if (len == 0) {
            return 0;
        }
        int n = Math.min(len, s.length() - pos);
        if (n <= 0) {
            return -1;
        }
        s.getChars(pos, pos + n, buf, off);
        pos += n;
        return n;
    }

    public boolean ready() throws IOException {
        check();
        return true;
    }

    public void close() {
        s = null;
    }
}
