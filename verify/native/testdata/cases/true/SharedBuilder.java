// Two builders may be one.
class SharedBuilder {
  //@ requires a != b; assignable a.*; ensures b.length() == \old(b.length());
  static void m(StringBuilder a, StringBuilder b) { a.append("x"); }
}
