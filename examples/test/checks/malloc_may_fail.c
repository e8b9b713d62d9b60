// Only an allocation that fails shows the missing test.
// flags: --malloc-may-fail
// expect: violated
// expect-unconfirmed: a native run cannot choose what malloc returns
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1; // bug: null-dereference
  free(p);
  return 0;
}
