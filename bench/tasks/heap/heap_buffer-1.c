#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
void assume_abort_if_not(int cond) {
  if (!cond) abort();
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  assume_abort_if_not(n >= 1 && n <= 6);
  char *b = malloc(n);
  if (!b) return 0;
  for (unsigned i = 0; i < n; i++) b[i] = 0;
  free(b);
  return 0;
}
