// The text of an exception is made of its message.
class MessageText {
  static int asked;
  static class Odd extends RuntimeException {
    //@ assignable asked; ensures asked == 1;
    public String ask() { asked = 1; return "odd"; }
  }
  //@ assignable asked; ensures asked == 0;
  static void m() { asked = 0; Exception e = new Odd(); String s = String.valueOf(e); }
}
