// A contract allows a write that does not happen on every way.
// expect: violated
extern int __VERIFIER_nondet_int(void);
#include <everypath.h>
static void f(int *p, int n) { ep_requires(ep_fresh(p, 4)); ep_assigns(p, 4); if (n == 5) *p = 1; }
int main(void) {
  int n = __VERIFIER_nondet_int(), x;
  for (int i = 0; i < n; i++) f(&x, i);
  if (x == 5) return 1; // bug: uninitialised-read
  return 0;
}
