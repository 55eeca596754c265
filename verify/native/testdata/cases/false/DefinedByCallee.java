// Nothing shows that what no body proves is defined, nor what stands under a quantifier.
class DefinedByCallee {
  interface Source {
    //@ ensures \result == a[i];
    int get(int[] a, int i);
  }
  //@ ensures i < a.length;
  static int ask(Source s, int[] a, int i) { return s.get(a, i); }

  //@ ensures (\forall int k; 0 <= k && k < n; a[k] == a[k]);
  static void all(int[] a, int n) { }
  //@ ensures n <= a.length;
  static void more(int[] a, int n) { all(a, n); }
}
