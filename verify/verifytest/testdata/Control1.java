// Switch, labels, try and finally.
public class Control1 {
    //@ requires 0 <= n && n <= 5;
    //@ ensures \result == 0 || \result == 2;
    //@ assignable \nothing;
    public static int labelledBreak(int n) {
        int r = 0;
        outer:
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                if (i == 1 && j == n) {
                    r = 2;
                    break outer;
                }
            }
        }
        return r;
    }

    //@ ensures \result == 3;
    public static int labelledContinue() {
        int r = 0;
        outer:
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                r++;
                continue outer;
            }
        }
        return r;
    }

    //@ ensures \result == 9;
    public static int labelledContinueWrong() {
        int r = 0;
        outer:
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                r++;
                continue outer;
            }
        }
        return r; //! Postcondition
    }

    //@ ensures \result == (b ? 1 : 2);
    public static int labelledBlock(boolean b) {
        int r = 1;
        out: {
            if (b) break out;
            r = 2;
        }
        return r;
    }

    //@ ensures \result >= 1 && \result <= 3;
    public static int stringSwitch(String s) {
        switch (s) {
            case "a":
                return 1;
            case "b":
                return 2;
        }
        return 3;
    }

    //@ ensures s.equals("a") ==> \result == 1;
    public static int stringSwitchWrong(String s) {
        switch (s) {
            case "b":
                return 1;
            default:
                return 2; //! Postcondition
        }
    }

    //@ ensures \result == 6 || \result == 5 || \result == 9;
    public static int fallsInto(char c) {
        int n = 0;
        switch (c) {
            case 'a':
                n = 1;
            case 'b':
                n += 5;
                break;
            default:
                n = 9;
        }
        return n;
    }

    //@ ensures \result == 5 || \result == 9;
    public static int fallsIntoWrong(char c) {
        int n = 0;
        switch (c) {
            case 'a':
                n = 1;
            case 'b':
                n += 5;
                break;
            default:
                n = 9;
        }
        return n; //! Postcondition
    }

    //@ ensures \result == 2;
    public static int finallyOverrides(int x) {
        try {
            if (x > 0) return 1;
        } finally {
            return 2;
        }
    }

    //@ ensures \result == 1 || x <= 0;
    public static int finallyKeepsValue(int x) {
        int r = 1;
        try {
            if (x > 0) return r;
        } finally {
            r = 5;
        }
        return r;
    }

    //@ ensures \result == 5;
    public static int finallyKeepsValueWrong(int x) {
        int r = 1;
        try {
            if (x > 0) return r; //! Postcondition
        } finally {
            r = 5;
        }
        return r;
    }

    //@ ensures \result == 1;
    //@ signals (IllegalStateException e) x > 10;
    public static int rethrows(int x) {
        try {
            if (x > 0) throw new IllegalArgumentException();
            return 1;
        } catch (IllegalArgumentException e) {
            if (x > 10) throw new IllegalStateException();
        }
        return 1;
    }

    //@ ensures \result == 1;
    //@ signals (IllegalStateException e) x > 10;
    public static int rethrowsWrong(int x) {
        try {
            if (x > 0) throw new IllegalArgumentException();
            return 1;
        } catch (IllegalArgumentException e) {
            if (x > 9) throw new IllegalStateException(); //! ExceptionalPostcondition
        }
        return 1;
    }

    //@ ensures \result == (x == 0 ? 1 : 2);
    public static int order(int x) {
        try {
            int y = 10 / x;
            throw new IllegalStateException();
        } catch (ArithmeticException e) {
            return 1;
        } catch (RuntimeException e) {
            return 2;
        }
    }

    //@ requires n >= 0;
    //@ ensures \result <= 1;
    public static int breakThroughFinally(int n) {
        int r = 0;
        //@ loop_invariant r == 0;
        while (true) {
            try {
                if (n > 3) break;
                if (n > 2) return 1;
            } finally {
                r = 0;
            }
        }
        return r;
    }

    //@ ensures \result == (x > 0 ? 1 : x < 0 ? -1 : 0);
    public static int sign(int x) {
        return x > 0 ? 1 : x < 0 ? -1 : 0;
    }
}
