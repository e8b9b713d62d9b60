// No unwinding proves this loop; what each round keeps does.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  int i = 0;
  unsigned s = 0;
  while (i < n) {
    i++;
    s += 2;
  }
  assert(i == n);
  assert(s == 2u * (unsigned)n);
  return 0;
}
