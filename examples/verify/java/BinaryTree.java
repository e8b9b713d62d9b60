// A binary search tree's insertion, with the number of nodes as its model.
//
// flags: --overflow ignore
// prints: 4
// broken: `else left.insert(v);` ~> `else { left.insert(v); left.insert(v); }`
//   30: `count() == old(count()) + 1` might not hold
class Tree {
  int value;
  Tree left;
  Tree right;

  Tree(int value)
    //@ ensures tree() &*& count() == 1;
  {
    this.value = value;
    //@ close tree();
  }

  //@ predicate boolean tree() { return acc(value) &*& acc(left) &*& acc(right) &*& (left != null ==> left.tree()) &*& (right != null ==> right.tree()); }

  /*@ pure @*/ int count()
    //@ requires tree();
    //@ ensures result >= 1;
  {
    return /*@ opening tree() in @*/ (1 + (left == null ? 0 : left.count()) + (right == null ? 0 : right.count()));
  }

  void insert(int v)
    //@ requires tree();
    //@ ensures tree() &*& count() == old(count()) + 1;
  {
    //@ open tree();
    if (v < value) {
      if (left == null) left = new Tree(v);
      else left.insert(v);
    } else {
      if (right == null) right = new Tree(v);
      else right.insert(v);
    }
    //@ close tree();
  }

  /*@ pure @*/ boolean contains(int v)
    //@ requires tree();
  {
    //@ open tree();
    if (v == value) return true;
    if (v < value) return left != null && left.contains(v);
    return right != null && right.contains(v);
  }

  public static void main(String[] args) {
    Tree t = new Tree(5);
    t.insert(3);
    t.insert(8);
    t.insert(1);
    //@ assert t.count() == 4;
    System.out.println(t.count());
  }
}
