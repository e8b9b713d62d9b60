// The body keeps a block, which is lost at the next call.
// expect: violated
// flags: --check +leak
#include <everypath.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static char *kept;
static void f(int n) { ep_assigns(&kept, sizeof kept); if (n == 5) kept = malloc(3); } // bug: leak
int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    f(i);
  kept = 0;
}
