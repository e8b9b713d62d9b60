// The 64 bits of precision of x87: every 64-bit integer fits, a double does not
// hold them all, and what has no leading bit is no number.
// expect: violated
#include <everypath.h>

int main(void) {
  long long n;
  ep_symbolic(&n, sizeof n, "n");
  ep_assume(n > 1LL << 53 && n < (1LL << 53) + 16);
  long double wide = n;
  ep_assert((long long)wide == n);
  ep_assert(wide + 1 > wide);
  ep_assert((double)wide == wide); // bug: assertion-failure

  struct {
    unsigned long long significand;
    unsigned short top;
  } parts;
  union {
    long double value;
    char bytes[16];
  } any = {0};
  ep_symbolic(&parts.significand, sizeof parts.significand, "significand");
  parts.top = 0x3fff;
  __builtin_memcpy(any.bytes, &parts.significand, 8);
  __builtin_memcpy(any.bytes + 8, &parts.top, 2);
  // From one below two, or no number at all.
  if (any.value == any.value)
    ep_assert(any.value >= 1 && any.value < 2 && parts.significand >> 63);
  else
    ep_assert(!(parts.significand >> 63));
  return 0;
}
