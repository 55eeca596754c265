package java.io;

/** The bytes given to the run. */
final class StandardInput extends InputStream {
    public native int read();

    public native int read(byte[] b, int off, int len);

    public native byte[] readAllBytes();

    public native int available();
}
