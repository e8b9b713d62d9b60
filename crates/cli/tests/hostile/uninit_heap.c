// Memory of malloc holds any bytes.
// flags: --uninit input
// expect-unconfirmed: a native run has the content that its memory has
// expect: violated
#include <assert.h>
#include <stdlib.h>
int main(void) {
  unsigned *p = malloc(3 * sizeof *p);
  if (!p)
    return 0;
  unsigned v = p[1];
  free(p);
  assert(v < 4000000000u); // bug: assertion-failure
  return 0;
}
