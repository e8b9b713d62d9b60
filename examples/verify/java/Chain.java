// Two pure methods that call each other: one has the fields and leaves them behind,
// the other opens the predicate. Neither needs a measure (section 3.6).
//
// prints: true
// broken: `next.closed(k)` ~> `open(k)`
//   23: the recursive call might not end: its precondition must be found inside of an opened predicate, or leave some of the caller's permissions
// broken: `/*@ opening rest() in @*/ open(k)` ~> `closed(k)`
//   28: the recursive call might not end: its precondition must be found inside of an opened predicate, or leave some of the caller's permissions
class Chain {
  Chain next;
  int v;

  //@ predicate boolean rest() { return acc(this.next) &*& acc(this.v) &*& (this.next != null ==> this.next.rest()); }

  Chain(int x, Chain tail)
    //@ requires tail != null ==> tail.rest();
    //@ ensures rest();
  { v = x; next = tail; }

  /*@ pure @*/ boolean open(int k)
    //@ requires acc(this.next) &*& acc(this.v) &*& (this.next != null ==> this.next.rest());
  {
    return v == k || (next != null && next.closed(k));
  }

  /*@ pure @*/ boolean closed(int k)
    //@ requires rest();
  { return /*@ opening rest() in @*/ open(k); }

  public static void main(String[] args) {
    Chain c = new Chain(1, new Chain(2, null));
    System.out.println(c.closed(2));
  }
}
