// Any value is not this one.
// flags: --uninit input
// expect-unconfirmed: a native run has the content that its memory has
// expect: violated
#include <assert.h>
int main(void) {
  int x;
  assert(x != 123456); // bug: assertion-failure
  return 0;
}
