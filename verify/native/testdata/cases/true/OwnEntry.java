// An entry of a map may have a class of the file.
class OwnEntry {
  int asked;
  //@ assignable asked;
  public Integer getKey() { asked = asked == 0 ? 1 : 0; return asked; }
  //@ public normal_behavior assignable \everything; ensures \result == 1;
  static int m() {
    java.util.Map<Integer, Integer> l = new java.util.HashMap<>();
    l.put(1, 2);
    for (java.util.Map.Entry<Integer, Integer> e : l.entrySet()) { Object a = e.getKey(); }
    return l.size();
  }
}
