// A list that cannot be changed cannot be sorted.
class SortFixed {
  //@ public normal_behavior ensures \result == 2;
  static int m() {
    java.util.List<Integer> l = new java.util.ArrayList<>(); l.add(3); l.add(1);
    java.util.Collections.sort(l);
    return l.size();
  }
}
