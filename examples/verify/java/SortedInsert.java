// Insertion into a sorted list keeps it sorted: the predicate says so.
//
// prints: 2
// broken: `if (v <= n.value)` ~> `if (v >= n.value)`
//   16: `low <= value` might not hold
//   20: `low <= v` might not hold
class Node {
  int value;
  Node next;

  Node(int value)
    //@ ensures acc(this.value) &*& acc(next) &*& this.value == value &*& next == null;
  { this.value = value; }

  // Sorted, and no value is below `low`.
  //@ predicate boolean sorted(int low) { return acc(value) &*& acc(next) &*& low <= value &*& (next != null ==> next.sorted(value)); }

  // Inserts into a list that may be empty.
  static Node insert(Node n, int v, int low)
    //@ requires (n != null ==> n.sorted(low)) &*& low <= v;
    //@ ensures result != null &*& result.sorted(low);
  {
    if (n == null) {
      Node r = new Node(v);
      //@ close r.sorted(low);
      return r;
    }
    //@ open n.sorted(low);
    if (v <= n.value) {
      Node r = new Node(v);
      r.next = n;
      //@ close n.sorted(v);
      //@ close r.sorted(low);
      return r;
    }
    n.next = insert(n.next, v, n.value);
    //@ close n.sorted(low);
    return n;
  }

  public static void main(String[] args) {
    Node n = insert(null, 5, 0);
    n = insert(n, 2, 0);
    n = insert(n, 9, 0);
    //@ open n.sorted(0);
    System.out.println(n.value);
  }
}
