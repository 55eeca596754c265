/** A class whose superclass could not be initialised has failed too, for every later use. */
public class FailedInit {
    static class Above {
        static int v = 1 / Integer.parseInt("0");
    }

    static class Below extends Above {
        static int w = 7;
    }

    interface Faulty {
        int V = Integer.parseInt("x");

        default int v() {
            return V;
        }
    }

    static class Implements implements Faulty {
        static int w = 8;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            try {
                System.out.println(Below.w);
            } catch (Throwable t) {
                System.out.println(t.getClass().getName());
            }
            try {
                System.out.println(Implements.w);
            } catch (Throwable t) {
                System.out.println(t.getClass().getName());
            }
        }
    }
}
