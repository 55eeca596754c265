// Java casts what requireNonNull gives back, and that throws.
class Cell1<T> { /*@ nullable @*/ T v; Cell1() { } }
class RawNonNull {
  //@ public normal_behavior ensures \result == 0;
  static int m(Cell1<String> c) { Cell1 r = c; r.v = 5; String s = java.util.Objects.requireNonNull(c.v); return s.isEmpty() ? 0 : 0; }
}
