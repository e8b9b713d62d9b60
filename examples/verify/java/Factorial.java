// A pure recursive function with a measure, and a loop that computes it.
//
// flags: --overflow ignore
// prints: 120
// broken: `r = i * r;` ~> `r = i + r;`
//   24: `r == fact(i)` might not hold
// broken: `n * fact(n - 1)` ~> `n * fact(n)`
//   15: the measure might not decrease or not be bounded
//   24: `r == fact(i)` might not hold
class Factorial {
  static /*@ pure @*/ int fact(int n)
    //@ requires n >= 0;
    //@ ensures result >= 1;
    //@ decreases n;
  { return n == 0 ? 1 : n * fact(n - 1); }

  static int compute(int n)
    //@ requires n >= 0;
    //@ ensures result == fact(n);
  {
    int r = 1;
    int i = 0;
    while (i < n)
      //@ invariant 0 <= i && i <= n && r == fact(i);
      //@ decreases n - i;
    {
      i++;
      r = i * r;
    }
    return r;
  }

  public static void main(String[] args) {
    int r = compute(5);
    //@ assert r == fact(5);
    System.out.println(r);
  }
}
