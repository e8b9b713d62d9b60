// property: unreach-call
// expect: unknown
// rule: no address space has room for the largest; that it is null is no answer.
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  char *p = malloc(n);
  if (!p && n) reach_error();
  free(p);
  return 0;
}
