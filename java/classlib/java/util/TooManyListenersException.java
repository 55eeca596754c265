package java.util;

public class TooManyListenersException extends Exception {
    public TooManyListenersException() {
    }

    public TooManyListenersException(String s) {
        super(s);
    }
}
