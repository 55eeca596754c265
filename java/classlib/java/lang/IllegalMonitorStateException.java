package java.lang;

public class IllegalMonitorStateException extends RuntimeException {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ IllegalMonitorStateException() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ IllegalMonitorStateException(/*@ nullable @*/ String message) {
        super(message);
    }
}
