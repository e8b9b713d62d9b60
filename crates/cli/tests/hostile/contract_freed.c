// Memory of the caller is freed.
// expect: violated
#include <everypath.h>
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
static void use(char *p, int n) {
  ep_requires(ep_fresh(p, 4));
  if (n == 7) free(p);
} // bug: assertion-failure
int main(void) {
  char *p = calloc(4, 1);
  int n = __VERIFIER_nondet_int();
  if (!p) return 0;
  use(p, n);
  if (n != 7) free(p);
}
