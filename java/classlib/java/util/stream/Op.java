package java.util.stream;

/** What a stage of a stream does: made anew for every run. */
interface Op {
    Sink<Object> wrap(Sink<Object> down);
}
