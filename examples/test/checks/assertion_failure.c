// assert of <assert.h>.
// expect: violated
#include <assert.h>
#include <everypath.h>

static unsigned isqrt(unsigned n) {
  unsigned r = 0;
  while ((r + 1) * (r + 1) <= n)
    r++;
  return r;
}

int main(void) {
  unsigned char n;
  ep_symbolic(&n, sizeof n, "n");
  assert(isqrt(n) != 7); // bug: assertion-failure
  return 0;
}
