package java.lang;

public class IllegalThreadStateException extends IllegalArgumentException {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ IllegalThreadStateException() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ IllegalThreadStateException(/*@ nullable @*/ String message) {
        super(message);
    }
}
