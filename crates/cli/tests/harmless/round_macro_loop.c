// A loop whose body is no block.
// expect: proved
#include <stdlib.h>
static void set(int *p, int v) { *p = v; }
int main(void) {
  int x = 0, *p = &x;
  for (int i = 0; i < 3; i++)
    set(p, i);
  do
    set(p, *p + 1);
  while (*p < 5);
  if (x != 5)
    abort();
  return 0;
}
