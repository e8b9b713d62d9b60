// Functions with the attribute constructor run before main.
// expect: proved
#include <everypath.h>

static int ready;

__attribute__((constructor)) static void prepare(void) { ready = 5; }

int main(void) {
  ep_assert(ready == 5);
  return 0;
}
