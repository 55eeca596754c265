// A method is called on an object that is not whole.
class LeakCall {
  int x; int y; //@ invariant x + y == 10;
  LeakCall() { x = 4; check(); y = 6; }
  //@ assignable \nothing;
  void check() { }
}
