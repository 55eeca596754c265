package java.lang;

public class StackOverflowError extends VirtualMachineError {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ StackOverflowError() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ StackOverflowError(/*@ nullable @*/ String message) {
        super(message);
    }
}
