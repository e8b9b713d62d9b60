// The address is kept in a block of the heap.
// expect-unconfirmed: the new local has the place of the old one
// expect: violated
#include <stdlib.h>
struct holder { long n; int *p; };
int main(void) {
  struct holder *h = calloc(1, sizeof *h);
  int r = 0;
  if (!h)
    return 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    if (h->p)
      r = *h->p; // bug: use-after-return
    h->p = &x;
  }
  free(h);
  return r;
}
