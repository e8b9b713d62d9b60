// property: valid-memsafety
// expect: not true
// Each round loses a block, and rounds do not end.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  for (;;) {
    char *p = malloc(4);
    if (p && __VERIFIER_nondet_int())
      p[3] = 1;
  }
}
