// The old value is that of the beginning, not that of the clause.
// expect: violated
#include <everypath.h>
extern int __VERIFIER_nondet_int(void);
static int total;
static void add(int n) {
  ep_requires(n >= 0 && n < 100);
  ep_assigns(&total, sizeof total);
  ep_ensures(total == ep_old(total) + n); // bug: assertion-failure
  total += n == 42 ? 41 : n;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n >= 100) return 0;
  add(1);
  add(n);
}
