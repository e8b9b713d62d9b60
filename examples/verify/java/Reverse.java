// In-place reversal of a linked list: the loop's invariant splits it in two.
//
// flags: --overflow ignore --infer open,close,use
// prints: 3 3
// broken: `rest.next = done;` ~> `rest.next = null;`
//   36: `(done == null ? 0 : done.length()) + (rest == null ? 0 : rest.length()) == old(n == null ? 0 : n.length())` might not hold
class Node {
  int value;
  Node next;

  Node(int value)
    //@ ensures acc(this.value) &*& acc(next) &*& this.value == value &*& next == null;
  { this.value = value; }

  //@ predicate boolean list() { return acc(value) &*& acc(next) &*& (next != null ==> next.list()); }

  /*@ pure @*/ int length()
    //@ requires list();
    //@ ensures result >= 1;
  { return /*@ opening list() in @*/ (next == null ? 1 : 1 + next.length()); }

  /*@ pure @*/ int head()
    //@ requires list();
  { return /*@ opening list() in @*/ value; }

  static Node reverse(Node n)
    //@ requires n != null ==> n.list();
    //@ ensures result != null ==> result.list();
    //@ ensures (result == null ? 0 : result.length()) == old(n == null ? 0 : n.length());
  {
    Node done = null;
    Node rest = n;
    while (rest != null)
      //@ invariant done != null ==> done.list();
      //@ invariant rest != null ==> rest.list();
      //@ invariant (done == null ? 0 : done.length()) + (rest == null ? 0 : rest.length()) == old(n == null ? 0 : n.length());
    {
      //@ open rest.list();
      Node next = rest.next;
      rest.next = done;
      done = rest;
      //@ close done.list();
      rest = next;
    }
    return done;
  }

  static Node prepend(int v, Node n)
    //@ requires n != null ==> n.list();
    //@ ensures result != null &*& result.list() &*& result.length() == 1 + (n == null ? 0 : old(n.length())) &*& result.head() == v;
  {
    Node r = new Node(v);
    r.next = n;
    //@ close r.list();
    return r;
  }

  public static void main(String[] args) {
    Node n = prepend(1, prepend(2, prepend(3, null)));
    //@ assert n.length() == 3;
    Node r = reverse(n);
    //@ assert r != null;
    System.out.println(r.length() + " " + r.head());
  }
}
