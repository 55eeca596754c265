// A loop over a list asks the list for its iterator, which may be a method of the file.
class IteratesOwn {
  static class Counted extends java.util.ArrayList<Integer> {
    static int asked;
    //@ also assignable \everything; ensures asked == 1;
    public int size() { asked = 1; return 0; }
    //@ also assignable \everything;
    public java.util.Iterator<Integer> iterator() { asked = 1; return java.util.List.<Integer>of().iterator(); }
  }
  //@ assignable Counted.asked; ensures Counted.asked == 0;
  static void m() {
    Counted.asked = 0;
    java.util.List<Integer> l = new Counted();
    for (Object o : l) { }
  }
}
