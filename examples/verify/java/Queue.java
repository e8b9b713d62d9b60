// A ring buffer: indices wrap around at the end of the array.
//
// prints: 1 2 1
// broken: `head + 1 == items.length ? 0 : head + 1` ~> `head + 1`
//   16: `head < items.length` might not hold
class Queue {
  int[] items;
  int head;
  int size;

  Queue(int capacity)
    //@ requires 0 < capacity && capacity <= 1000000;
    //@ ensures valid() &*& getSize() == 0 &*& getCapacity() == capacity;
  { items = new int[capacity]; }

  //@ predicate boolean valid() { return acc(items) &*& acc(head) &*& acc(size) &*& items != null &*& acc(items[*]) &*& 0 < items.length && items.length <= 1000000 &*& 0 <= head && head < items.length &*& 0 <= size && size <= items.length; }

  /*@ pure @*/ int getSize()
    //@ requires valid();
    //@ ensures 0 <= result && result <= getCapacity();
  { return size; }

  /*@ pure @*/ int getCapacity()
    //@ requires valid();
  { return items.length; }

  void put(int v)
    //@ requires valid() &*& getSize() < getCapacity();
    //@ ensures valid() &*& getSize() == old(getSize()) + 1 &*& getCapacity() == old(getCapacity());
  {
    int end = items.length - head;
    items[size < end ? head + size : size - end] = v;
    size++;
  }

  int take()
    //@ requires valid() &*& getSize() > 0;
    //@ ensures valid() &*& getSize() == old(getSize()) - 1 &*& getCapacity() == old(getCapacity());
  {
    int v = items[head];
    head = head + 1 == items.length ? 0 : head + 1;
    size--;
    //@ close valid();
    return v;
  }

  public static void main(String[] args) {
    Queue q = new Queue(2);
    q.put(1);
    q.put(2);
    int a = q.take();
    q.put(3);
    int b = q.take();
    //@ assert q.getSize() == 1;
    System.out.println(a + " " + b + " " + q.getSize());
  }
}
