package java.lang;

public class InterruptedException extends Exception {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ InterruptedException() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ InterruptedException(/*@ nullable @*/ String message) {
        super(message);
    }
}
