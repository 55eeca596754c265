// A field of another object is no field of this one.
class FrameField {
  int a; FrameField next = this;
  //@ assignable next.a; ensures next.a == 7;
  void m() { next.a = 7; }
}
