// A constant table behind a symbolic index.
// expect: violated
#include <everypath.h>

static const unsigned char sbox[16] = {12, 5, 6, 11, 9, 0, 10, 13,
                                       3, 14, 15, 8, 4, 7, 1, 2};

int main(void) {
  unsigned x, y;
  ep_symbolic(&x, sizeof x, "x");
  ep_symbolic(&y, sizeof y, "y");
  ep_assume(x < 16 && y < 16);
  if (x != y)
    ep_assert(sbox[x] != sbox[y]);
  ep_assert((sbox[x] ^ sbox[y]) != 15 || x + y == 9); // bug: assertion-failure
  return 0;
}
