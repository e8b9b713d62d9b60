// Handlers run when main returns, not only when the program calls exit.
// expect: violated
#include <assert.h>
#include <stdlib.h>

static void bye(void) {
  assert(0); // bug: assertion-failure
}

int main(void) {
  atexit(bye);
  return 0;
}
