// A variable that a contract names is left without a value.
// expect: violated
extern int __VERIFIER_nondet_int(void);
#include <everypath.h>
int g;
static void f(int n) { ep_assigns(&g, sizeof g); int u; if (n == 5) g = u; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) f(i);
  if (g == 5) return 1; // bug: uninitialised-read
  return 0;
}
