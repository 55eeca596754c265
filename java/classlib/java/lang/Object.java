package java.lang;

/** The root class; its methods are the machine's, arrays included. */
public class Object {
    public Object() {
    }

    public final native Class<?> getClass();

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures true;
      @*/
    public native int hashCode();

    public boolean equals(Object obj) {
        return this == obj;
    }

    protected native Object clone() throws CloneNotSupportedException;

    public String toString() {
        return getClass().getName() + "@" + Integer.toHexString(hashCode());
    }

    public final native void notify();

    public final native void notifyAll();

    public final native void wait() throws InterruptedException;

    public final native void wait(long millis) throws InterruptedException;

    protected void finalize() throws Throwable {
    }
}
