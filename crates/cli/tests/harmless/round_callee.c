// Functions with locals of blocks, called again and again and by themselves.
// expect: proved
#include <stdlib.h>
static int down(int n, int *up) {
  int r = 0;
  for (int i = 0; i < 2; i++) {
    int x = n;
    if (n > 0)
      r += down(n - 1, &x);
    r += *up;
    if (x != n)
      abort();
  }
  return r;
}
int main(void) {
  int top = 1;
  return down(2, &top) == 0;
}
