package java.io;

public class InterruptedIOException extends IOException {
    public InterruptedIOException() {
        super();
    }

    public InterruptedIOException(String message) {
        super(message);
    }
}
