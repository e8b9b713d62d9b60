// The pointer was copied as bytes.
// expect-unconfirmed: the new local has the place of the old one
// expect: violated
#include <string.h>
int main(void) {
  char store[sizeof(int *)];
  int r = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    int *p = &x;
    if (i) {
      int *q;
      memcpy(&q, store, sizeof q);
      r = *q; // bug: use-after-return
    }
    memcpy(store, &p, sizeof p);
  }
  return r;
}
