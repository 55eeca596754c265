package geo;

import static geo.Axis.*;

public class Box {
    private final int left, right;

    public Box(int left, int right) {
        this.left = min(left, right);
        this.right = max(left, right);
    }

    public int left() {
        return left;
    }

    public boolean contains(int x) {
        return left <= x && x <= right;
    }

    public static int overlap(int left, int right, int otherLeft, int otherRight) {
        if (right < otherLeft || otherRight < left) {
            return 0;
        }
        return min(right, otherRight) > 0 ? 1 : -1;
    }
}
