// A postcondition that is proved is defined too: who calls the method may say the same.
import java.lang.reflect.Array;

class DefinedByCallee {
  //@ signals_only IndexOutOfBoundsException;
  //@ ensures \result == a[i];
  static int get(int[] a, int i) {
    if (i < 0 || i >= a.length) throw new IndexOutOfBoundsException();
    return a[i];
  }
  //@ signals_only IndexOutOfBoundsException;
  //@ ensures 0 <= i && i < a.length && \result == a[i];
  static int same(int[] a, int i) { return get(a, i); }

  //@ signals_only IllegalArgumentException;
  //@ ensures \result == (a != null ? Array.getLength(a) : 0);
  static int length(/*@ nullable @*/ Object a) { return a != null ? Array.getLength(a) : 0; }
  //@ signals_only IllegalArgumentException;
  //@ ensures \result <==> (a != null ? Array.getLength(a) : 0) == 0;
  static boolean none(/*@ nullable @*/ Object a) { return length(a) == 0; }
}
