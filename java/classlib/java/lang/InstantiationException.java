package java.lang;

public class InstantiationException extends ReflectiveOperationException {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ InstantiationException() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ InstantiationException(/*@ nullable @*/ String message) {
        super(message);
    }
}
