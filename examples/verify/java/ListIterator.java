// Figure 10: iterators that share their list. The list may be read while
// iterators exist; whatever changes it invalidates them.
//
// prints: 3 4 3
// broken: `Object o = i1.next();` ~> `list.add(list); Object o = i1.next();`
//   0: x
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
    //@ ensures getIndex() == 0;
  { list = l; }

  Object next()
    //@ requires fp() &*& getList().valid() &*& valid();
    //@ requires hasNext();
    //@ ensures fp() &*& getList() == old(getList());
    //@ ensures getList().valid() &*& valid();
    //@ ensures untouched(getList().valid());
    //@ ensures getIndex() == old(getIndex()) + 1;
  { return list.items[index++]; }

  //@ predicate boolean fp() { return acc(list) &*& acc(index) &*& list != null; }

  /*@ pure @*/ ArrayList getList()
    //@ requires fp();
    //@ ensures result != null;
  { return list; }

  /*@ pure @*/ int getIndex()
    //@ requires fp();
  { return index; }

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
    Object o = i1.next();
    Object p = i2.next();
    Object q = i1.next();
    System.out.println(list.getSize() + " " + (list.getSize() + i2.getIndex()) + " " + (i1.getIndex() + i2.getIndex()));
  }
}
