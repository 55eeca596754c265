package java.lang;

public class ReflectiveOperationException extends Exception {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ ReflectiveOperationException() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ ReflectiveOperationException(/*@ nullable @*/ String message) {
        super(message);
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ ReflectiveOperationException(/*@ nullable @*/ String message, /*@ nullable @*/ Throwable cause) {
        super(message, cause);
    }

    /*@ public normal_behavior
      @   ensures cause == null ==> getMessage() == null;
      @*/
    public /*@ pure @*/ ReflectiveOperationException(/*@ nullable @*/ Throwable cause) {
        super(cause);
    }
}
