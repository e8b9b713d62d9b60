// The body leaves the address of its local.
// expect: violated
#include <everypath.h>
extern int __VERIFIER_nondet_int(void);
static int *g;
static int zero;
static void f(int n) { ep_assigns(&g, sizeof g); int x = n; g = n == 5 ? &x : &zero; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  g = &zero;
  for (int i = 0; i < n; i++)
    f(i);
  return *g; // bug: use-after-return
}
