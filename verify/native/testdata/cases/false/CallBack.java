// An object is not whole while a listener looks at it.
interface Listener { //@ assignable \nothing;
  void look(CallBack c); }
class CallBack {
  int x; int y; //@ invariant x == y;
  //@ assignable x, y;
  void m(Listener l, int v) { x = v; l.look(this); y = v; }
}
class Quiet implements Listener { public void look(CallBack c) { } }
