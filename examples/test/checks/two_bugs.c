// A first bug does not hide a second one behind it.
// expect: violated
#include <everypath.h>

int main(void) {
  int a[4] = {1, 2, 3, 4}, i, d;
  ep_symbolic(&i, sizeof i, "i");
  ep_symbolic(&d, sizeof d, "d");
  int x = a[i]; // bug: out-of-bounds-read
  return x / d; // bug: division-by-zero
}
