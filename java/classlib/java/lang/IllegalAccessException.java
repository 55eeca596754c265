package java.lang;

public class IllegalAccessException extends ReflectiveOperationException {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ IllegalAccessException() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ IllegalAccessException(/*@ nullable @*/ String message) {
        super(message);
    }
}
