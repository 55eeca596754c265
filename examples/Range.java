/** Half-open: {@code from} belongs to it, {@code to} doesn't. */
public record Range(int from, int to) {

  public Range {
    if (from > to) throw new IllegalArgumentException(from + " > " + to);
  }

  public boolean contains(int x) { return from <= x && x < to; }

  public boolean overlaps(Range other) {
    return from < other.to && other.from < to;
  }

  public long length() { return (long) to - from; }
}
