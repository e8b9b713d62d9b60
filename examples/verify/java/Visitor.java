// The visitor pattern: the visitor is called back with the node it is visiting.
//
// prints: 6
// broken: `v.visitNode(this);` ~> `v.visitNode(null);`
//   15: `n != null` might not hold
interface Visitor {
  //@ predicate boolean state();

  void visitLeaf(Leaf l)
    //@ requires state() &*& l != null &*& l.tree();
    //@ ensures state() &*& l.tree();
    ;

  void visitNode(Node n)
    //@ requires state() &*& n != null &*& n.tree();
    //@ ensures state() &*& n.tree();
    ;
}

interface Tree {
  //@ predicate boolean tree();

  void accept(Visitor v)
    //@ requires tree() &*& v != null &*& v.state();
    //@ ensures tree() &*& v.state();
    ;
}

class Leaf implements Tree {
  int value;

  Leaf(int value)
    //@ ensures tree();
  { this.value = value; }

  //@ predicate boolean tree() { return acc(value); }

  public void accept(Visitor v) { v.visitLeaf(this); }
}

class Node implements Tree {
  Tree left;
  Tree right;

  Node(Tree left, Tree right)
    //@ requires left != null &*& right != null &*& left.tree() &*& right.tree();
    //@ ensures tree();
  {
    this.left = left;
    this.right = right;
  }

  //@ predicate boolean tree() { return acc(left) &*& acc(right) &*& left != null &*& right != null &*& left.tree() &*& right.tree(); }

  public void accept(Visitor v) { v.visitNode(this); }
}

class Sum implements Visitor {
  int total;

  Sum()
    //@ ensures state();
  { }

  //@ predicate boolean state() { return acc(total) &*& 0 <= total && total <= 1000; }

  public void visitLeaf(Leaf l) {
    //@ open state();
    //@ open l.tree();
    if (0 <= l.value && l.value <= 1000 - total) total += l.value;
    //@ close l.tree();
    //@ close state();
  }

  public void visitNode(Node n) {
    //@ open n.tree();
    n.left.accept(this);
    n.right.accept(this);
    //@ close n.tree();
  }

  public static void main(String[] args) {
    Tree t = new Node(new Leaf(1), new Node(new Leaf(2), new Leaf(3)));
    Sum s = new Sum();
    t.accept(s);
    System.out.println(s.total);
  }
}
