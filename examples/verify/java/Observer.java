// Observers are told of changes and copy the value, with a permission to read it.
//
// prints: 8 8
// broken: `b.update();` ~> ``
//   50: `b.getSeen() == 8` might not hold
class Subject {
  int value;

  Subject()
    //@ ensures acc(value) &*& value == 0;
  { }
}

class Observer {
  Subject subject;
  int seen;

  Observer(Subject s)
    //@ requires s != null &*& acc(s.value, 1/2);
    //@ ensures valid() &*& getSubject() == s &*& acc(s.value, 1/2) &*& getSeen() == s.value &*& s.value == old(s.value);
  {
    subject = s;
    seen = s.value;
  }

  //@ predicate boolean valid() { return acc(subject) &*& acc(seen) &*& subject != null; }

  /*@ pure @*/ Subject getSubject()
    //@ requires valid();
    //@ ensures result != null;
  { return subject; }

  /*@ pure @*/ int getSeen()
    //@ requires valid();
  { return seen; }

  void update()
    //@ requires valid() &*& acc(getSubject().value, 1/2);
    //@ ensures valid() &*& getSubject() == old(getSubject()) &*& acc(getSubject().value, 1/2);
    //@ ensures getSeen() == getSubject().value &*& getSubject().value == old(getSubject().value);
  { seen = subject.value; }

  public static void main(String[] args) {
    Subject s = new Subject();
    Observer a = new Observer(s);
    Observer b = new Observer(s);
    s.value = 8;
    a.update();
    b.update();
    //@ assert a.getSeen() == 8 &*& b.getSeen() == 8;
    System.out.println(a.getSeen() + " " + b.getSeen());
  }
}
