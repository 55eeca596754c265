// A raw type puts anything into a list of strings.
class Cell0<T> { /*@ nullable @*/ T v; Cell0() { } }
class RawType {
  //@ public normal_behavior ensures \result >= 0;
  static int m(Cell0<String> c) { Cell0 r = c; r.v = 5; String s = c.v; return s == null ? 0 : 1; }
}
