// Reading the other member of a union reads the same bytes.
// expect: violated
#include <everypath.h>

union word {
  unsigned whole;
  unsigned char bytes[4];
};

int main(void) {
  union word w;
  ep_symbolic(&w, sizeof w, "w");
  ep_assert((w.whole & 0xff) == w.bytes[0]);
  if (w.bytes[3] == 0x12 && (w.whole & 0xffffff) == 0x345678)
    ep_assert(w.whole != 0x12345678); // bug: assertion-failure
  return 0;
}
