// A truth value that is compared with zero and read again.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1, y = 1;
  x = x > 1;
  assert(x == 0);
  x = x < y;
  assert(x == 1);
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int less = a < b, other = !less, same = 0;
  if (less == 0)
    same = less;
  else
    same = less - 1;
  assert(same == 0 && less + other == 1);
  int both = !(a < b) & !(b < a);
  assert(both == (a == b));
  for (int i = 0, odd = 0; i < 3; i++) {
    odd = odd == 0;
    assert(odd == (i + 1) % 2);
  }
}
