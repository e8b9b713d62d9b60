// property: valid-memsafety
// expect: not false
// `abort` runs no function of `atexit`; the name stands in a line that goes on.
#include <stdlib.h>
#define AT_THE_END(f) \
  atexit(f)

static void bye(void) {
  int *p = 0;
  *p = 1;
}

int main(void) {
  AT_THE_END(bye);
  abort();
}
