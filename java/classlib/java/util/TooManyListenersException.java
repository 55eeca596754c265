package java.util;

public class TooManyListenersException extends Exception {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ TooManyListenersException() {
    }

    /*@ public normal_behavior
      @   ensures getMessage() == s;
      @*/
    public /*@ pure @*/ TooManyListenersException(/*@ nullable @*/ String s) {
        super(s);
    }
}
