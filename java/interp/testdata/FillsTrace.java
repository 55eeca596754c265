public class FillsTrace {
    static class Quick extends RuntimeException {
        int filled;

        Quick(String message, Throwable cause) {
            super(message, cause);
            System.out.println("made " + getMessage() + " " + filled);
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            filled++;
            System.out.println("fill " + getMessage());
            return this;
        }
    }

    static class Fixed extends Exception {
        Fixed() {
            super("fixed", null, false, false);
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            System.out.println("never");
            return this;
        }
    }

    public static void main(String[] args) {
        new Quick("a", null);
        try {
            throw new Quick("b", new Fixed());
        } catch (Quick e) {
            System.out.println(e.filled + e.getCause().getMessage());
        }
    }
}
