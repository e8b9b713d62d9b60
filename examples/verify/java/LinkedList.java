// A singly linked list with a recursive predicate and a recursive length.
//
// flags: --overflow ignore --infer open,close,use
// prints: 3
// broken: `first = new Node(v, first);` ~> `first = new Node(v, null);`
//   46: `size() == old(size()) + 1` might not hold
class Node {
  int value;
  Node next;

  Node(int value, Node next)
    //@ requires next != null ==> next.list();
    //@ ensures list() &*& length() == 1 + (next == null ? 0 : old(next.length()));
  {
    this.value = value;
    this.next = next;
    //@ close list();
  }

  //@ predicate boolean list() { return acc(value) &*& acc(next) &*& (next != null ==> next.list()); }

  /*@ pure @*/ int length()
    //@ requires list();
    //@ ensures result >= 1;
  { return /*@ opening list() in @*/ (next == null ? 1 : 1 + next.length()); }
}

class LinkedList {
  Node first;

  LinkedList()
    //@ ensures valid() &*& size() == 0;
  {
    //@ close valid();
  }

  //@ predicate boolean valid() { return acc(first) &*& (first != null ==> first.list()); }

  /*@ pure @*/ int size()
    //@ requires valid();
    //@ ensures result >= 0;
  { return /*@ opening valid() in @*/ (first == null ? 0 : first.length()); }

  void addFirst(int v)
    //@ requires valid() &*& size() < 1000;
    //@ ensures valid() &*& size() == old(size()) + 1;
  {
    //@ open valid();
    first = new Node(v, first);
    //@ close valid();
  }

  public static void main(String[] args) {
    LinkedList l = new LinkedList();
    l.addFirst(1);
    l.addFirst(2);
    l.addFirst(3);
    //@ assert l.size() == 3;
    System.out.println(l.size());
  }
}
