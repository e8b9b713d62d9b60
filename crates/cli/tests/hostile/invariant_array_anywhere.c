// Each round writes one element of any index.
// expect: violated
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned char a[8] = {0};
  while (__VERIFIER_nondet_bool())
    a[__VERIFIER_nondet_uint() % 8] = 1;
  assert(a[5] == 0 || a[2] == 0); // bug: assertion-failure
}
