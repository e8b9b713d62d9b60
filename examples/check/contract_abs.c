// A function that is verified once, from any arguments that it allows, and
// whose contract stands for its calls: the loop of main needs no bound, and
// nobody looks into the body again.
// expect: proved
#include <assert.h>
#include <everypath.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

static int magnitude(int x) {
  ep_requires(x > INT_MIN);
  ep_ensures(ep_result(int) == x || ep_result(int) == -x);
  ep_ensures(ep_result(int) >= 0);
  if (x < 0) return -x;
  return x;
}

int main(void) {
  int most = 0;
  while (__VERIFIER_nondet_bool()) {
    int x = __VERIFIER_nondet_int();
    if (x < -1000 || x > 1000) continue;
    int m = magnitude(x);
    if (m > most) most = m;
    assert(most >= 0 && most <= 1000);
  }
  return 0;
}
