// A raw type puts anything into a list of strings.
class Cell0<T> { /*@ nullable @*/ T v; Cell0() { } }
class RawType {
  //@ public normal_behavior ensures \result >= 0;
  static int m(Cell0<String> c) { Object o = c.v; return o == null ? 0 : 1; }
}
