// Clean-up by goto frees what was taken, on every path.
// flags: --check default,leak
// expect: proved
#include <everypath.h>
#include <stdlib.h>

static int work(int fail) {
  int r = -1;
  char *a = malloc(4), *b = NULL;
  if (fail & 1)
    goto out_a;
  b = malloc(8);
  if (fail & 2)
    goto out_b;
  r = 0;
out_b:
  free(b);
out_a:
  free(a);
  return r;
}

int main(void) {
  int fail;
  ep_symbolic(&fail, sizeof fail, "fail");
  return work(fail);
}
