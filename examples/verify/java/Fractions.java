// Half a permission is enough to read; both halves are needed to write.
//
// prints: 12
// broken: `f.x = s + 2;` ~> `read(null); f.x = s + 2;`
//   16: `f != null` might not hold
// broken: `{ return f.x; }` ~> `{ f.x = 3; return f.x; }`
//   18: no permission to write `f.x`
class Fractions {
  int x;

  Fractions(int x)
    //@ ensures acc(this.x) &*& this.x == x;
  { this.x = x; }

  static int read(Fractions f)
    //@ requires f != null &*& acc(f.x, 1/4);
    //@ ensures acc(f.x, 1/4) &*& result == f.x;
  { return f.x; }

  static int twice(Fractions f, Fractions g)
    //@ requires f != null &*& g != null &*& acc(f.x, 1/2) &*& acc(g.x, 1/2) &*& 0 <= f.x && f.x <= 1000 &*& 0 <= g.x && g.x <= 1000;
    //@ ensures acc(f.x, 1/2) &*& acc(g.x, 1/2) &*& result == f.x + g.x &*& f.x == old(f.x) &*& g.x == old(g.x);
  { return read(f) + read(g); }

  public static void main(String[] args) {
    Fractions f = new Fractions(5);
    int s = twice(f, f);
    f.x = s + 2;
    //@ assert f.x == 12;
    System.out.println(f.x);
  }
}
