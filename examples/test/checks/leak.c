// One of two paths forgets to free.
// flags: --check default,leak
// expect: violated
#include <everypath.h>
#include <stdlib.h>

static int use(int n) {
  char *p = malloc(16); // bug: leak
  p[0] = (char)n;
  if (n < 0)
    return -1;
  free(p);
  return 0;
}

int main(void) {
  int n;
  ep_symbolic(&n, sizeof n, "n");
  return use(n) == 0 ? 0 : 1;
}
