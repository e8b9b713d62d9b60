// Destructor functions are not modelled; saying so is better than a proof.
// expect: unknown
#include <assert.h>

static int x;

__attribute__((destructor)) static void done(void) {
  assert(x == 0);
}

int main(void) {
  x = 1;
  return 0;
}
