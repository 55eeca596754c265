// A lemma is proved like a method.
class ModelLemma2 {
  //@ requires n >= 0; ensures \result; model public static pure boolean grows(int n) { return n >= 0; }
  //@ requires 0 <= x && x < 100; ensures \result == x;
  static int m(int x) { //@ assert grows(x);
    return x; }
}
