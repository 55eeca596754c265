// A list may be one that cannot be changed.
class FixedMap {
  //@ public normal_behavior ensures \result == l.size();
  static int m(java.util.List<String> l) { return l.size(); }
}
