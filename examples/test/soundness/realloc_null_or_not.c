// realloc of a pointer that is null for some inputs.
// expect: proved
#include <assert.h>
#include <everypath.h>
#include <stdlib.h>

int main(void) {
  unsigned char i;
  ep_symbolic(&i, sizeof i, "i");
  ep_assume(i < 3);
  int *p = malloc(4);
  *p = 7;
  int *t[3] = {0, p, 0};
  int *q = realloc(t[i], 8);
  if (i == 1)
    assert(q[0] == 7);
  else
    free(p);
  free(q);
  return 0;
}
