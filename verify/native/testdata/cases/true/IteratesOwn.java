// A loop over a list asks the list for its iterator, which may be a method of the file.
class IteratesOwn {
  static class Counted extends java.util.ArrayList<Integer> {
    static int asked;
    //@ assignable asked;
    public void ask() { asked = 1; }
  }
  //@ assignable Counted.asked; ensures Counted.asked == 0;
  static void m() {
    Counted.asked = 0;
    java.util.List<Integer> l = new Counted();
    for (Object o : l) { }
  }
}
