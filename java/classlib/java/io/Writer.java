package java.io;

public abstract class Writer implements Appendable, Closeable, Flushable {
    protected Writer() {
    }

    public void write(int c) throws IOException {
        write(new char[] {(char) c}, 0, 1);
    }

    public void write(char[] buf) throws IOException {
        write(buf, 0, buf.length);
    }

    public abstract void write(char[] buf, int off, int len) throws IOException;

    public void write(String s) throws IOException {
        write(s, 0, s.length());
    }

    public void write(String s, int off, int len) throws IOException {
        write(s.substring(off, off + len).toCharArray(), 0, len);
    }

    public Writer append(CharSequence s) throws IOException {
        write(String.valueOf(s));
        return this;
    }

    public Writer append(CharSequence s, int start, int end) throws IOException {
        write(String.valueOf(s).substring(start, end));
        return this;
    }

    public Writer append(char c) throws IOException {
        write(c);
        return this;
    }

    public abstract void flush() throws IOException;

    public abstract void close() throws IOException;
}
