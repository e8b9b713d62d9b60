// A result in memory: it may be written, and is what the clause reads.
// expect: violated
#include <everypath.h>
extern int __VERIFIER_nondet_int(void);
struct pair { long a, b, c; };
static struct pair make(long n) {
  ep_ensures(ep_result(struct pair).b == n); // bug: assertion-failure
  struct pair p = {1, n == 3 ? 4 : n, 2};
  return p;
}
int main(void) { make(__VERIFIER_nondet_int()); }
