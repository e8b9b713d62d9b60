// A write before the start: the guard forgets negative numbers.
// expect: violated
#include <everypath.h>

int main(void) {
  int a[4] = {0}, i;
  ep_symbolic(&i, sizeof i, "i");
  if (i < 4)
    a[i] = 1; // bug: out-of-bounds-write
  return a[0];
}
