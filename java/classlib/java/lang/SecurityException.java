package java.lang;

public class SecurityException extends RuntimeException {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ SecurityException() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ SecurityException(/*@ nullable @*/ String message) {
        super(message);
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ SecurityException(/*@ nullable @*/ String message, /*@ nullable @*/ Throwable cause) {
        super(message, cause);
    }

    /*@ public normal_behavior
      @   ensures cause == null ==> getMessage() == null;
      @*/
    public /*@ pure @*/ SecurityException(/*@ nullable @*/ Throwable cause) {
        super(cause);
    }
}
