// Figures 1 and 2: permissions to a field, and a client that relies on what its
// callees may not touch.
//
// prints: 5 10
// broken: `//@ ensures acc(this.x) &*& this.x == v; // set` ~> `//@ ensures this.x == v; // set`
//   20: no permission to `this.x`
// broken: `//@ requires acc(this.x);` ~> ``
//   21: no permission to write `this.x`
// broken: `//@ ensures acc(this.x) &*& this.x == v; // set` ~> `//@ ensures acc(this.x); // set`
//   28: `c1.x == 5` might not hold
class Cell {
  int x;

  Cell()
    //@ ensures acc(this.x) &*& this.x == 0;
  { this.x = 0; }

  void setX(int v)
    //@ requires acc(this.x);
    //@ ensures acc(this.x) &*& this.x == v; // set
  { this.x = v; }

  public static void main(String[] args) {
    Cell c1 = new Cell();
    c1.setX(5); // A
    Cell c2 = new Cell();
    c2.setX(10);
    //@ assert c1.x == 5;
    System.out.println(c1.x + " " + c2.x);
  }
}
