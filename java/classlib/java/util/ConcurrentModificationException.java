package java.util;

public class ConcurrentModificationException extends RuntimeException {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ ConcurrentModificationException() {
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ ConcurrentModificationException(/*@ nullable @*/ String message) {
        super(message);
    }

    /*@ public normal_behavior
      @   ensures cause == null ==> getMessage() == null;
      @*/
    public /*@ pure @*/ ConcurrentModificationException(/*@ nullable @*/ Throwable cause) {
        super(cause);
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ ConcurrentModificationException(/*@ nullable @*/ String message, /*@ nullable @*/ Throwable cause) {
        super(message, cause);
    }
}
