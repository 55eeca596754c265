package java.lang;

public class InternalError extends VirtualMachineError {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ InternalError() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ InternalError(/*@ nullable @*/ String message) {
        super(message);
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ InternalError(/*@ nullable @*/ String message, /*@ nullable @*/ Throwable cause) {
        super(message, cause);
    }

    /*@ public normal_behavior
      @   ensures cause == null ==> getMessage() == null;
      @*/
    public /*@ pure @*/ InternalError(/*@ nullable @*/ Throwable cause) {
        super(cause);
    }
}
