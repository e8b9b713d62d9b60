// A statement that is an expression has its block, too.
// expect: proved
#include <stdlib.h>
#define LARGER(a, b) ({ int _a = (a), _b = (b); int *p = _a > _b ? &_a : &_b; *p; })
int main(void) {
  int m = 0;
  for (int i = 0; i < 4; i++)
    m = LARGER(m, LARGER(i, 2));
  if (m != 3)
    abort();
  return 0;
}
