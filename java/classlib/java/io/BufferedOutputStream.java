package java.io;

/** Writes through: there is nothing to gain from a buffer here. */
public class BufferedOutputStream extends FilterOutputStream {
    public BufferedOutputStream(OutputStream out) {
        super(out);
    }

    public BufferedOutputStream(OutputStream out, int size) {
        super(out);
        if (size <= 0) {
            throw new IllegalArgumentException("Buffer size <= 0");
        }
    }

    public void write(byte[] b, int off, int len) throws IOException {
        out.write(b, off, len);
    }
}
