// expect: proved
#include <everypath.h>
#include <stdlib.h>

int main(void) {
  int n;
  ep_symbolic(&n, sizeof n, "n");
  int *p = malloc(sizeof *p);
  *p = n;
  int r = *p;
  free(p);
  return r == n ? 0 : 1;
}
