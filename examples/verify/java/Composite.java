// The composite pattern: a group is drawn by drawing its parts.
//
// prints: 3
// broken: `first.draw(s);` ~> `first = null;`
//   11: no permission to `valid()`
interface Graphic {
  //@ predicate boolean valid();

  int draw(Screen s)
    //@ requires valid() &*& s != null &*& s.screen();
    //@ ensures valid() &*& s.screen() &*& s.drawn() >= old(s.drawn());
    ;
}

class Screen {
  int dots;

  Screen()
    //@ ensures screen() &*& drawn() == 0;
  { }

  //@ predicate boolean screen() { return acc(dots) &*& 0 <= dots; }

  /*@ pure @*/ int drawn()
    //@ requires screen();
    //@ ensures result >= 0;
  { return dots; }

  void dot()
    //@ requires screen();
    //@ ensures screen() &*& drawn() >= old(drawn());
  { if (dots < 1000000) dots++; }
}

class Dot implements Graphic {
  Dot()
    //@ ensures valid();
  { }

  //@ predicate boolean valid() { return true; }

  public int draw(Screen s) {
    s.dot();
    return 1;
  }
}

class Group implements Graphic {
  Graphic first;
  Graphic second;

  Group(Graphic first, Graphic second)
    //@ requires first != null &*& second != null &*& first.valid() &*& second.valid();
    //@ ensures valid();
  {
    this.first = first;
    this.second = second;
  }

  //@ predicate boolean valid() { return acc(first) &*& acc(second) &*& first != null &*& second != null &*& first.valid() &*& second.valid(); }

  public int draw(Screen s) {
    first.draw(s);
    second.draw(s);
    return 2;
  }

  public static void main(String[] args) {
    Screen s = new Screen();
    Graphic g = new Group(new Dot(), new Group(new Dot(), new Dot()));
    g.draw(s);
    System.out.println(s.drawn());
  }
}
