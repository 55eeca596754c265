package java.io;

import java.nio.charset.Charset;
import java.util.Arrays;

public class ByteArrayOutputStream extends OutputStream {
    protected byte[] buf;
    protected int count;

    public ByteArrayOutputStream() {
        this(32);
    }

    public ByteArrayOutputStream(int size) {
        if (size < 0) {
            throw new IllegalArgumentException("Negative initial size: " + size);
        }
        buf = new byte[size];
    }

    private void grow(int n) {
        if (count + n > buf.length) {
            buf = Arrays.copyOf(buf, Math.max(buf.length * 2, count + n));
        }
    }

    public void write(int b) {
        grow(1);
        buf[count++] = (byte) b;
    }

    public void write(byte[] b, int off, int len) {
        java.util.Objects.checkFromIndexSize(off, len, b.length);
        grow(len);
        System.arraycopy(b, off, buf, count, len);
        count += len;
    }

    public void writeBytes(byte[] b) {
        write(b, 0, b.length);
    }

    public void writeTo(OutputStream out) throws IOException {
        out.write(buf, 0, count);
    }

    public void reset() {
        count = 0;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(buf, count);
    }

    public int size() {
        return count;
    }

    public String toString() {
        return new String(buf, 0, count);
    }

    public String toString(Charset charset) {
        return new String(toByteArray(), charset);
    }

    public String toString(String charset) throws UnsupportedEncodingException {
        return new String(toByteArray(), charset);
    }

    public void close() throws IOException {
    }
}
