package java.io;

import java.util.Locale;

public class PrintWriter extends Writer {
    protected Writer out;

    public PrintWriter(Writer out) {
        this.out = java.util.Objects.requireNonNull(out);
    }

    public PrintWriter(Writer out, boolean autoFlush) {
        this(out);
    }

    public PrintWriter(OutputStream out) {
        this(new OutputStreamWriter(out));
    }

    public PrintWriter(OutputStream out, boolean autoFlush) {
        this(out);
    }

    private void text(String s) {
        try {
            out.write(s, 0, s.length());
        } catch (IOException e) {
            return;
        }
    }

    public void write(int c) {
        text(String.valueOf((char) c));
    }

    public void write(char[] buf, int off, int len) {
        text(String.valueOf(buf, off, len));
    }

    public void write(char[] buf) {
        text(String.valueOf(buf));
    }

    public void write(String s) {
        text(s);
    }

    public void write(String s, int off, int len) {
        text(s.substring(off, off + len));
    }

    public void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            return;
        }
    }

    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            return;
        }
    }

    public boolean checkError() {
        return false;
    }

    public void print(boolean x) {
        text(String.valueOf(x));
    }

    public void print(char x) {
        text(String.valueOf(x));
    }

    public void print(int x) {
        text(String.valueOf(x));
    }

    public void print(long x) {
        text(String.valueOf(x));
    }

    public void print(float x) {
        text(String.valueOf(x));
    }

    public void print(double x) {
        text(String.valueOf(x));
    }

    public void print(char[] x) {
        text(String.valueOf(x));
    }

    public void print(String x) {
        text(x == null ? "null" : x);
    }

    public void print(Object x) {
        text(String.valueOf(x));
    }

    public void println() {
        text("\n");
    }

    public void println(boolean x) {
        text(String.valueOf(x).concat("\n"));
    }

    public void println(char x) {
        text(String.valueOf(x).concat("\n"));
    }

    public void println(int x) {
        text(String.valueOf(x).concat("\n"));
    }

    public void println(long x) {
        text(String.valueOf(x).concat("\n"));
    }

    public void println(float x) {
        text(String.valueOf(x).concat("\n"));
    }

    public void println(double x) {
        text(String.valueOf(x).concat("\n"));
    }

    public void println(char[] x) {
        text(String.valueOf(x).concat("\n"));
    }

    public void println(String x) {
        text(String.valueOf(x).concat("\n"));
    }

    public void println(Object x) {
        text(String.valueOf(x).concat("\n"));
    }

    public PrintWriter printf(String format, Object... args) {
        text(String.format(format, args));
        return this;
    }

    public PrintWriter printf(Locale locale, String format, Object... args) {
        text(String.format(locale, format, args));
        return this;
    }

    public PrintWriter format(String format, Object... args) {
        text(String.format(format, args));
        return this;
    }

    public PrintWriter format(Locale locale, String format, Object... args) {
        text(String.format(locale, format, args));
        return this;
    }

    public PrintWriter append(CharSequence s) {
        text(String.valueOf(s));
        return this;
    }

    public PrintWriter append(CharSequence s, int start, int end) {
        text(String.valueOf(s).substring(start, end));
        return this;
    }

    public PrintWriter append(char c) {
        text(String.valueOf(c));
        return this;
    }
}
