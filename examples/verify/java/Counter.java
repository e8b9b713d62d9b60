// A static field: the main routine starts with its permission.
//
// prints: 2
// broken: `made++;` ~> `made += 2;`
//   12: `Counter.made == old(Counter.made) + 1` might not hold
class Counter {
  static int made = 0;
  int id;

  Counter()
    //@ requires acc(Counter.made) &*& 0 <= Counter.made && Counter.made < 1000;
    //@ ensures acc(Counter.made) &*& Counter.made == old(Counter.made) + 1 &*& acc(id) &*& id == Counter.made;
  {
    made++;
    id = made;
  }

  public static void main(String[] args) {
    Counter a = new Counter();
    Counter b = new Counter();
    //@ assert a.id == 1 &*& b.id == 2;
    System.out.println(Counter.made);
  }
}
