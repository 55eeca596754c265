package java.lang;

public class NullPointerException extends RuntimeException {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ NullPointerException() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ NullPointerException(/*@ nullable @*/ String message) {
        super(message);
    }
}
