// The frame of a case binds where its precondition held, also for what may assign anything.
class FrameOfCase {
  static int n;
  static void log() { n = n > 5 ? 0 : n + 1; }
  /*@ public normal_behavior
    @   requires ok;
    @   assignable \nothing;
    @ also public exceptional_behavior
    @   requires !ok;
    @   signals_only IllegalArgumentException;
    @*/
  static void check(boolean ok) {
    if (ok) { try { log(); } catch (Throwable e) { } } else {
      throw new IllegalArgumentException();
    }
  }
}
