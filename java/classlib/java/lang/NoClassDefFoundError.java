package java.lang;

public class NoClassDefFoundError extends LinkageError {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ NoClassDefFoundError() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ NoClassDefFoundError(/*@ nullable @*/ String message) {
        super(message);
    }
}
