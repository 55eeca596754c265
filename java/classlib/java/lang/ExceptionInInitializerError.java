package java.lang;

public class ExceptionInInitializerError extends LinkageError {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ ExceptionInInitializerError() {
        super();
        initCause(null);
    }

    public ExceptionInInitializerError(Throwable thrown) {
        super(null, thrown);
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ ExceptionInInitializerError(/*@ nullable @*/ String message) {
        super(message);
        initCause(null);
    }

    public Throwable getException() {
        return getCause();
    }
}
