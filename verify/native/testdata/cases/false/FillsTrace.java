// The constructor of an exception calls fillInStackTrace.
class FillsTrace {
  static class Quick extends RuntimeException {
    int filled;
    //@ also assignable filled; ensures filled == 1;
    public Throwable fillInStackTrace() { filled = 1; return this; }
  }
  //@ ensures \result == 0;
  static int m() { return new Quick().filled; }
}
