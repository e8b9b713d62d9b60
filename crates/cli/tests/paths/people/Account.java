// paths: Account.withdraw 3
package bank.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** An account, as a book about beans has it. */
public class Account implements Comparable<Account>, java.io.Serializable {
    private static final long serialVersionUID = 1L;
    private final List<String> history = new ArrayList<>();
    private final String owner;
    private int balance;
    private int limit = -100;

    public Account(String owner) {
        this.owner = Objects.requireNonNull(owner);
    }

    public boolean withdraw(int amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("amount");
        }
        int after = balance - amount;
        if (after > balance || after < limit) {
            return false;
        }
        balance = after;
        return true;
    }

    public void log(String what) {
        history.add(String.format("%s: %d", what, balance));
    }

    @Override
    public int compareTo(Account other) {
        return Integer.compare(balance, other.balance);
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Account a && a.owner.equals(owner);
    }

    @Override
    public int hashCode() {
        return Objects.hash(owner, balance);
    }
}
