// A cube root has the last bits that the C library gives it: 100 is the one byte
// whose root is this number, whatever other libraries say.
// expect: violated
#include <everypath.h>
#include <math.h>

int main(void) {
  unsigned char v;
  ep_symbolic(&v, sizeof v, "v");
  ep_assert(cbrt(v) != 0x1.290fca9c761f7p+2); // bug: assertion-failure
  return 0;
}
