package java.lang;

public class StringIndexOutOfBoundsException extends IndexOutOfBoundsException {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ StringIndexOutOfBoundsException() {
        super();
    }

    /*@ public normal_behavior
      @   ensures getMessage() == message;
      @*/
    public /*@ pure @*/ StringIndexOutOfBoundsException(/*@ nullable @*/ String message) {
        super(message);
    }

    public StringIndexOutOfBoundsException(int index) {
        super("String index out of range: " + index);
    }
}
