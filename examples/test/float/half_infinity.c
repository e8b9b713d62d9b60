// Infinity fits no integer, also where the integer holds all finite numbers.
// expect: violated
// expect-unconfirmed: the sanitizer does not know the 16-bit format
#include <everypath.h>

int main(void) {
  unsigned short bits;
  ep_symbolic(&bits, sizeof bits, "bits");
  _Float16 x;
  __builtin_memcpy(&x, &bits, sizeof x);
  if (x < 0) {
    int whole = (int)x; // bug: float-cast-overflow
    ep_assert(whole <= 0);
  }
  return 0;
}
