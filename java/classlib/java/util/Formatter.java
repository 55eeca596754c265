package java.util;

import java.io.Closeable;
import java.io.Flushable;
import java.io.IOException;

/** Formats into an Appendable. */
public final class Formatter implements Closeable, Flushable {
    private Appendable out;

    public Formatter() {
        this(new StringBuilder());
    }

    public Formatter(Appendable out) {
        this.out = out == null ? new StringBuilder() : out;
    }

    public Formatter(Locale locale) {
        this(new StringBuilder());
        Locale.requirePlain(locale);
    }

    private void check() {
        if (out == null) {
            throw new FormatterClosedException();
        }
    }

    public Formatter format(String format, Object... args) {
        check();
        try {
            out.append(String.format(format, args));
        } catch (IOException e) {
            return this;
        }
        return this;
    }

    public Formatter format(Locale locale, String format, Object... args) {
        Locale.requirePlain(locale);
        return format(format, args);
    }

    public Appendable out() {
        check();
        return out;
    }

    public String toString() {
        check();
        return out.toString();
    }

    public void flush() {
        check();
    }

    public void close() {
        out = null;
    }
}
