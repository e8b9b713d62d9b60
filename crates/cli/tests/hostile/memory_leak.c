// Lost on the way out of a nested loop.
// expect: violated
// flags: --check leak
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 3;
  for (unsigned i = 0; i < 3; i++) {
    char *p = malloc(4); // bug: leak
    if (!p) return 0;
    if (i == n && n == 2) break;
    free(p);
  }
}
