// A write at a symbolic index is seen by a read at another one.
// expect: violated
#include <everypath.h>

int main(void) {
  unsigned char a[16] = {0}, i, j;
  ep_symbolic(&i, sizeof i, "i");
  ep_symbolic(&j, sizeof j, "j");
  ep_assume(i < 16 && j < 16);
  a[i] = 7;
  ep_assert(i != j || a[j] == 7);
  if (i > 9)
    ep_assert(a[j] == 0 || j < 13); // bug: assertion-failure
  return 0;
}
