// A round loses a block.
// expect: violated
// flags: --check +leak
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
int main(void) {
  int n = __VERIFIER_nondet_int(); char *p = malloc(4); // bug: leak
  for (int i = 0; i < n; i++) if (i == 5) p = malloc(4);
  free(p);
  return 0;
}
