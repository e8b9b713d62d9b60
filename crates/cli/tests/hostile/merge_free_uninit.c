// One of two merged pointers was never set.
// expect: violated
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p;
  if (__VERIFIER_nondet_int()) p = malloc(10);
  if (p == 0) return 1; // bug: uninitialised-read
  free(p);
  return 0;
}
