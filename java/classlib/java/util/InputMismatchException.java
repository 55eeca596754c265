package java.util;

public class InputMismatchException extends NoSuchElementException {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ InputMismatchException() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ InputMismatchException(/*@ nullable @*/ String message) {
        super(message);
    }
}
