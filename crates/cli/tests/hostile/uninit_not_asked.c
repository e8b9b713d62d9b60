// Nobody asks about the rest: the assertion fails for some value.
// flags: --check assertion-failure
// expect-unconfirmed: a native run has the content that its memory has
// expect: violated
#include <assert.h>
int main(void) {
  unsigned x;
  unsigned y = x % 7;
  assert(y != 3); // bug: assertion-failure
  return 0;
}
