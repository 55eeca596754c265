package java.io;

/** Keeps what is written until it is flushed or closed, like the original. */
public class BufferedWriter extends Writer {
    private Writer out;
    private StringBuilder buf = new StringBuilder();
    private int size = 8192;

    public BufferedWriter(Writer out) {
        this.out = out;
    }

    public BufferedWriter(Writer out, int size) {
        if (size <= 0) {
            throw new IllegalArgumentException("Buffer size <= 0");
        }
        this.out = out;
        this.size = size;
    }

    private void check() throws IOException {
        if (out == null) {
            throw new IOException("Stream closed");
        }
        if (buf.length() >= size) {
            drain();
        }
    }

    private void drain() throws IOException {
        String s = buf.toString();
        buf.setLength(0);
        out.write(s);
    }

    public void write(int c) throws IOException {
        check();
        buf.append((char) c);
    }

    public void write(char[] b, int off, int len) throws IOException {
        check();
        buf.append(b, off, len);
    }

    public void write(String s, int off, int len) throws IOException {
        check();
        buf.append(s, off, off + len);
    }

    public void newLine() throws IOException {
        write("\n");
    }

    public void flush() throws IOException {
        check();
        drain();
        out.flush();
    }

    public void close() throws IOException {
        if (out != null) {
            drain();
            out.close();
            out = null;
        }
    }
}
