package java.util;

public class NoSuchElementException extends RuntimeException {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ NoSuchElementException() {
    }

    /*@ public normal_behavior
      @   ensures getMessage() == s;
      @*/
    public /*@ pure @*/ NoSuchElementException(/*@ nullable @*/ String s) {
        super(s);
    }

    /*@ public normal_behavior
      @   ensures getMessage() == s;
      @*/
    public /*@ pure @*/ NoSuchElementException(/*@ nullable @*/ String s, /*@ nullable @*/ Throwable cause) {
        super(s, cause);
    }

    /*@ public normal_behavior
      @   ensures cause == null ==> getMessage() == null;
      @*/
    public /*@ pure @*/ NoSuchElementException(/*@ nullable @*/ Throwable cause) {
        super(cause);
    }
}
