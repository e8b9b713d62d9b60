// Also where loops are cut.
// expect: violated
#include <assert.h>
#include <time.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  long t = time(0);
  for (int i = 0; i < n; i++)
    assert(t < 1500000000); // bug: assertion-failure
  return 0;
}
