package java.lang;

public class IncompatibleClassChangeError extends LinkageError {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ IncompatibleClassChangeError() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ IncompatibleClassChangeError(/*@ nullable @*/ String message) {
        super(message);
    }
}
