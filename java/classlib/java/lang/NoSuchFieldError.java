package java.lang;

public class NoSuchFieldError extends IncompatibleClassChangeError {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ NoSuchFieldError() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ NoSuchFieldError(/*@ nullable @*/ String message) {
        super(message);
    }
}
