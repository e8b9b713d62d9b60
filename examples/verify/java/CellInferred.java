// The same class without a single ghost operation: contracts are unfolded, and
// closing, opening and using are inferred (section 4.1).
//
// prints: 5
// broken: `x = v; // set` ~> `x = v + 1; // set`
//   28: `getX() == v` might not hold
//   30: `v + 1` might overflow `int`
// broken: `//@ requires valid(); // getX` ~> `// getX`
//   19: `getX() == v` might not hold
//   24: no permission to `x`
//   28: `getX() == v` might not hold
// broken: `c2.setX(10);` ~> `c1.setX(10);`
//   38: `c1.getX() == 5` might not hold
class Cell {
  int x;

  //@ predicate boolean valid() { return acc(this.x); }

  Cell(int v) //@ ensures valid() &*& getX() == v;
  { x = v; }

  /*@ pure @*/ int getX()
    //@ requires valid(); // getX
  { return x; }

  void setX(int v)
    //@ requires valid();
    //@ ensures valid() &*& getX() == v;
  {
    x = v; // set
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
