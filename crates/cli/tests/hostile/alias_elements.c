// Two pointers into one array.
// expect: violated
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[4] = {0};
  int *p = &a[__VERIFIER_nondet_uint() % 4], *q = &a[__VERIFIER_nondet_uint() % 4];
  *p = 1;
  *q = 2;
  assert(*p == 1); // bug: assertion-failure
}
