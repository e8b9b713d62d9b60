// A read one past the end, for exactly one index.
// expect: violated
#include <everypath.h>

static int table[10];

int main(void) {
  unsigned i;
  ep_symbolic(&i, sizeof i, "i");
  ep_assume(i <= 10);
  return table[i]; // bug: out-of-bounds-read
}
