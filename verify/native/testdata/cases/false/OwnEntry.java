// An entry of a map may have a class of the file.
class OwnEntry implements java.util.Map.Entry<Integer, Integer> {
  int asked;
  //@ also assignable asked;
  public Integer getKey() { asked = asked == 0 ? 1 : 0; return asked; }
  public Integer getValue() { return 0; }
  public Integer setValue(Integer v) { return v; }
  //@ assignable \everything; ensures \result;
  static boolean m() {
    java.util.Map.Entry<Integer, Integer> e = new OwnEntry();
    Object a = e.getKey(); Object b = e.getKey();
    return a == b;
  }
}
