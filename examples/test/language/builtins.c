// The bit-counting builtins against their definitions.
// expect: proved
#include <everypath.h>

int main(void) {
  unsigned char b;
  ep_symbolic(&b, sizeof b, "b");
  int bits = 0;
  for (int i = 0; i < 8; i++)
    bits += (b >> i) & 1;
  ep_assert(__builtin_popcount(b) == bits);
  ep_assert(__builtin_parity(b) == (bits & 1));
  unsigned x = b * 0x01020304u;
  ep_assert(__builtin_bswap32(__builtin_bswap32(x)) == x);
  ep_assert((__builtin_bswap32(x) & 0xff) == x >> 24);
  int sum;
  ep_assert(__builtin_add_overflow(2147483647, (int)b, &sum) == (b != 0));
  if (b)
    ep_assert((b >> __builtin_ctz(b)) & 1);
  return 0;
}
