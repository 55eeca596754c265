package java.io;

import java.util.Locale;

/** Prints to the run's output (fd 1 or 2) or to another stream. */
public class PrintStream extends FilterOutputStream implements Appendable {
    private int fd;

    private PrintStream(int fd) {
        super((OutputStream) null);
        this.fd = fd;
    }

    public PrintStream(OutputStream out) {
        super(java.util.Objects.requireNonNull(out, "Null output stream"));
    }

    public PrintStream(OutputStream out, boolean autoFlush) {
        this(out);
    }

    public PrintStream(OutputStream out, boolean autoFlush, String encoding) throws UnsupportedEncodingException {
        this(out);
    }

    /** The run's standard output (1) or error (2). */
    public static PrintStream standard(int fd) {
        return new PrintStream(fd);
    }

    private static native void emit(int fd, String s);

    private static native void emitByte(int fd, int b);

    private void text(String s) {
        if (fd != 0) {
            emit(fd, s);
            return;
        }
        try {
            byte[] b = s.getBytes();
            out.write(b, 0, b.length);
        } catch (IOException e) {
            return;
        }
    }

    public void write(int b) {
        if (fd != 0) {
            emitByte(fd, b);
            return;
        }
        try {
            out.write(b);
        } catch (IOException e) {
            return;
        }
    }

    public void write(byte[] b, int off, int len) {
        java.util.Objects.checkFromIndexSize(off, len, b.length);
        for (int i = 0; i < len; i++) {
            write(b[off + i]);
        }
    }

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures true;
      @*/
    public void flush() {
        if (fd == 0) {
            try {
                out.flush();
            } catch (IOException e) {
                return;
            }
        }
    }

    public void close() {
        if (fd == 0) {
            try {
                out.close();
            } catch (IOException e) {
                return;
            }
        }
    }

    public boolean checkError() {
        return false;
    }

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures true;
      @*/
    public void print(boolean x) {
        text(String.valueOf(x));
    }

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures true;
      @*/
    public void print(char x) {
        text(String.valueOf(x));
    }

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures true;
      @*/
    public void print(int x) {
        text(String.valueOf(x));
    }

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures true;
      @*/
    public void print(long x) {
        text(String.valueOf(x));
    }

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures true;
      @*/
    public void print(float x) {
        text(String.valueOf(x));
    }

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures true;
      @*/
    public void print(double x) {
        text(String.valueOf(x));
    }

    /*@ public normal_behavior
      @   requires x != null;
      @   assignable \nothing;
      @   ensures true;
      @ also public exceptional_behavior
      @   requires x == null;
      @   signals_only NullPointerException;
      @*/
    public void print(/*@ nullable @*/ char[] x) {
        text(String.valueOf(x));
    }

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures true;
      @*/
    public void print(/*@ nullable @*/ String x) {
        text(x == null ? "null" : x);
    }

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures true;
      @*/
    public void print(/*@ nullable @*/ Object x) {
        text(String.valueOf(x));
    }

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures true;
      @*/
    public void println() {
        text("\n");
    }

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures true;
      @*/
    public void println(boolean x) {
        text(String.valueOf(x).concat("\n"));
    }

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures true;
      @*/
    public void println(char x) {
        text(String.valueOf(x).concat("\n"));
    }

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures true;
      @*/
    public void println(int x) {
        text(String.valueOf(x).concat("\n"));
    }

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures true;
      @*/
    public void println(long x) {
        text(String.valueOf(x).concat("\n"));
    }

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures true;
      @*/
    public void println(float x) {
        text(String.valueOf(x).concat("\n"));
    }

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures true;
      @*/
    public void println(double x) {
        text(String.valueOf(x).concat("\n"));
    }

    /*@ public normal_behavior
      @   requires x != null;
      @   assignable \nothing;
      @   ensures true;
      @ also public exceptional_behavior
      @   requires x == null;
      @   signals_only NullPointerException;
      @*/
    public void println(/*@ nullable @*/ char[] x) {
        text(String.valueOf(x).concat("\n"));
    }

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures true;
      @*/
    public void println(/*@ nullable @*/ String x) {
        text(String.valueOf(x).concat("\n"));
    }

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures true;
      @*/
    public void println(/*@ nullable @*/ Object x) {
        text(String.valueOf(x).concat("\n"));
    }

    /*@ public exceptional_behavior
      @   requires format == null;
      @   signals_only NullPointerException;
      @ also public behavior
      @   requires format != null;
      @   assignable \nothing;
      @   ensures \result == this;
      @   signals_only java.util.IllegalFormatException;
      @*/
    public PrintStream printf(/*@ nullable @*/ String format, /*@ nullable @*/ Object... args) {
        text(String.format(format, args));
        return this;
    }

    public PrintStream printf(Locale locale, String format, Object... args) {
        text(String.format(locale, format, args));
        return this;
    }

    /*@ public exceptional_behavior
      @   requires format == null;
      @   signals_only NullPointerException;
      @ also public behavior
      @   requires format != null;
      @   assignable \nothing;
      @   ensures \result == this;
      @   signals_only java.util.IllegalFormatException;
      @*/
    public PrintStream format(/*@ nullable @*/ String format, /*@ nullable @*/ Object... args) {
        text(String.format(format, args));
        return this;
    }

    public PrintStream format(Locale locale, String format, Object... args) {
        text(String.format(locale, format, args));
        return this;
    }

    public PrintStream append(CharSequence s) {
        text(String.valueOf(s));
        return this;
    }

    public PrintStream append(CharSequence s, int start, int end) {
        text(String.valueOf(s).substring(start, end));
        return this;
    }

    public PrintStream append(char c) {
        text(String.valueOf(c));
        return this;
    }
}
