// Figure 9 of "Symbolic Execution for Implicit Dynamic Frames" with every ghost
// operation written, and the main routine of Figure 3(b). Nothing is inferred.
//
// flags: --infer none
// prints: 5
// broken: `//@ open valid();` ~> ``
//   42: no permission to write `x.x`
// broken(2): `//@ close valid();` ~> ``
//   32: no permission to `valid()`
// broken(2): `//@ use getX();` ~> ``
//   39: `getX() == v` might not hold
// broken: `/*@ opening valid() in @*/` ~> ``
//   24: `getX() == v` might not hold
//   34: no permission to `x`
//   39: `getX() == v` might not hold
// broken: `//@ assert c1.getX() == 5;` ~> `//@ assert c1.getX() == 6;`
//   52: `c1.getX() == 6` might not hold
class Cell {
  int x;

  //@ predicate boolean valid() { return acc(this.x); }

  Cell(int v)
    //@ ensures valid() &*& getX() == v;
  {
    x = v;
    //@ close valid();
    //@ use getX();
  }

  /*@ pure @*/ int getX()
    //@ requires valid();
  {
    return /*@ opening valid() in @*/ x;
  }

  void setX(int v)
    //@ requires valid();
    //@ ensures valid() &*& getX() == v;
  {
    //@ open valid();
    x = v;
    //@ close valid();
    //@ use getX();
  }

  public static void main(String[] args) {
    Cell c1 = new Cell(0);
    c1.setX(5);
    Cell c2 = new Cell(0);
    c2.setX(10);
    //@ assert c1.getX() == 5;
    System.out.println(c1.getX());
  }
}
