package java.io;

public abstract class Reader implements Readable, Closeable {
    protected Reader() {
    }

    public int read() throws IOException {
        char[] one = new char[1];
        return read(one, 0, 1) < 0 ? -1 : one[0];
    }

    public int read(char[] buf) throws IOException {
        return read(buf, 0, buf.length);
    }

    public abstract int read(char[] buf, int off, int len) throws IOException;

    public boolean ready() throws IOException {
        return false;
    }

    public long skip(long n) throws IOException {
        long k = 0;
        while (k < n && read() >= 0) {
            k++;
        }
        return k;
    }

    public abstract void close() throws IOException;
}
