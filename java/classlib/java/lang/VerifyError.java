package java.lang;

public class VerifyError extends LinkageError {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ VerifyError() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ VerifyError(/*@ nullable @*/ String message) {
        super(message);
    }
}
