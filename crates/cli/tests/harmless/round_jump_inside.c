// A jump back inside of a block does not leave it: the object stays, its value
// does not.
// expect: proved
#include <stdlib.h>
int main(void) {
  int n = 0, *p = 0;
  {
  again:;
    int x;
    x = n;
    if (p && *p != n)
      abort();
    p = &x;
    if (n++ < 2)
      goto again;
  }
  return 0;
}
