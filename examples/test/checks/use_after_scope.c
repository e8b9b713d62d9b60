// A pointer to a block's local outlives the block.
// expect: violated
#include <everypath.h>

int main(void) {
  int n, outer = 1;
  int *p = &outer;
  ep_symbolic(&n, sizeof n, "n");
  if (n > 10) {
    int inner = n;
    p = &inner;
  }
  return *p; // bug: use-after-return
}
