// The middle of two numbers, without overflow where the sum has one.
//
// prints: 2147483645
// broken: `a + (b - a) / 2` ~> `(a + b) / 2`
//   10: `(a + b)` might overflow `int`
class Average {
  static int middle(int a, int b)
    //@ requires 0 <= a && a <= b;
    //@ ensures a <= result && result <= b;
  { return a + (b - a) / 2; }

  static long wide(int a, int b)
    //@ ensures 2 * result <= (a > b ? 2 * a : 2 * b);
  {
    long sum = (long) a + b;
    return sum < 0 ? (sum - 1) / 2 : sum / 2;
  }

  public static void main(String[] args) {
    System.out.println(middle(2147483643, 2147483647));
  }
}
