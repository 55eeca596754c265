// What looks into an object gives something else when that has changed.
import java.util.List;
import java.util.Objects;

class PureOfObject {
  static /*@ pure @*/ boolean same(/*@ nullable @*/ Object a, /*@ nullable @*/ Object b) { return Objects.equals(a, b); }
  //@ ensures \result == \old(same(a, b));
  static boolean m(List<Integer> a, List<Integer> b) { boolean x = same(a, b); a.add(1); return same(a, b); }
}
