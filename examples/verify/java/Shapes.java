// An interface with a predicate family and a pure method; behavioural subtyping.
//
// prints: 26
// broken: `s.grow(2);` ~> `s.grow(-1);`
//   17: `0 <= by` might not hold
// broken: `if (width + by <= 1000) width = width + by;` ~> `width = width + by;`
//   18: no permission to `valid()`
interface Shape {
  //@ predicate boolean valid();

  /*@ pure @*/ int area()
    //@ requires valid();
    //@ ensures result >= 0;
    ;

  void grow(int by)
    //@ requires valid() &*& 0 <= by && by <= 10;
    //@ ensures valid();
    ;
}

class Square implements Shape {
  int side;

  Square(int side)
    //@ requires 0 <= side && side <= 100;
    //@ ensures valid();
  { this.side = side; }

  //@ predicate boolean valid() { return acc(side) &*& 0 <= side && side <= 100; }

  public /*@ pure @*/ int area()
    //@ requires valid();
  { return side * side; }

  public void grow(int by)
    //@ requires valid() &*& 0 <= by;
    //@ ensures valid();
  {
    if (by <= 100 - side) side += by;
  }
}

class Strip implements Shape {
  int width;

  Strip(int width)
    //@ requires 0 <= width && width <= 1000;
    //@ ensures valid();
  { this.width = width; }

  //@ predicate boolean valid() { return acc(width) &*& 0 <= width && width <= 1000; }

  public /*@ pure @*/ int area()
    //@ requires valid();
  { return width; }

  public void grow(int by)
  { if (width + by <= 1000) width = width + by; }

  static int total(Shape a, Shape b)
    //@ requires a != null &*& b != null &*& a.valid() &*& b.valid() &*& a.area() < 100000 &*& b.area() < 100000;
    //@ ensures a.valid() &*& b.valid() &*& result == old(a.area()) + old(b.area());
  { return a.area() + b.area(); }

  public static void main(String[] args) {
    Shape s = new Square(2);
    Shape t = new Strip(10);
    s.grow(2);
    System.out.println(s.area() + t.area());
  }
}
