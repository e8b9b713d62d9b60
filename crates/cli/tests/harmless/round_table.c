// Addresses of one round in a table that lives longer.
// expect: proved
#include <stdlib.h>
int main(void) {
  int *table[2];
  for (int i = 0; i < 3; i++) {
    int x = i, y = i + 1;
    table[i & 1] = &x;
    table[(i + 1) & 1] = &y;
    if (*table[0] + *table[1] != 2 * i + 1)
      abort();
  }
  return 0;
}
