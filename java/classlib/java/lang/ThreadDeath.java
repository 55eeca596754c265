package java.lang;

public class ThreadDeath extends Error {
    /*@ public normal_behavior
      @   ensures getMessage() == null;
      @*/
    public /*@ pure @*/ ThreadDeath() {
        super();
    }
}
