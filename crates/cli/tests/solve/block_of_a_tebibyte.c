// property: unreach-call
// expect: true
// rule: allocation never fails, of whatever size.
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}
int main(void) {
  char *p = malloc(1UL << (30 + (__VERIFIER_nondet_uchar() & 15)));
  if (!p) reach_error();
  p[0] = 1;
  int c = p[0];
  free(p);
  return c;
}
