package java.lang;

public class ArithmeticException extends RuntimeException {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ ArithmeticException() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ ArithmeticException(/*@ nullable @*/ String message) {
        super(message);
    }
}
