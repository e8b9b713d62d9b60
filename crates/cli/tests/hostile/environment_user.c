// Any user.
// expect-unconfirmed: a native run has the user that started it
// expect: violated
#include <assert.h>
#include <unistd.h>
int main(void) {
  assert(getuid() != 4321); // bug: assertion-failure
  return 0;
}
