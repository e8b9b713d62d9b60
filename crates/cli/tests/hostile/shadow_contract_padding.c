// A structure with bytes that were never set goes through a contract.
// expect: violated
#include <everypath.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
union u { struct { char c; char d; int i; } s; char b[8]; };
static void f(union u *p, int n) {
  ep_requires(ep_fresh(p, sizeof *p));
  ep_assigns(p, sizeof *p);
  if (n == 5) {
    union u v;
    v.s.c = 1;
    v.s.i = 2;
    memcpy(p, &v, sizeof v);
  }
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  union u x;
  memset(&x, 0, sizeof x);
  for (int i = 0; i < n; i++) f(&x, i);
  if (x.b[1] == 5) return 1; // bug: uninitialised-read
  return 0;
}
