package java.lang;

public class AbstractMethodError extends IncompatibleClassChangeError {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ AbstractMethodError() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ AbstractMethodError(/*@ nullable @*/ String message) {
        super(message);
    }
}
