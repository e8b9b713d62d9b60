// Where it prints to.
// expect-unconfirmed: a native run has no terminal
// expect: violated
#include <assert.h>
#include <unistd.h>
int main(void) {
  assert(!isatty(1)); // bug: assertion-failure
  return 0;
}
