// The body makes the block of its caller smaller.
// expect: violated
// expect-unconfirmed: the contract is broken where it is only a comment natively
#include <everypath.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static char *g;
static void f(int n) { ep_assigns(&g, sizeof g); if (n == 5) g = realloc(g, 2); } // bug: assertion-failure
int main(void) {
  int n = __VERIFIER_nondet_int();
  g = calloc(8, 1);
  if (!g) return 0;
  for (int i = 0; i < n; i++)
    f(i);
  if (g) g[5] = 1;
  free(g);
}
