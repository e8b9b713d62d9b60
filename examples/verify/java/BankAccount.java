// Transfers keep the sum of two balances; an account is never overdrawn.
//
// prints: 70 80
// broken: `balance -= amount;` ~> `balance -= amount + 1;`
//   28: no permission to `valid()`
class Account {
  long balance;

  Account(long start)
    //@ requires 0 <= start && start <= 1000000000000L;
    //@ ensures valid() &*& getBalance() == start;
  { balance = start; }

  //@ predicate boolean valid() { return acc(balance) &*& 0 <= balance && balance <= 1000000000000L; }

  /*@ pure @*/ long getBalance()
    //@ requires valid();
    //@ ensures 0 <= result && result <= 1000000000000L;
  { return balance; }

  void deposit(long amount)
    //@ requires valid() &*& 0 <= amount &*& getBalance() + amount <= 1000000000000L;
    //@ ensures valid() &*& getBalance() == old(getBalance()) + amount;
  { balance += amount; }

  void withdraw(long amount)
    //@ requires valid() &*& 0 <= amount && amount <= getBalance();
    //@ ensures valid() &*& getBalance() == old(getBalance()) - amount;
  { balance -= amount; }

  boolean transfer(Account to, long amount)
    //@ requires to != null &*& valid() &*& to.valid() &*& amount >= 0;
    //@ ensures valid() &*& to.valid() &*& getBalance() + to.getBalance() == old(getBalance()) + old(to.getBalance());
    //@ ensures result ==> getBalance() == old(getBalance()) - amount;
  {
    if (amount > getBalance() || amount > 1000000000000L - to.getBalance()) return false;
    withdraw(amount);
    to.deposit(amount);
    return true;
  }

  public static void main(String[] args) {
    Account a = new Account(100);
    Account b = new Account(50);
    boolean ok = a.transfer(b, 30);
    //@ assert a.getBalance() + b.getBalance() == 150;
    System.out.println(a.getBalance() + " " + b.getBalance());
  }
}
