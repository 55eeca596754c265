package java.io;

import java.nio.charset.Charset;

/** Decodes UTF-8; takes 8192 bytes at a time from the stream, as the original does. */
public class InputStreamReader extends Reader {
    private InputStream in;
    private byte[] bytes = new byte[8192];
    private int pos;
    private int end;
    private int low = -1;

    public InputStreamReader(InputStream in) {
        this.in = java.util.Objects.requireNonNull(in);
    }

    public InputStreamReader(InputStream in, Charset charset) {
        this(in);
    }

    public InputStreamReader(InputStream in, String charset) {
        this(in);
    }

    private int next() throws IOException {
        if (pos == end) {
            end = in.read(bytes, 0, bytes.length);
            pos = 0;
            if (end <= 0) {
                end = 0;
                return -1;
            }
        }
        return bytes[pos++] & 0xff;
    }

    public int read() throws IOException {
        if (low >= 0) {
            int c = low;
            low = -1;
            return c;
        }
        int b = next();
        if (b < 0x80) {
            return b;
        }
        int more = b >= 0xf0 && b < 0xf5 ? 3 : b >= 0xe0 && b < 0xf0 ? 2 : b >= 0xc2 && b < 0xe0 ? 1 : 0;
        if (more == 0) {
            return 0xfffd;
        }
        int cp = b & (0x3f >> more);
        for (; more > 0; more--) {
            int c = next();
            if (c < 0) {
                return 0xfffd;
            }
            if ((c & 0xc0) != 0x80) {
                pos--;
                return 0xfffd;
            }
            cp = cp << 6 | c & 0x3f;
        }
        if (cp >= 0x10000) {
            low = Character.lowSurrogate(cp);
            return Character.highSurrogate(cp);
        }
        return cp;
    }

    public int read(char[] buf, int off, int len) throws IOException {
        java.util.Objects.checkFromIndexSize(off, len, buf.length);
        int n = 0;
        while (n < len) {
            int c = read();
            if (c < 0) {
                return n == 0 ? -1 : n;
            }
            buf[off + n++] = (char) c;
        }
        return n;
    }

    public boolean ready() throws IOException {
        return low >= 0 || pos < end || in.available() > 0;
    }

    public void close() throws IOException {
        in.close();
    }
}
