package java.lang;

public class UnsatisfiedLinkError extends LinkageError {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ UnsatisfiedLinkError() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ UnsatisfiedLinkError(/*@ nullable @*/ String message) {
        super(message);
    }
}
