// Figure 3: swap wants two permissions, so that the receiver is no argument.
//
// prints: 2 1
// broken: `a.swap(b);` ~> `a.swap(a);`
//   28: no permission to `c.valid()`
// broken: `//@ requires valid() &*& c.valid();` ~> `//@ requires valid();`
//   20: no permission to `valid()`
// broken: `c.setX(i);` ~> `c.setX(i); x = i;`
//   30: `getX() == old(c.getX())` might not hold
// broken: `//@ requires c != null;` ~> ``
//   20: the receiver might be null
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
