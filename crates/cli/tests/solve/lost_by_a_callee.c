// property: valid-memsafety
// expect: not true
// The caller does not read again what it handed over, and the callee forgets it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void forget(int *p) {
  if (p)
    *p = 1;
  p = 0;
  for (;;) {
    if (__VERIFIER_nondet_int() == 3)
      continue;
  }
}

int main(void) { forget(malloc(4)); }
