package java.lang;

public class UnknownError extends VirtualMachineError {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ UnknownError() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ UnknownError(/*@ nullable @*/ String message) {
        super(message);
    }
}
