// The result is a double; it may be no number.
// expect: violated
#include <everypath.h>
extern int __VERIFIER_nondet_int(void);
static double half(double x) {
  ep_ensures(ep_result(double) <= x || x < 0); // bug: assertion-failure
  return x / 2;
}
int main(void) {
  double d;
  ep_symbolic(&d, sizeof d, "d");
  half(d);
}
