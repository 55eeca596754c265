package java.lang;

public class ArrayIndexOutOfBoundsException extends IndexOutOfBoundsException {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ ArrayIndexOutOfBoundsException() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ ArrayIndexOutOfBoundsException(/*@ nullable @*/ String message) {
        super(message);
    }

    public ArrayIndexOutOfBoundsException(int index) {
        super("Array index out of range: " + index);
    }
}
