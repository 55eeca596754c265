// Java casts what requireNonNull gives back, which is what it was given.
class Cell1<T> { /*@ nullable @*/ T v; Cell1() { } }
class RawNonNull {
  //@ public normal_behavior ensures \result == c;
  static Cell1<String> m(Cell1<String> c) { Cell1 r = c; r.v = 5; java.util.Objects.requireNonNull(c, "c"); return java.util.Objects.requireNonNull(c); }
}
