package java.lang;

public class NoSuchMethodError extends IncompatibleClassChangeError {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ NoSuchMethodError() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ NoSuchMethodError(/*@ nullable @*/ String message) {
        super(message);
    }
}
