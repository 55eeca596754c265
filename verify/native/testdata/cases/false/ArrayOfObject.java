// The length of what is an array only at run time is that of the array which it is.
import java.lang.reflect.Array;

class ArrayOfObject {
  //@ requires a instanceof long[];
  //@ ensures \result == 0;
  static int m(Object a) { return Array.getLength(a); }
}
