// A pointer is stored to a slot that depends on the input and stays a pointer
// into its object.
// expect: violated
#include <everypath.h>

int cells[4] = {1, 2, 3, 4}, other[8];

int main(void) {
  unsigned slot, i;
  ep_symbolic(&slot, sizeof slot, "slot");
  ep_symbolic(&i, sizeof i, "i");
  ep_assume(i < 8);
  int *table[4] = {other, other, other, other};
  table[slot & 3] = cells;
  int *p = table[2];
  if ((slot & 3) != 2)
    return p[i] != 0;
  return p[i] == 9; // bug: out-of-bounds-read
}
