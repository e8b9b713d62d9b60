// Under an invariant of the user as well.
// expect: violated
extern int __VERIFIER_nondet_int(void);
#include <everypath.h>
int main(void) {
  int n = __VERIFIER_nondet_int(), u, x = 0, i = 0;
  if (n < 0) return 0;
  while (i < n) {
    ep_invariant(0 <= i && i <= n);
    if (i == 5) x = u;
    i++;
  }
  if (x == 5) return 1; // bug: uninitialised-read
  return 0;
}
