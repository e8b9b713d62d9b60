// Section 6.1: independent conditionals, with and without a join.
//
// prints: 3
// broken: `//@ join 0 <= n && n <= 2;` ~> `//@ join 0 <= n && n <= 1;`
//   13: `n <= 1` might not hold
class Join {
  static int count(int a, int b, int c, int d)
    //@ ensures 0 <= result && result <= 4;
  {
    int n = 0;
    if (a == 0) n++;
    if (b == 0) n++;
    //@ join 0 <= n && n <= 2;
    if (c == 0) n++;
    if (d == 0) n++;
    return n;
  }

  static int nothing(int x1, int x2, int x3, int x4, int x5, int x6, int x7, int x8, int x9, int x10, int x11, int x12)
    //@ ensures result == 0;
  {
    if (x1 == 0) { } else { }
    if (x2 == 0) { } else { }
    if (x3 == 0) { } else { }
    if (x4 == 0) { } else { }
    if (x5 == 0) { } else { }
    if (x6 == 0) { } else { }
    if (x7 == 0) { } else { }
    if (x8 == 0) { } else { }
    if (x9 == 0) { } else { }
    if (x10 == 0) { } else { }
    if (x11 == 0) { } else { }
    if (x12 == 0) { } else { }
    return 0;
  }

  public static void main(String[] args) {
    System.out.println(count(0, 1, 0, 0));
  }
}
