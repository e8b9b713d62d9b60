// In-place reversal of an array.
//
// prints: 3 2 1
// broken: `a[j] = t;` ~> `a[j] = a[i];`
//   16: `forall int k; j < k && k < a.length ==> a[k] == old(a[a.length - 1 - k])` might not hold
class ReverseArray {
  static void reverse(int[] a)
    //@ requires a != null &*& acc(a[*]);
    //@ ensures acc(a[*]) &*& (forall int i; 0 <= i && i < a.length ==> a[i] == old(a[a.length - 1 - i]));
  {
    int i = 0;
    int j = a.length - 1;
    while (i < j)
      //@ invariant acc(a[*]) &*& 0 <= i && i <= a.length &*& j == a.length - 1 - i &*& i <= j + 1;
      //@ invariant (forall int k; 0 <= k && k < i ==> a[k] == old(a[a.length - 1 - k]));
      //@ invariant (forall int k; j < k && k < a.length ==> a[k] == old(a[a.length - 1 - k]));
      //@ invariant (forall int k; i <= k && k <= j ==> a[k] == old(a[k]));
    {
      int t = a[i];
      a[i] = a[j];
      a[j] = t;
      i++;
      j--;
    }
  }

  public static void main(String[] args) {
    int[] a = {1, 2, 3};
    reverse(a);
    //@ assert a[0] == 3;
    System.out.println(a[0] + " " + a[1] + " " + a[2]);
  }
}
