package shop.app;

import static shop.core.Cents.clamp;

import java.util.logging.Logger;
import shop.core.Cents;

public class Cart {
    private static final Logger LOG = Logger.getLogger("shop");

    private int total;
    private int items;

    public int total() {
        return total;
    }

    public boolean isEmpty() {
        return items == 0;
    }

    public void clear() {
        total = 0;
        items = 0;
    }

    /** What is to be paid of an amount with a voucher. */
    public static int afterVoucher(int amount, int voucher) {
        Cents.checkPayable(amount);
        return voucher >= amount ? 0 : clamp(amount - Math.max(voucher, 0));
    }

    public static int dearest(int[] prices) {
        int dearest = 0;
        for (int i = 0; i < prices.length; i++) {
            if (prices[i] > dearest) {
                dearest = prices[i];
            }
        }
        return dearest;
    }

    public void log() {
        LOG.info("total " + total);
    }
}
