// A stack on an array: its size is visible, its elements are kept.
//
// prints: 7 1
// broken: `size--;` ~> ``
//   41: `getSize() == old(getSize()) - 1` might not hold
//   44: the index of `items[size]` might be out of bounds
class Stack {
  int[] items;
  int size;

  Stack(int capacity)
    //@ requires capacity >= 0;
    //@ ensures valid() &*& getSize() == 0 &*& getCapacity() == capacity;
  { items = new int[capacity]; }

  //@ predicate boolean valid() { return acc(items) &*& acc(size) &*& items != null &*& acc(items[*]) &*& 0 <= size && size <= items.length; }

  /*@ pure @*/ int getSize()
    //@ requires valid();
    //@ ensures result >= 0;
  { return size; }

  /*@ pure @*/ int getCapacity()
    //@ requires valid();
  { return items.length; }

  /*@ pure @*/ int top()
    //@ requires valid() &*& getSize() > 0;
  { return /*@ opening valid() in @*/ items[size - 1]; }

  void push(int v)
    //@ requires valid() &*& getSize() < getCapacity();
    //@ ensures valid() &*& getSize() == old(getSize()) + 1 &*& top() == v &*& getCapacity() == old(getCapacity());
  {
    items[size] = v;
    size++;
  }

  int pop()
    //@ requires valid() &*& getSize() > 0;
    //@ ensures valid() &*& getSize() == old(getSize()) - 1 &*& result == old(top()) &*& getCapacity() == old(getCapacity());
  {
    size--;
    return items[size];
  }

  public static void main(String[] args) {
    Stack s = new Stack(3);
    s.push(4);
    s.push(7);
    int v = s.pop();
    //@ assert v == 7 &*& s.getSize() == 1;
    System.out.println(v + " " + s.getSize());
  }
}
