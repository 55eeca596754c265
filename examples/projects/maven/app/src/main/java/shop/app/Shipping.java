package shop.app;

import shop.core.Cents;

/** What the way to a customer costs. */
class Shipping {
    enum Zone { NEAR, FAR }

    static int cost(Zone zone, int amount) {
        if (!Cents.isPayable(amount)) {
            return 0;
        }
        return zone == Zone.FAR ? 990 : 490;
    }

    static boolean isFree(int amount) {
        return amount >= 5000;
    }
}
