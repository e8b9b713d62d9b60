// A pointer to the local of the round before.
// expect-unconfirmed: the new local has the place of the old one
// expect: violated
#include <stdlib.h>
int main(void) {
  int *p = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    if (p && *p == 7) // bug: use-after-return
      abort();
    p = &x;
  }
  return 0;
}
