// A subclass with one more field: its predicate contains that of its superclass,
// and `super.setX` is called through the superclass's own meaning of `valid`.
//
// prints: 7 3
// broken: `super.setX(v);` ~> `super.setX(bak);`
//   41: `getX() == v` might not hold
class Cell {
  int x;

  Cell()
    //@ ensures valid() &*& getX() == 0;
  { }

  //@ predicate boolean valid() { return acc(x); }

  /*@ pure @*/ int getX()
    //@ requires valid();
  { return x; }

  void setX(int v)
    //@ requires valid();
    //@ ensures valid() &*& getX() == v;
  { x = v; }
}

class ReCell extends Cell {
  int bak;

  ReCell()
    //@ ensures valid() &*& getX() == 0;
  { }

  //@ predicate boolean valid() { return super.valid() &*& acc(bak); }

  /*@ pure @*/ int getX()
    //@ requires valid();
  { return /*@ opening valid() in @*/ super.getX(); }

  void setX(int v)
    //@ requires valid();
    //@ ensures valid() &*& getX() == v;
  {
    bak = super.getX();
    super.setX(v);
  }

  public static void main(String[] args) {
    Cell c = new ReCell();
    c.setX(3);
    c.setX(7);
    //@ assert c.getX() == 7;
    System.out.println(c.getX() + " " + ((ReCell) c).bak);
  }
}
