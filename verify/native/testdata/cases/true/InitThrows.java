// The initialisation of a class fails.
class Table0 { static int[] t = new int[3]; static { t[2] = 1; } }
class InitThrows {
  //@ public normal_behavior requires k % 1000003 == 12345 && k > 50000000; ensures true;
  static int m(int k) { return Table0.t.length; }
}
