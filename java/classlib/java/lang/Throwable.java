package java.lang;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Throwable without stack frames: a trace holds only its header lines. */
public class Throwable implements java.io.Serializable {
    private String message;
    private Throwable cause = this;
    private List<Throwable> suppressed;
    private StackTraceElement[] stackTrace;

    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ Throwable() {
        fillInStackTrace();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ Throwable(/*@ nullable @*/ String message) {
        fillInStackTrace();
        this.message = message;
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ Throwable(/*@ nullable @*/ String message, /*@ nullable @*/ Throwable cause) {
        fillInStackTrace();
        this.message = message;
        this.cause = cause;
    }

    /*@ public normal_behavior
      @   ensures cause == null ==> getMessage() == null;
      @*/
    public /*@ pure @*/ Throwable(/*@ nullable @*/ Throwable cause) {
        fillInStackTrace();
        this.message = cause == null ? null : cause.toString();
        this.cause = cause;
    }

    protected Throwable(String message, Throwable cause, boolean suppression, boolean writable) {
        if (writable) {
            fillInStackTrace();
        }
        this.message = message;
        this.cause = cause;
    }

    /*@ public normal_behavior
      @   ensures true;
      @*/
    public /*@ pure nullable @*/ String getMessage() {
        return message;
    }

    public String getLocalizedMessage() {
        return getMessage();
    }

    public Throwable getCause() {
        return cause == this ? null : cause;
    }

    public Throwable initCause(Throwable cause) {
        if (this.cause != this) {
            throw new IllegalStateException(
                "Can't overwrite cause with " + (cause == null ? "a null" : cause.toString()), this);
        }
        if (cause == this) {
            throw new IllegalArgumentException("Self-causation not permitted", this);
        }
        this.cause = cause;
        return this;
    }

    /*@ public normal_behavior
      @   ensures \result.length() >= 1;
      @*/
    public /*@ pure @*/ String toString() {
        String name = getClass().getName();
        String text = getLocalizedMessage();
        return text == null ? name : name + ": " + text;
    }

    public void printStackTrace() {
        printStackTrace(System.err);
    }

    public void printStackTrace(PrintStream out) {
        out.print(trace("", ""));
    }

    public void printStackTrace(PrintWriter out) {
        out.print(trace("", ""));
    }

    private String trace(String indent, String caption) {
        StringBuilder sb = new StringBuilder();
        sb.append(indent).append(caption).append(toString()).append('\n');
        if (suppressed != null) {
            for (Throwable t : suppressed) {
                sb.append(t.trace(indent + "\t", "Suppressed: "));
            }
        }
        if (getCause() != null) {
            sb.append(getCause().trace(indent, "Caused by: "));
        }
        return sb.toString();
    }

    /** Called by constructors, as a subclass may override it. */
    public Throwable fillInStackTrace() {
        return this;
    }

    public StackTraceElement[] getStackTrace() {
        return stackTrace == null ? new StackTraceElement[0] : stackTrace.clone();
    }

    public void setStackTrace(StackTraceElement[] trace) {
        stackTrace = trace.clone();
    }

    public final void addSuppressed(Throwable exception) {
        if (exception == this) {
            throw new IllegalArgumentException("Self-suppression not permitted", exception);
        }
        if (exception == null) {
            throw new NullPointerException("Cannot suppress a null exception.");
        }
        if (suppressed == null) {
            suppressed = new ArrayList<>();
        }
        suppressed.add(exception);
    }

    public final Throwable[] getSuppressed() {
        if (suppressed == null) {
            return new Throwable[0];
        }
        return suppressed.toArray(new Throwable[0]);
    }
}
