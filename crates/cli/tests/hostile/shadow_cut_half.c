// A round looks at the upper half, and the lower one was never set.
// expect: violated
extern int __VERIFIER_nondet_int(void);
#include <string.h>
int main(void) {
  int n = __VERIFIER_nondet_int(); unsigned x = 0; unsigned short u;
  for (int i = 0; i < n; i++) {
    if ((x & 0xffff0000u) == 0x70000u) return 2;
    if (i == 5) memcpy(&x, &u, 2);
  }
  if ((x & 0xffff) == 5) return 1; // bug: uninitialised-read
  return 0;
}
