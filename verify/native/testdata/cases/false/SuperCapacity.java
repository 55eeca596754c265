// A constructor of the class library has its precondition in super(…) too.
class SuperCapacity extends java.util.ArrayList<Integer> {
  //@ public normal_behavior ensures true;
  SuperCapacity(int n) { super(n); }
}
