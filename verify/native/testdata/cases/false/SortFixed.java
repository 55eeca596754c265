// A list that cannot be changed cannot be sorted.
class SortFixed {
  //@ public normal_behavior ensures true;
  static void m() { java.util.List<Integer> l = java.util.List.of(3, 1); java.util.Collections.sort(l); }
}
