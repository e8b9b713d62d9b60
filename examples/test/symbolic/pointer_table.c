// An offset is added to a pointer out of a table: it leaves the array that the
// pointer belongs to, whatever lies there.
// expect: violated
#include <everypath.h>

int first[4], second[4];

int main(void) {
  unsigned which, i;
  ep_symbolic(&which, sizeof which, "which");
  ep_symbolic(&i, sizeof i, "i");
  ep_assume(i < 8);
  int *const table[2] = {first, second};
  table[which & 1][i] = 1; // bug: out-of-bounds-write
  ep_assert(i < 4);
  return 0;
}
