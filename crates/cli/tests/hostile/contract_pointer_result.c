// The result is a pointer to the wrong variable.
// expect: violated
#include <everypath.h>
extern int __VERIFIER_nondet_int(void);
static int small, large;
static int *choose(int n) {
  ep_ensures(*ep_result(int *) == (n > 10)); // bug: assertion-failure
  return n > 11 ? &large : &small;
}
int main(void) {
  large = 1;
  choose(__VERIFIER_nondet_int());
}
