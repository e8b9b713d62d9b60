// The address was a number in between.
// expect-unconfirmed: the new local has the place of the old one
// expect: violated
#include <stdint.h>
int main(void) {
  uintptr_t kept = 0;
  int r = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    if (kept)
      r = *(int *)kept; // bug: use-after-return
    kept = (uintptr_t)&x;
  }
  return r;
}
