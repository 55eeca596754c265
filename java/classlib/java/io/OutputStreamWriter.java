package java.io;

import java.nio.charset.Charset;

public class OutputStreamWriter extends Writer {
    private OutputStream out;

    public OutputStreamWriter(OutputStream out) {
        this.out = java.util.Objects.requireNonNull(out);
    }

    public OutputStreamWriter(OutputStream out, Charset charset) {
        this(out);
    }

    public OutputStreamWriter(OutputStream out, String charset) {
        this(out);
    }

    public void write(char[] buf, int off, int len) throws IOException {
        write(String.valueOf(buf, off, len), 0, len);
    }

    public void write(String s, int off, int len) throws IOException {
        String part = s.substring(off, off + len);
        if (out instanceof PrintStream) {
            ((PrintStream) out).print(part);
        } else {
            out.write(part.getBytes());
        }
    }

    public void flush() throws IOException {
        out.flush();
    }

    public void close() throws IOException {
        out.close();
    }
}
