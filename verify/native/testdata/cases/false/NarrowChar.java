// A char's successor may be 0.
class NarrowChar {
  //@ ensures \result > c;
  static char m(char c) { return (char) (c == 65535 ? 0 : c + 1); }
}
