// A list that is made of another asks that for its elements.
class CopiesOwn {
  static class Odd extends java.util.ArrayList<Integer> {
    static int asked;
    //@ also assignable \everything;
    public Object[] toArray() { asked = 1; return new Object[0]; }
  }
  //@ assignable Odd.asked; ensures Odd.asked == 0;
  static void m() {
    Odd.asked = 0;
    java.util.List<Integer> l = new Odd();
    java.util.List<Integer> k = new java.util.ArrayList<>(l);
  }
}
