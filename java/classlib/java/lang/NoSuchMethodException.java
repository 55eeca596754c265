package java.lang;

public class NoSuchMethodException extends ReflectiveOperationException {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ NoSuchMethodException() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ NoSuchMethodException(/*@ nullable @*/ String message) {
        super(message);
    }
}
