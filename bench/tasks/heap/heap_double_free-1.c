#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  char *p = malloc(4);
  if (__VERIFIER_nondet_bool()) {
    free(p);
    p = 0;
  }
  free(p);
  return 0;
}
