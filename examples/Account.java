/**
 * A bank account in cents.
 */
public class Account {

    private final String owner;
    private int balance;
    private int withdrawals;

    public Account(String owner, int balance) {
        this.owner = owner;
        this.balance = balance;
    }

    public int getBalance() {
        return balance;
    }

    public void deposit(int amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("amount must be positive: " + amount);
        }
        balance += amount;
    }

    /** Takes out what is there, at most {@code amount}; returns what was taken. */
    public int withdraw(int amount) {
        if (amount < 0) throw new IllegalArgumentException("negative amount");
        int taken = amount < balance ? amount : balance;
        balance -= taken;
        withdrawals++;
        return taken;
    }

    public boolean canPay(int amount) { return amount <= balance; }
}
