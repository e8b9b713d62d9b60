// Programs that Java runs into an error or that break their contract. Each line that
// ends in `// fails` must have a finding, no other line may have one.
class Box {
  int v;
  Box next;
  //@ predicate boolean valid() { return acc(this.v) &*& acc(this.next); }
  //@ predicate boolean chain() { return acc(this.v) &*& acc(this.next) &*& (next != null ==> next.chain()); }
  /*@ pure @*/ int get() //@ requires valid();
  { return v; }
  /*@ pure @*/ int sum() //@ requires chain();
  { return /*@ opening chain() in @*/ (v % 10 + (next == null ? 0 : next.sum() % 10)); }
}
class Aliasing {
  static void two(Box a, Box b)
    //@ requires a != null &*& b != null &*& acc(a.v, 1/2) &*& acc(b.v, 1/2);
  {
    //@ assert a != b; // fails
  }
  static void same(Box a, Box b)
    //@ requires a != null &*& acc(a.v) &*& a.v == 1 &*& b == a;
    //@ ensures acc(a.v) &*& a.v == 1; // fails
  { b.v = 2; }
  static void twice(Box a)
    //@ requires a != null &*& acc(a.v, 1/2);
    //@ ensures acc(a.v, 1/2) &*& acc(a.v, 1/2); // fails
  { }
  static void half(Box a)
    //@ requires a != null &*& acc(a.v, 1/2);
    //@ ensures acc(a.v, 1/2);
  { a.v = 1; } // fails
  static void wild(Box a)
    //@ requires a != null &*& acc(a.v, wildcard);
    //@ ensures acc(a.v, 1/100); // fails
  { }
  static void arrays(int[] a, int[] b)
    //@ requires a != null &*& b != null &*& acc(a[*]) &*& acc(b[*]) &*& a.length == 2 &*& b.length == 2;
    //@ ensures acc(a[*]) &*& acc(b[*]);
  {
    b[0] = 3; a[0] = 4;
    //@ assert b[0] == 3;
    //@ assert a[1] == 4; // fails
  }
  static void write(int[] a)
    //@ requires a != null &*& acc(a[*], 1/2) &*& 1 <= a.length;
  { a[0] = 1; } // fails
  static void both(Box a, Box b)
    //@ requires a != null &*& b != null &*& a.valid() &*& b.valid();
  {
    //@ assert a != b;
    //@ assert false; // fails
  }
  static void framed(Box a, Box b)
    //@ requires a != null &*& b != null &*& a.chain() &*& b.chain();
    //@ ensures a.chain() &*& b.chain();
  {
    int s = a.sum();
    //@ open b.chain();
    b.v = 5;
    //@ close b.chain();
    //@ assert a.sum() == s;
    //@ assert b.sum() == s; // fails
  }
  static void lost(Box a)
    //@ requires a != null &*& a.valid();
  {
    take(a);
    int x = a.get(); // fails
  }
  static void take(Box a)
    //@ requires a != null &*& a.valid();
  { }
  static void before(Box a)
    //@ requires a != null &*& a.valid();
    //@ ensures a.valid() &*& a.get() == old(a.get()); // fails
  { a.v = 3; }
}
class Numbers {
  static void order()
  {
    int i = 1;
    i = i++ + i;
    //@ assert i == 3;
    int[] a = new int[3];
    int k = 0;
    a[k++] = k;
    //@ assert a[0] == 1 &*& k == 1;
    //@ assert a[0] == 0; // fails
  }
  static void compound()
  {
    int x = 5;
    x += x++ * 2;
    //@ assert x == 15;
    //@ assert x == 16; // fails
  }
  static void signs()
  {
    int r = -7 % 3; int q = -7 / 2; int s = 7 % -3;
    //@ assert r == -1 &*& q == -3 &*& s == 1;
    //@ assert r == 2; // fails
  }
  static void shifts()
  {
    int a = -1 >> 1; int b = -1 >>> 28; int c = 1 << 33; long d = 1L << 33;
    //@ assert a == -1 &*& b == 15 &*& c == 2 &*& d == 8589934592L;
    //@ assert c == 0; // fails
  }
  static void narrow(char c)
  {
    char d = 'a'; d += 1; byte b = (byte) 200; short s = (short) 70000; int i = (int) 5000000000L;
    //@ assert d == 'b' &*& b == -56 &*& s == 4464 &*& i == 705032704;
    //@ assert c < 65535; // fails
  }
  static int negate(int m) { return -m; } // fails
  static void absolute(int m)
  {
    int k = Math.abs(m);
    //@ assert k >= 0; // fails
  }
  static void divide(int m, int n)
    //@ requires n != 0;
  { int k = m / n; } // fails
  static void zero(int m, int n) { int k = m % n; } // fails
  static int product(int m, int n)
    //@ requires 0 <= m &*& m <= 50000 &*& 0 <= n &*& n <= 50000;
  { return m * n; } // fails
  static long widened(int m, int n) { return (long) m * n; }
  static void count(byte b)
  {
    b++; // fails
  }
  static void size(int n) { int[] a = new int[n]; } // fails
  static void past(int[] a)
    //@ requires a != null &*& acc(a[*]);
  { for (int i = 0; i <= a.length; i++) //@ invariant acc(a[*]) &*& 0 <= i &*& i <= a.length + 1;
    { a[i] = 0; } // fails
  }
}
class Flow {
  static int falls(int k)
    //@ ensures k == 1 ==> result == 10; // fails
  {
    int r = 0;
    switch (k) { case 1: r = 10; case 2: r = 20; break; default: r = 30; }
    return r;
  }
  static int leaves(int n)
    //@ requires 0 <= n;
    //@ ensures result == n; // fails
  {
    int i = 0;
    while (i < n) //@ invariant 0 <= i &*& i <= n;
    { if (i == 5) break; i++; }
    return i;
  }
  static int skips(int n)
    //@ requires 0 <= n &*& n <= 1000;
    //@ ensures result == n; // fails
  {
    int r = 0;
    for (int i = 0; i < n; i++) //@ invariant 0 <= i &*& i <= n &*& 0 <= r &*& r <= i;
    { if (i == 3) continue; r++; }
    return r;
  }
  static int outer(int n)
    //@ requires 0 <= n;
    //@ ensures result == 0; // fails
  {
    int r = 0;
    here: while (r == 0) //@ invariant r == 0;
    { while (true) //@ invariant r == 0;
      { r = 7; break here; } }
    return r;
  }
  static void thrown(boolean b)
  { if (b) throw new RuntimeException(); } // fails
  static void passed(boolean b) throws Exception
    //@ ensures !b;
  { if (b) throw new Exception(); }
  static void lazy(int[] a)
  { if (a != null & a.length > 0) { } } // fails
  static void eager(int[] a)
  { if (a != null && a.length > 0) { } }
  static boolean side;
  static void effects(boolean b)
    //@ requires acc(Flow.side);
    //@ ensures acc(Flow.side) &*& side; // fails
  { side = false; boolean c = b && set(); }
  static boolean set()
    //@ requires acc(Flow.side);
    //@ ensures acc(Flow.side) &*& side &*& result;
  { side = true; return true; }
}
class Statics {
  static int s = 3;
  static int t = 4;
  static void bump()
    //@ requires acc(Statics.s);
    //@ ensures acc(Statics.s);
  { s = 0; }
  static void initial()
    //@ requires acc(Statics.s);
  {
    //@ assert s == 3; // fails
  }
  static void kept()
    //@ requires acc(Statics.s) &*& acc(Statics.t) &*& s == 3 &*& t == 4;
  {
    bump();
    //@ assert t == 4;
    //@ assert s == 3; // fails
  }
  static void foreign() { Flow.side = true; } // fails
}
class Base {
  int v;
  Base() { reset(); } // fails
  void reset()
    //@ requires acc(this.v) &*& v == 1;
    //@ ensures acc(this.v) &*& v == 1;
  { v = 1; }
  /*@ pure @*/ int id() { return 1; }
}
class Derived extends Base {
  int w;
  Derived()
  { w = 5; }
  void reset()
    //@ requires acc(this.v) &*& v == 1;
    //@ ensures acc(this.v) &*& v == 1;
  { v = 2; v = 1; }
  /*@ pure @*/ int id() { return 2; }
}
class Leaks {
  static Leaks last;
  int x;
  Leaks()
    //@ requires acc(Leaks.last);
    //@ ensures acc(Leaks.last) &*& acc(this.x) &*& x == 1; // fails
  { x = 1; last = this; touch(); }
  static void touch()
    //@ requires acc(Leaks.last) &*& last != null &*& acc(last.x);
    //@ ensures acc(Leaks.last) &*& last != null &*& acc(last.x);
  { last.x = 2; }
}
class Dispatch {
  static void ask(Base b)
    //@ requires b != null;
  {
    //@ assert b.id() == 1; // fails
  }
  static void cast(Base b) { Derived d = (Derived) b; } // fails
  static void made()
  {
    Derived d = null;
    d.reset(); // fails
  }
}
class Pure {
  /*@ pure @*/ static int loop(int n)
    //@ requires 0 <= n;
    //@ decreases n;
  { return n == 0 ? 0 : loop(n); } // fails
  /*@ pure @*/ static int below(int n)
    //@ decreases n;
  { return n == 0 ? 0 : below(n / 2 - 1); } // fails
  static void runs(int n)
  {
    int i = n;
    while (i > 0) //@ decreases i;
    { i = i - 1; }
    while (i < 10) //@ decreases i; // fails
    { i = i + 1; }
  }
  int x;
  //@ predicate boolean valid() { return acc(this.x); }
  /*@ pure @*/ int promised()
    //@ requires valid();
    //@ ensures promised() == promised() + 1; // fails
  { return x; }
  /*@ pure @*/ static int later(int n)
    //@ requires 0 <= n &*& n <= 100;
    //@ ensures later(n / 2 + 1) == 3; // fails
    //@ decreases n;
  { return 3; }
  /*@ pure @*/ static int earlier(int n)
    //@ requires 0 <= n &*& n <= 100;
    //@ ensures 5 <= result &*& result <= n + 5;
    //@ ensures n > 0 ==> earlier(n - 1) == result - 1;
    //@ decreases n;
  { return n == 0 ? 5 : 1 + earlier(n - 1); }
  static int leaves(boolean c)
    //@ ensures result == 0; // fails
  { while (c) { return 7; } return 0; }
  static void breaks(boolean c)
    //@ ensures !c; // fails
  { while (c) { break; } }
  static int either(int n, int p)
    //@ ensures result == 0; // fails
  {
    for (int i = 0; i < 9 && p > 3; i++) //@ invariant 0 <= i && i <= 9;
    { if (i > n) { return 1; } }
    return 0;
  }
}
