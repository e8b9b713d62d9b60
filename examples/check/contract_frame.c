// The function changes a variable that its contract does not name.
// expect: violated
#include <everypath.h>
extern int __VERIFIER_nondet_int(void);

static int hidden;

static int next(int x) {
  ep_requires(x < 1000);
  ep_ensures(ep_result(int) == x + 1);
  if (x == 77) hidden = 1;
  return x + 1; // bug: assertion-failure
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 1000) next(x);
  return hidden;
}
