package java.io;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

public class BufferedReader extends Reader {
    private Reader in;
    private int peeked = -2;
    private StringBuilder marked;
    private String replay = "";
    private int replayed;

    public BufferedReader(Reader in) {
        this.in = java.util.Objects.requireNonNull(in);
    }

    public BufferedReader(Reader in, int size) {
        this(in);
        if (size <= 0) {
            throw new IllegalArgumentException("Buffer size <= 0");
        }
    }

    private void check() throws IOException {
        if (in == null) {
            throw new IOException("Stream closed");
        }
    }

    public int read() throws IOException {
        check();
        int c;
        if (peeked != -2) {
            c = peeked;
            peeked = -2;
        } else if (replayed < replay.length()) {
            c = replay.charAt(replayed++);
        } else {
            c = in.read();
        }
        if (marked != null && c >= 0) {
            marked.append((char) c);
        }
        return c;
    }

    public boolean markSupported() {
        return true;
    }

    public void mark(int limit) throws IOException {
        check();
        if (limit < 0) {
            throw new IllegalArgumentException("Read-ahead limit < 0");
        }
        if (peeked >= 0) {
            replay = (char) peeked + replay.substring(replayed);
            replayed = 0;
            peeked = -2;
        }
        marked = new StringBuilder();
    }

    public void reset() throws IOException {
        check();
        if (marked == null) {
            throw new IOException("Stream not marked");
        }
        replay = marked + replay.substring(replayed);
        replayed = 0;
        peeked = -2;
        marked = new StringBuilder();
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

    public String readLine() throws IOException {
        int c = read();
        if (c < 0) {
            return null;
        }
        StringBuilder line = new StringBuilder();
        while (c >= 0 && c != '\n' && c != '\r') {
            line.append((char) c);
            c = read();
        }
        if (c == '\r') {
            int next = read();
            if (next != '\n') {
                peeked = next;
                if (marked != null && next >= 0) {
                    marked.setLength(marked.length() - 1);
                }
            }
        }
        return line.toString();
    }

    public Stream<String> lines() {
        List<String> all = new ArrayList<>();
        try {
            for (String line = readLine(); line != null; line = readLine()) {
                all.add(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all.stream();
    }

    public boolean ready() throws IOException {
        check();
        return peeked >= 0 || replayed < replay.length() || in.ready();
    }

    public void close() throws IOException {
        if (in != null) {
            in.close();
            in = null;
        }
    }
}
