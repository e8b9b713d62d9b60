// An array whose length is the input.
// expect: violated
#include <everypath.h>

int main(void) {
  unsigned n;
  ep_symbolic(&n, sizeof n, "n");
  ep_assume(n >= 1 && n <= 4);
  int a[n];
  for (unsigned i = 0; i < n; i++)
    a[i] = (int)i;
  ep_assert(sizeof a == 4 * n);
  return a[3]; // bug: out-of-bounds-read
}
