// Binary search; the middle is computed so that it cannot overflow.
//
// prints: 2 -1
// broken: `high = mid;` ~> `high = mid - 1;`
//   21: `low <= high` might not hold
//   24: `forall int i; high <= i && i < a.length ==> a[i] > v` might not hold
// broken: `int high = a.length;` ~> `int high = a.length + 1;`
//   19: `a.length + 1` might overflow `int`
//   21: `high <= a.length` might not hold
class BinarySearch {
  static int search(int[] a, int v)
    //@ requires a != null &*& acc(a[*], 1/2);
    //@ requires (forall int i, j; 0 <= i && i <= j && j < a.length ==> a[i] <= a[j]);
    //@ ensures acc(a[*], 1/2) &*& -1 <= result && result < a.length;
    //@ ensures result >= 0 ==> a[result] == v;
    //@ ensures result < 0 ==> (forall int i; 0 <= i && i < a.length ==> a[i] != v);
  {
    int low = 0;
    int high = a.length;
    while (low < high)
      //@ invariant acc(a[*], 1/2) &*& 0 <= low && low <= high && high <= a.length;
      //@ invariant (forall int i, j; 0 <= i && i <= j && j < a.length ==> a[i] <= a[j]);
      //@ invariant (forall int i; 0 <= i && i < low ==> a[i] < v);
      //@ invariant (forall int i; high <= i && i < a.length ==> a[i] > v);
    {
      int mid = low + (high - low) / 2;
      if (a[mid] < v) low = mid + 1;
      else if (a[mid] > v) high = mid;
      else return mid;
    }
    return -1;
  }

  public static void main(String[] args) {
    int[] a = {1, 3, 4, 7};
    System.out.println(search(a, 4) + " " + search(a, 5));
  }
}
