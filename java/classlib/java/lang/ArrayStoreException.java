package java.lang;

public class ArrayStoreException extends RuntimeException {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ ArrayStoreException() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ ArrayStoreException(/*@ nullable @*/ String message) {
        super(message);
    }
}
