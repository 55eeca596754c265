package java.io;

public class StringWriter extends Writer {
    private StringBuffer buf = new StringBuffer();

    public StringWriter() {
    }

    public StringWriter(int size) {
        if (size < 0) {
            throw new IllegalArgumentException("Negative buffer size");
        }
    }

    public void write(int c) {
        buf.append((char) c);
    }

    public void write(char[] b, int off, int len) {
        buf.append(b, off, len);
    }

    public void write(String s) {
        buf.append(s);
    }

    public void write(String s, int off, int len) {
        buf.append(s, off, off + len);
    }

    public StringWriter append(CharSequence s) {
        write(String.valueOf(s));
        return this;
    }

    public StringWriter append(CharSequence s, int start, int end) {
        write(String.valueOf(s).substring(start, end));
        return this;
    }

    public StringWriter append(char c) {
        write(c);
        return this;
    }

    public String toString() {
        return buf.toString();
    }

    public StringBuffer getBuffer() {
        return buf;
    }

    public void flush() {
    }

    public void close() throws IOException {
    }
}
