// property: valid-memsafety
// expect: true
// A block that is held through a loop of any number of rounds is not lost.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p)
    return 0;
  *p = 0;
  while (__VERIFIER_nondet_int())
    *p = 1;
  int r = *p;
  free(p);
  return r;
}
