// A compound literal of the function's own block, made in a loop that has no
// block of its own.
// expect: proved
#include <stdlib.h>
int main(void) {
  int *p = &(int){1}, n = 0;
  while (n < 3)
    n += *p;
  if (*p != 1)
    abort();
  return 0;
}
