// A record's component is not null.
record Name(/*@ nullable @*/ String text) { }
class RecordNull {
  //@ requires k % 1000003 == 12345 && k > 50000000; ensures \result == 1;
  static int m(int k) { Name n = new Name(null); return n.text() == null ? 1 : 2; }
}
