// A parameter is what was passed, also where the body changes it.
// expect: violated
#include <everypath.h>
extern int __VERIFIER_nondet_int(void);
static int twice(int n) {
  ep_requires(n > -1000 && n < 1000);
  ep_ensures(ep_result(int) == 2 * n); // bug: assertion-failure
  n = n == 77 ? n + 1 : n;
  return n + n;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > -1000 && n < 1000) twice(n);
}
