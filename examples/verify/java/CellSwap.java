// Figure 3: swap wants two permissions, so that the receiver is no argument.
//
// prints: 2 1
// broken: `a.swap(b);` ~> `a.swap(a);`
//   41: no permission to `c.valid()`
// broken: `//@ requires valid() &*& c.valid();` ~> `//@ requires valid();`
//   29: no permission to `c.valid()`
// broken: `c.setX(i);` ~> `c.setX(i); x = i;`
//   31: postcondition `getX() == old(c.getX())` might not hold
// broken: `//@ requires c != null;` ~> ``
//   28: `c` might be null
class Cell {
  int x;

  //@ predicate boolean valid() { return acc(this.x); }

  Cell(int v) //@ ensures valid() &*& getX() == v;
  { x = v; }

  /*@ pure @*/ int getX() //@ requires valid();
  { return x; }

  void setX(int v) //@ requires valid(); ensures valid() &*& getX() == v;
  { x = v; }

  void swap(Cell c)
    //@ requires c != null;
    //@ requires valid() &*& c.valid();
    //@ ensures valid() &*& c.valid();
    //@ ensures getX() == old(c.getX());
    //@ ensures c.getX() == old(getX());
  { int i = x; x = c.getX(); c.setX(i); }

  public static void main(String[] args) {
    Cell a = new Cell(1);
    Cell b = new Cell(2);
    a.swap(b);
    //@ assert a.getX() == 2 &*& b.getX() == 1;
    System.out.println(a.getX() + " " + b.getX());
  }
}
