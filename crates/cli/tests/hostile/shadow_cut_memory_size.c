// A size that was never set.
// expect: violated
// expect-unconfirmed: no sanitizer looks at the size of a copy
extern int __VERIFIER_nondet_int(void);
#include <string.h>
int main(void) {
  int n = __VERIFIER_nondet_int(); size_t k = 4, u; char a[8], b[8] = {0};
  for (int i = 0; i < n; i++) if (i == 5) k = u & 7;
  memcpy(a, b, k); // bug: uninitialised-read
  return 0;
}
