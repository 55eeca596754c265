// What looks at an object's class, its length, or whether it is null gives the same for the
// same object: a clause may call it where the code does.
import java.lang.reflect.Array;
import java.util.Objects;

class PureOfObject {
  //@ ensures \result == (a != null ? Array.getLength(a) : 0);
  //@ signals_only IllegalArgumentException;
  static /*@ pure @*/ int length(/*@ nullable @*/ Object a) { return a != null ? Array.getLength(a) : 0; }
  private static /*@ pure @*/ boolean none(/*@ nullable @*/ Object a) { return length(a) == 0; }
  static /*@ pure @*/ boolean isEmpty(int /*@ nullable @*/ [] a) { return none(a); }
  //@ ensures isEmpty(a) ==> \result == -1;
  //@ ensures !isEmpty(a) ==> \result == a[0];
  static int first(int /*@ nullable @*/ [] a) { if (isEmpty(a)) return -1; return a[0]; }

  static /*@ pure @*/ boolean given(/*@ nullable @*/ Object a) { return Objects.nonNull(a) && !Objects.isNull(a); }
  //@ ensures \result == given(a);
  static boolean ask(int /*@ nullable @*/ [] a) { boolean b = given(a); if (a != null && a.length > 0) a[0] = 7; return b; }
}
