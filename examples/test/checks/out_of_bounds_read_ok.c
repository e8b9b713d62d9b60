// The same read with the right guard.
// expect: proved
#include <everypath.h>

static int table[10];

int main(void) {
  unsigned i;
  ep_symbolic(&i, sizeof i, "i");
  if (i >= 10)
    return -1;
  return table[i];
}
