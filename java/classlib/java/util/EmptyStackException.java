package java.util;

public class EmptyStackException extends RuntimeException {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ EmptyStackException() {
    }
}
