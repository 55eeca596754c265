package java.lang;

public class ClassCastException extends RuntimeException {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ ClassCastException() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ ClassCastException(/*@ nullable @*/ String message) {
        super(message);
    }
}
