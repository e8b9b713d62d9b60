// A hash wraps around on purpose: `--overflow wrap` gives Java's meaning.
//
// flags: --overflow wrap
// prints: true
// broken: `return r < 0 ? r + size : r;` ~> `return r;`
//   10: `0 <= result` might not hold
class Hash {
  static int bucket(int key, int size)
    //@ requires size > 0;
    //@ ensures 0 <= result && result < size;
  {
    int h = key * 31 + 17;
    int r = h % size;
    return r < 0 ? r + size : r;
  }

  static int next(int x)
    //@ ensures x == Integer.MAX_VALUE ? result == Integer.MIN_VALUE : result == x + 1;
  { return x + 1; }

  public static void main(String[] args) {
    int b = bucket(123456789, 16);
    System.out.println(0 <= b && b < 16);
  }
}
