// A number near null is no allocated object; null itself may be freed.
// expect: violated
#include <everypath.h>
#include <stdlib.h>

int main(void) {
  unsigned char i;
  ep_symbolic(&i, sizeof i, "i");
  char *p = 0;
  free(p + (i & 1)); // bug: invalid-free
  ep_assert((i & 1) == 0);
  return 0;
}
