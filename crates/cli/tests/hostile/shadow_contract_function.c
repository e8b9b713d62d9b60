// A function pointer that a contract names is another one behind the call.
// expect: violated
#include <everypath.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*g)(void) = one;
static void f(int n) { ep_assigns(&g, sizeof g); if (n == 6) g = two; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    f(i);
  assert(g() == 1); // bug: assertion-failure
}
