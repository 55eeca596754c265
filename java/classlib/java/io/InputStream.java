package java.io;

public abstract class InputStream implements Closeable {
    public InputStream() {
    }

    /** The run's standard input. */
    public static InputStream standard() {
        return new StandardInput();
    }

    public abstract int read() throws IOException;

    public int read(byte[] b) throws IOException {
        return read(b, 0, b.length);
    }

    public int read(byte[] b, int off, int len) throws IOException {
        java.util.Objects.checkFromIndexSize(off, len, b.length);
        int n = 0;
        while (n < len) {
            int c = read();
            if (c < 0) {
                return n == 0 ? -1 : n;
            }
            b[off + n++] = (byte) c;
        }
        return n;
    }

    public byte[] readAllBytes() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int c = read(); c >= 0; c = read()) {
            out.write(c);
        }
        return out.toByteArray();
    }

    public byte[] readNBytes(int n) throws IOException {
        if (n < 0) {
            throw new IllegalArgumentException("len < 0");
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int c = 0; n > 0 && (c = read()) >= 0; n--) {
            out.write(c);
        }
        return out.toByteArray();
    }

    public long transferTo(OutputStream out) throws IOException {
        byte[] all = readAllBytes();
        out.write(all);
        return all.length;
    }

    public long skip(long n) throws IOException {
        long k = 0;
        while (k < n && read() >= 0) {
            k++;
        }
        return k;
    }

    public int available() throws IOException {
        return 0;
    }

    public void close() throws IOException {
    }

    public boolean markSupported() {
        return false;
    }
}
