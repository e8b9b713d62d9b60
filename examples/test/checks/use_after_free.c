// expect: violated
#include <everypath.h>
#include <stdlib.h>

int main(void) {
  int n;
  ep_symbolic(&n, sizeof n, "n");
  int *p = malloc(sizeof *p);
  *p = 3;
  if (n == 42)
    free(p);
  int r = *p; // bug: use-after-free
  if (n != 42)
    free(p);
  return r;
}
