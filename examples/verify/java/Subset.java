// The constructs of the Java subset in small: `switch` that falls through,
// `break`, `continue`, `throw`, `long`, `char`, strings, an interface, statics,
// contracts before the head, parts of permissions, `opening`, `using`, `join`.
//
// prints: 9 true 2 100 7 hello you
// broken: `if (a[i] >= 0) continue;` ~> `if (a[i] > 0) continue;`
//   99: `result >= 0 ==> a[result] < 0` might not hold
// broken: `case 6:` ~> `case 5:`
//   68: `result == (day == 0 || day == 6)` might not hold
// broken: `else if (v > 100) r = 100;` ~> ``
//   151: `r <= 100` might not hold
interface Shape {
  //@ predicate boolean valid();

  /*@ pure @*/ long area()
    //@ requires valid();
    //@ ensures result >= 0;
    ;
}

class Square implements Shape {
  private final int side;

  //@ predicate boolean valid() { return acc(this.side, wildcard) &*& 0 <= side && side <= 30000; }

  //@ requires 0 <= side && side <= 30000;
  //@ ensures valid();
  Square(int side) {
    this.side = side;
  }

  public /*@ pure @*/ long area()
  { return (long) side * side; }
}

class Pair {
  int x;
  int y;

  //@ predicate boolean valid() { return acc(this.x) &*& acc(this.y) &*& 0 <= x && x < 1000 &*& 0 <= y && y < 1000; }

  Pair(int x, int y)
    //@ requires 0 <= x && x < 1000 &*& 0 <= y && y < 1000;
    //@ ensures valid() &*& sum() == x + y;
  { this.x = x; this.y = y; }

  /*@ pure @*/ int getX()
    //@ requires valid();
    //@ ensures 0 <= result && result < 1000;
  { return /*@ opening valid() in @*/ x; }

  /*@ pure @*/ int sum()
    //@ requires valid();
    //@ ensures result >= 0;
  { return /*@ opening valid() in @*/ x + y; }

  static boolean equal(Pair p, Pair q)
    //@ requires p != null && q != null &*& acc(p.x, 1/2) &*& acc(q.x, 1/2);
    //@ ensures acc(p.x, 1/2) &*& acc(q.x, 1/2) &*& result == (p.x == q.x);
  { return p.x == q.x; }
}

class Subset {
  static final int MAX = 10;
  static int counter;

  //@ requires 0 <= day && day < 7;
  //@ ensures result == (day == 0 || day == 6);
  static boolean weekend(int day) {
    switch (day) {
      case 0:
      case 6:
        return true;
      case 1: case 2: case 3:
        break;
      default:
        break;
    }
    return false;
  }

  static int rank(char c)
    //@ ensures 0 <= result && result <= 1;
    //@ ensures c == 'a' ==> result == 1;
  {
    int r;
    switch (c) {
      case 'a': r = 1; break;
      case 'b': r = 2; // falls through
      default: r = 0;
    }
    return r;
  }

  static int firstNegative(int[] a)
    //@ requires a != null &*& acc(a[*], 1/2);
    //@ ensures acc(a[*], 1/2) &*& -1 <= result && result < a.length;
    //@ ensures result < 0 ==> (forall int i; 0 <= i && i < a.length ==> a[i] >= 0);
    //@ ensures result >= 0 ==> a[result] < 0;
  {
    int found = -1;
    for (int i = 0; i < a.length; i++)
      //@ invariant acc(a[*], 1/2) &*& 0 <= i && i <= a.length;
      //@ invariant found == -1;
      //@ invariant (forall int k; 0 <= k && k < i ==> a[k] >= 0);
    {
      if (a[i] >= 0) continue;
      found = i;
      break;
    }
    return found;
  }

  static int count(int n)
    //@ requires 0 <= n;
    //@ ensures result == n;
  {
    int i = 0;
    //@ invariant 0 <= i && i <= n;
    while (true) {
      if (i == n) break;
      i++;
    }
    return i;
  }

  static long wide(long a, char b)
    //@ requires 0 <= a && a <= 1000000000000L;
    //@ ensures result == a + b;
  { return a + b; }

  static String greet(String who)
    //@ requires who != null;
    //@ ensures result != null;
  { return "hello " + who; }

  static int div(int a, int b)
    //@ requires b > 0;
    //@ ensures a >= 0 ==> result >= 0;
  {
    if (b <= 0) throw new IllegalArgumentException("b");
    return a / b;
  }

  static int clamp(int v)
    //@ ensures 0 <= result && result <= 100;
  {
    int r = v;
    if (v < 0) r = 0;
    else if (v > 100) r = 100;
    //@ join 0 <= r && r <= 100;
    return r;
  }

  static void bump()
    //@ requires acc(Subset.counter) &*& counter < MAX;
    //@ ensures acc(Subset.counter) &*& counter == old(counter) + 1;
  { counter++; }

  public static void main(String[] args) {
    Shape s = new Square(3);
    long area = s.area();
    //@ assert area >= 0;
    boolean w = weekend(6);
    //@ assert w;
    bump();
    int[] xs = {1, 2, -3};
    int f = firstNegative(xs);
    Pair p = new Pair(3, 4);
    //@ assert p.sum() == 7;
    System.out.println(area + " " + w + " " + f + " " + clamp(500) + " " + p.sum() + " " + greet("you"));
  }
}
