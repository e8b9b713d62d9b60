// Whether two elements of a sorted array have a sum: one pointer from each end.
// `n - 1` wraps around for the least n alone, which is a case of its own.
int f(const int *a, int n, int sum) {
  int l = 0, r = n - 1;
  while (l < r) {
    long long s = (long long)a[l] + a[r];
    if (s == sum)
      return 1;
    if (s < sum)
      l++;
    else
      r--;
  }
  return 0;
}
