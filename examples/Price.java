package shop.pricing;

import java.util.ArrayList;
import java.util.List;

public class Price {

    /** Price in cents after a discount in percent, rounded down. */
    public static int discounted(int cents, int percent) {
        return cents - cents * percent / 100;
    }

    public static int discounted(int cents, int percent, int minimum) {
        int p = discounted(cents, percent);
        return p < minimum ? minimum : p;
    }

    public static int total(List<Integer> items) {
        int sum = 0;
        for (int item : items) sum += item;
        return sum;
    }

    public static List<Integer> over(List<Integer> items, int limit) {
        List<Integer> found = new ArrayList<>();
        for (Integer i : items) {
            if (i > limit) found.add(i);
        }
        return found;
    }
}
