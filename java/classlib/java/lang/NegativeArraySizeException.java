package java.lang;

public class NegativeArraySizeException extends RuntimeException {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ NegativeArraySizeException() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ NegativeArraySizeException(/*@ nullable @*/ String message) {
        super(message);
    }
}
