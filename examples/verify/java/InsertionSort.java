// Insertion sort: the result is sorted.
//
// prints: 1 2 5
// broken: `a[k - 1] > v` ~> `a[k - 1] < v`
//   15: `forall int i, j; 0 <= i && i <= j && j < n && j < a.length ==> a[i] <= a[j]` might not hold
//   22: `forall int i; k < i && i <= n ==> v < a[i]` might not hold
class InsertionSort {
  static void sort(int[] a)
    //@ requires a != null &*& acc(a[*]);
    //@ ensures acc(a[*]) &*& (forall int i, j; 0 <= i && i <= j && j < a.length ==> a[i] <= a[j]);
  {
    int n = 1;
    while (n < a.length)
      //@ invariant acc(a[*]) &*& 1 <= n && (n <= a.length || a.length == 0);
      //@ invariant (forall int i, j; 0 <= i && i <= j && j < n && j < a.length ==> a[i] <= a[j]);
    {
      int v = a[n];
      int k = n;
      while (k > 0 && a[k - 1] > v)
        //@ invariant acc(a[*]) &*& 0 <= k && k <= n && n < a.length;
        //@ invariant (forall int i, j; 0 <= i && i <= j && j <= n && i != k && j != k ==> a[i] <= a[j]);
        //@ invariant (forall int i; k < i && i <= n ==> v < a[i]);
      {
        a[k] = a[k - 1];
        k--;
      }
      a[k] = v;
      n++;
    }
  }

  public static void main(String[] args) {
    int[] a = {5, 1, 2};
    sort(a);
    System.out.println(a[0] + " " + a[1] + " " + a[2]);
  }
}
