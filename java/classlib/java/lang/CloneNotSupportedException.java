package java.lang;

public class CloneNotSupportedException extends Exception {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ CloneNotSupportedException() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ CloneNotSupportedException(/*@ nullable @*/ String message) {
        super(message);
    }
}
