// Figure 3 with every ghost operation written: swap of two cells. Nothing is inferred.
//
// flags: --infer none
// prints: 2 1
// broken: `a.swap(b);` ~> `a.swap(a);`
//   30: no permission to `c.valid()`
// broken: `requires valid() &*& c.valid();` ~> `requires valid();`
//   19: no permission to `valid()`
class Cell {
  int x;

  //@ predicate boolean valid() { return acc(this.x); }

  Cell(int v) //@ ensures valid() &*& getX() == v;
  { x = v;
    //@ close valid(); use getX();
  }

  /*@ pure @*/ int getX() //@ requires valid();
  { return /*@ opening valid() in @*/ x; }

  void setX(int v) //@ requires valid(); ensures valid() &*& getX() == v;
  { //@ open valid();
    x = v;
    //@ close valid(); use getX();
  }

  void swap(Cell c)
    //@ requires c != null;
    //@ requires valid() &*& c.valid();
    //@ ensures valid() &*& c.valid();
    //@ ensures getX() == old(c.getX());
    //@ ensures c.getX() == old(getX());
  { //@ use getX(); open valid();
    int i = x; x = c.getX();
    //@ close valid(); use getX();
    c.setX(i);
  }

  public static void main(String[] args) {
    Cell a = new Cell(1);
    Cell b = new Cell(2);
    a.swap(b);
    //@ assert a.getX() == 2 &*& b.getX() == 1;
    System.out.println(a.getX() + " " + b.getX());
  }
}
