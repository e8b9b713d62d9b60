/* Bit-fields whose storage units are wider than 128 bits. */
#include <stdio.h>
#pragma pack(push, 1)
struct W {
  signed a : 29;
  unsigned long b : 50;
  signed c : 31;
  unsigned long d : 47;
  signed e : 3;
  unsigned f : 20;
};
#pragma pack(pop)
static struct W w = {-5, 1234567890123UL, -77, 0x7abcdef01234UL, -2, 9};
int main(void) {
  struct W v = w;
  for (int i = 0; i < 5; i++) {
    v.a -= i;
    v.b = v.b * 3 + v.d;
    v.c += v.e;
    v.d ^= v.b << 2;
    v.e = i - 2;
    v.f = v.f << 1 | 1;
    printf("%d %lx %d %lx %d %u\n", v.a, (unsigned long)v.b, v.c,
           (unsigned long)v.d, v.e, v.f);
  }
  return v.a == w.a;
}
