// An exception makes its message of the text of its cause.
class CauseText {
  static int asked;
  static class Odd extends RuntimeException {
    //@ assignable asked; ensures asked == 1;
    public String text() { asked = 1; return "odd"; }
  }
  //@ assignable asked; ensures asked == 0;
  static void m() { asked = 0; Exception e = new RuntimeException(new Odd()); }
}
