// The length of what is an array only at run time is that of the array which it is.
import java.lang.reflect.Array;

class ArrayOfObject {
  //@ ensures \result == (a == null ? 0 : a.length);
  static int ints(int /*@ nullable @*/ [] a) { return a == null ? 0 : Array.getLength(a); }
  //@ requires a instanceof long[] || a instanceof Object[];
  //@ ensures a instanceof long[] ==> \result == ((long[]) a).length;
  //@ ensures a instanceof Object[] ==> \result == ((Object[]) a).length;
  static int any(Object a) { return Array.getLength(a); }
  //@ public exceptional_behavior signals_only IllegalArgumentException;
  static int text(String s) { return Array.getLength((Object) s); }
}
