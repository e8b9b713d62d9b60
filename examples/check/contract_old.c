// What a function may change is named; the rest keeps its value over the call.
// expect: proved
#include <assert.h>
#include <everypath.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);

static unsigned calls;
static unsigned limit = 7;

static void add(unsigned *sum, unsigned char v) {
  ep_requires(ep_fresh(sum, sizeof *sum));
  ep_requires(*sum < 1000000);
  ep_assigns(sum, sizeof *sum);
  ep_assigns(&calls, sizeof calls);
  ep_ensures(*sum == ep_old(*sum) + v);
  ep_ensures(calls == ep_old(calls) + 1);
  *sum += v;
  calls++;
}

int main(void) {
  unsigned a = 1, b = 2, n = 0;
  while (__VERIFIER_nondet_bool()) {
    if (a > 10000 || b > 10000) break;
    add(&a, __VERIFIER_nondet_uchar());
    add(&b, 3);
    n += 2;
    assert(calls == n);
    assert(b >= 5 && a >= 1);
  }
  assert(limit == 7);
  return 0;
}
