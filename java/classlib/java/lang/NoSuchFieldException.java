package java.lang;

public class NoSuchFieldException extends ReflectiveOperationException {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ NoSuchFieldException() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ NoSuchFieldException(/*@ nullable @*/ String message) {
        super(message);
    }
}
