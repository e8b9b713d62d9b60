// property: valid-memsafety
// expect: not true
// Nothing points to the block any more when the loop begins.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p)
    return 0;
  *p = 7;
  p = NULL;
  while (__VERIFIER_nondet_int() != 7)
    ;
  for (;;) {
    if (__VERIFIER_nondet_int() == 3)
      continue;
  }
}
