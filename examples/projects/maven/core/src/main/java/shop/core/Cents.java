package shop.core;

/** Amounts of money as whole cents. */
public final class Cents {
    public static final int MOST = 1_000_000;

    private Cents() {
    }

    /** The amount, or the bound that it passes. */
    public static int clamp(int amount) {
        if (amount < 0) {
            return 0;
        }
        return amount > MOST ? MOST : amount;
    }

    public static boolean isPayable(int amount) {
        return amount > 0 && amount <= MOST;
    }

    public static void checkPayable(int amount) {
        if (!isPayable(amount)) {
            throw new IllegalArgumentException("not payable: " + amount);
        }
    }
}
