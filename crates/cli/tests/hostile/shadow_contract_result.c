// A function with a contract returns what was never set.
// expect: violated
extern int __VERIFIER_nondet_int(void);
#include <everypath.h>
static int f(int n) { ep_ensures(1); int u = 0, w; if (n == 5) u = w; return u; }
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0;
  for (int i = 0; i < n; i++) x = f(i);
  if (x == 5) return 1; // bug: uninitialised-read
  return 0;
}
