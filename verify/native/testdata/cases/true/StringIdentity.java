// Two equal strings need not be one.
class StringIdentity {
  //@ requires s.equals(t) && s == t; ensures \result;
  static boolean m(String s, String t) { return s == t; }
}
