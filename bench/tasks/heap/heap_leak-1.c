#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  char *p = malloc(8);
  if (!p) return 0;
  if (__VERIFIER_nondet_bool()) {
    free(p);
    return 1;
  }
  free(p);
  return 0;
}
