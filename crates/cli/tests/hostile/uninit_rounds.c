// Each round has a value of its own.
// flags: --uninit input
// expect-unconfirmed: a native run has the content that its memory has
// expect: violated
#include <assert.h>
int main(void) {
  int before = 0;
  for (int i = 0; i < 2; i++) {
    int x;
    if (i == 1)
      assert(x == before); // bug: assertion-failure
    before = x;
  }
  return 0;
}
