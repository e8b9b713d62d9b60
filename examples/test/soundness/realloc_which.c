// The content follows the object when the pointer is chosen by the input.
// expect: proved
#include <assert.h>
#include <everypath.h>
#include <stdlib.h>

int main(void) {
  unsigned char i;
  ep_symbolic(&i, sizeof i, "i");
  ep_assume(i < 2);
  int *t[2] = {malloc(4), malloc(8)};
  *t[0] = 1;
  *t[1] = 2;
  int *p = realloc(t[i], 16);
  assert(p[0] == i + 1);
  free(p);
  free(t[1 - i]);
  return 0;
}
