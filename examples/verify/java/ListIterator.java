// Figure 10: iterators that share their list. The list may be read while
// iterators exist; whatever changes it invalidates them.
//
// prints: 3 2
// broken: `i2.next();` ~> `list.removeLast(); i2.next();`
//   70: `hasNext()` might not hold
// broken: `//@ ensures untouched(getList().valid());` ~> ``
//   69: `valid()` might not hold
//   70: `hasNext()` might not hold
class ArrayList {
  Object[] items;
  int size;

  ArrayList()
    //@ ensures valid();
    //@ ensures getSize() == 0;
  { items = new Object[10]; }

  void add(Object o)
    //@ requires valid() &*& getSize() < 1000000;
    //@ ensures valid();
    //@ ensures getSize() == old(getSize()) + 1;
  {
    if (size == items.length) {
      Object[] more = new Object[2 * size + 1];
      int i = 0;
      while (i < size)
        //@ invariant acc(items, 1/2) &*& items != null &*& acc(items[*], 1/2) &*& acc(size, 1/2);
        //@ invariant 0 <= i && i <= size && size == items.length;
        //@ invariant acc(more[*]) &*& more.length == 2 * size + 1;
      {
        more[i] = items[i];
        i++;
      }
      items = more;
    }
    items[size] = o;
    size++;
  }

  void removeLast()
    //@ requires valid() &*& getSize() > 0;
    //@ ensures valid() &*& getSize() == old(getSize()) - 1;
  { size--; }

  Object get(int i)
    //@ requires valid() &*& 0 <= i && i < getSize();
    //@ ensures valid() &*& getSize() == old(getSize()) &*& untouched(valid());
  { return items[i]; }

  //@ predicate boolean valid() { return acc(items) &*& acc(size) &*& items != null &*& acc(items[*]) &*& 0 <= size && size <= items.length; }

  /*@ pure @*/ int getSize()
    //@ requires valid();
  { return size; }
}

class Iterator {
  ArrayList list;
  int index;

  Iterator(ArrayList l)
    //@ requires l != null &*& l.valid();
    //@ ensures fp() &*& getList() == l &*& l.valid() &*& valid();
    //@ ensures untouched(l.valid());
  { list = l; }

  Object next()
    //@ requires fp() &*& getList().valid() &*& valid();
    //@ requires hasNext();
    //@ ensures fp() &*& getList() == old(getList());
    //@ ensures getList().valid() &*& valid();
    //@ ensures untouched(getList().valid());
  { return list.items[index++]; }

  //@ predicate boolean fp() { return acc(list) &*& acc(index) &*& list != null; }

  /*@ pure @*/ ArrayList getList()
    //@ requires fp();
    //@ ensures result != null;
  { return list; }

  /*@ pure @*/ boolean valid()
    //@ requires fp() &*& getList().valid();
  { return 0 <= index && index <= list.getSize(); }

  /*@ pure @*/ boolean hasNext()
    //@ requires fp() &*& getList().valid();
  { return index < list.getSize(); }
}

class Client {
  public static void main(String[] args) {
    ArrayList list = new ArrayList();
    list.add(list);
    list.add(list);
    list.add(list);
    Iterator i1 = new Iterator(list);
    Iterator i2 = new Iterator(list);
    int n = 0;
    if (i1.hasNext() && i2.hasNext()) {
      i1.next();
      n++;
      i2.next();
      n++;
    }
    System.out.println(list.getSize() + " " + n);
  }
}
