// A local of an inner block lives until the function of its `cleanup` attribute has
// been called with its address, which is behind all that the block says.
// expect: proved
// flags: --check +leak
#include <assert.h>
#include <stdlib.h>
static int freed;
static void release(char **p) {
  free(*p);
  freed++;
}
int main(void) {
  for (int i = 0; i < 2; i++) {
    __attribute__((cleanup(release))) char *q = malloc(3);
    if (!q)
      return 0;
    q[0] = (char)i;
    assert(q[0] == i);
  }
  assert(freed == 2);
  return 0;
}
