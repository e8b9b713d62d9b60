// A call that does not meet the requirement; it is the caller's fault.
// expect: violated
#include <everypath.h>
extern int __VERIFIER_nondet_int(void);

static int root(int x) {
  ep_requires(x >= 0);
  ep_ensures(ep_result(int) >= 0);
  int r = 0;
  while (r < 46340 && (r + 1) * (r + 1) <= x && r < 3) r++;
  return r;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < -5) return 0;
  return root(x) > 3; // bug: assertion-failure
}
