// A superclass's constructor calls what a subclass overrides.
class Parent { int size;
  Parent() { size = first(); }
  //@ ensures true;
  int first() { return 1; } }
class BaseCalls extends Parent {
  final String name; 
  BaseCalls() { super(); name = "x"; }
  int first() { return name.length(); }
}
