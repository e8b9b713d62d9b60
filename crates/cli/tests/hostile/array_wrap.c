// The index wraps around at 4.
// expect: violated
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a[64];
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 64)
    return 0;
  struct {
    unsigned i : 2;
  } s = {0};
  for (unsigned i = 0; i < n; i++) {
    a[s.i] = i;
    s.i++;
  }
  for (unsigned i = 0; i < n && i < 4; i++)
    assert(a[i] == i); // bug: assertion-failure
  return 0;
}
