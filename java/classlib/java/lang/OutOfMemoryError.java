package java.lang;

public class OutOfMemoryError extends VirtualMachineError {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ OutOfMemoryError() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ OutOfMemoryError(/*@ nullable @*/ String message) {
        super(message);
    }
}
