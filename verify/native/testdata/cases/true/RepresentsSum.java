// A model field is what represents says.
class RepresentsSum {
  //@ model int sum;
  int a; int b; //@ represents sum = a + b;
  //@ requires 0 <= a && a < 100 && 0 <= b && b < 100; assignable a, b; ensures sum == \old(sum);
  void m() { a = a + 1; b = b - 1; }
}
