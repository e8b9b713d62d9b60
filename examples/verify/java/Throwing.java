// An exception that is declared may be thrown; what follows may rely on the test.
//
// prints: 5
// broken: `if (n < 0) throw new IllegalStateException();` ~> `if (n < 10) throw new IllegalStateException();`
//   26: this `throw` of `IllegalStateException` might be reached
class Throwing {
  static int root(int n) throws IllegalArgumentException
    //@ requires n <= 1000000;
    //@ ensures result >= 0 && result * result <= n;
  {
    if (n < 0) throw new IllegalArgumentException("negative");
    int r = 0;
    while (r < 1000 && (r + 1) * (r + 1) <= n)
      //@ invariant 0 <= r && r <= 1000 && r * r <= n;
      //@ decreases 1000 - r;
    {
      r++;
    }
    return r;
  }

  static int checked(int n)
    //@ requires n >= 0 && n < 100;
    //@ ensures result == n;
  {
    if (n < 0) throw new IllegalStateException();
    return n;
  }

  public static void main(String[] args) throws IllegalArgumentException {
    System.out.println(root(checked(26)));
  }
}
