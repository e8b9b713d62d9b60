// Two symbolic indices into an array of arrays.
// expect: proved
#include <everypath.h>

int main(void) {
  int grid[3][4];
  unsigned r, c;
  for (int i = 0; i < 12; i++)
    grid[i / 4][i % 4] = i;
  ep_symbolic(&r, sizeof r, "r");
  ep_symbolic(&c, sizeof c, "c");
  ep_assume(r < 3 && c < 4);
  ep_assert(grid[r][c] == (int)(4 * r + c));
  return 0;
}
