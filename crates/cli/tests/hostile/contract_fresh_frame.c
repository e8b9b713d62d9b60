// Memory that was passed changes beyond what the frame names.
// expect: violated
#include <everypath.h>
extern int __VERIFIER_nondet_int(void);
static void clear(unsigned char *p, unsigned n) {
  ep_requires(n >= 1 && n <= 4);
  ep_requires(ep_fresh(p, 8));
  ep_assigns(p, n);
  for (unsigned i = 0; i <= n; i++) p[i] = 0;
} // bug: assertion-failure
int main(void) {
  unsigned char b[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  unsigned n = (unsigned)__VERIFIER_nondet_int();
  if (n >= 1 && n <= 4) clear(b, n);
  return b[7];
}
