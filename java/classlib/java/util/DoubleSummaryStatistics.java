package java.util;

import java.util.function.DoubleConsumer;

public class DoubleSummaryStatistics implements DoubleConsumer {
    private long count;
    private double sum;
    private double compensation;
    private double simpleSum;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;

    public DoubleSummaryStatistics() {
    }

    public DoubleSummaryStatistics(long count, double min, double max, double sum) {
        if (count < 0) {
            throw new IllegalArgumentException("Negative count value");
        }
        if (count > 0) {
            if (min > max) {
                throw new IllegalArgumentException("Minimum greater than maximum");
            }
            this.count = count;
            this.sum = sum;
            this.simpleSum = sum;
            this.min = min;
            this.max = max;
        }
    }

    @Override
    public void accept(double value) {
        count++;
        simpleSum += value;
        add(value);
        min = Math.min(min, value);
        max = Math.max(max, value);
    }

    private void add(double value) {
        double tmp = value - compensation;
        double next = sum + tmp;
        compensation = (next - sum) - tmp;
        sum = next;
    }

    public void combine(DoubleSummaryStatistics other) {
        count += other.count;
        simpleSum += other.simpleSum;
        add(other.sum);
        add(-other.compensation);
        min = Math.min(min, other.min);
        max = Math.max(max, other.max);
    }

    public final long getCount() {
        return count;
    }

    public final double getSum() {
        double tmp = sum - compensation;
        return Double.isNaN(tmp) && Double.isInfinite(simpleSum) ? simpleSum : tmp;
    }

    public final double getMin() {
        return min;
    }

    public final double getMax() {
        return max;
    }

    public final double getAverage() {
        return count > 0 ? getSum() / count : 0.0d;
    }

    @Override
    public String toString() {
        return String.format("%s{count=%d, sum=%f, min=%f, average=%f, max=%f}", getClass().getSimpleName(),
                getCount(), getSum(), getMin(), getAverage(), getMax());
    }
}
