// Loops over arrays: a sum that cannot overflow, a maximum, a search.
//
// prints: 14 5 2
// broken: `s += a[i];` ~> `s += a[i] * 1000000;`
//   16: `s <= 1000 * i` might not hold
// broken: `int s = 0;` ~> `int s = 1;`
//   16: `s <= 1000 * i` might not hold
class ArraySum {
  static int sum(int[] a)
    //@ requires a != null &*& acc(a[*], 1/2) &*& a.length <= 1000;
    //@ requires (forall int i; 0 <= i && i < a.length ==> 0 <= a[i] && a[i] <= 1000);
    //@ ensures acc(a[*], 1/2) &*& 0 <= result && result <= 1000 * a.length;
  {
    int s = 0;
    for (int i = 0; i < a.length; i++)
      //@ invariant acc(a[*], 1/2) &*& 0 <= i && i <= a.length &*& 0 <= s && s <= 1000 * i;
      //@ invariant (forall int k; 0 <= k && k < a.length ==> 0 <= a[k] && a[k] <= 1000);
    {
      s += a[i];
    }
    return s;
  }

  static int max(int[] a)
    //@ requires a != null &*& acc(a[*], 1/2) &*& a.length > 0;
    //@ ensures acc(a[*], 1/2) &*& (forall int i; 0 <= i && i < a.length ==> a[i] <= result);
  {
    int m = a[0];
    int i = 1;
    while (i < a.length)
      //@ invariant acc(a[*], 1/2) &*& 1 <= i && i <= a.length;
      //@ invariant (forall int k; 0 <= k && k < i ==> a[k] <= m);
    {
      if (a[i] > m) m = a[i];
      i++;
    }
    return m;
  }

  static int find(int[] a, int v)
    //@ requires a != null &*& acc(a[*], 1/2);
    //@ ensures acc(a[*], 1/2) &*& -1 <= result && result < a.length;
    //@ ensures result >= 0 ==> a[result] == v;
    //@ ensures result < 0 ==> (forall int i; 0 <= i && i < a.length ==> a[i] != v);
  {
    for (int i = 0; i < a.length; i++)
      //@ invariant acc(a[*], 1/2) &*& 0 <= i && i <= a.length;
      //@ invariant (forall int k; 0 <= k && k < i ==> a[k] != v);
    {
      if (a[i] == v) return i;
    }
    return -1;
  }

  public static void main(String[] args) {
    int[] a = {3, 1, 5, 5};
    //@ assert (forall int i; 0 <= i && i < a.length ==> 0 <= a[i] && a[i] <= 1000);
    System.out.println(sum(a) + " " + max(a) + " " + find(a, 5));
  }
}
