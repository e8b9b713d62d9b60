// The function itself is checked, from any buffer of at most eight elements.
// expect: proved
// flags: --entry largest
#include <everypath.h>

int largest(const int *a, unsigned n) {
  ep_requires(n > 0 && n <= 8);
  ep_requires(ep_fresh(a, n * sizeof *a));
  ep_ensures(ep_result(int) >= a[0]);
  ep_ensures(ep_result(int) >= a[n - 1]);
  int m = a[0];
  for (unsigned i = 1; i < n; i++)
    if (a[i] > m) m = a[i];
  return m;
}
