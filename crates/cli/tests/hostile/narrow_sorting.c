// A sorting network with a comparator missing.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int a[4];
static void put(int i, int j) {
  if (a[i] > a[j]) { int t = a[i]; a[i] = a[j]; a[j] = t; }
}
int main(void) {
  for (int i = 0; i < 4; i++) a[i] = __VERIFIER_nondet_int();
  put(0, 1); put(2, 3); put(0, 2); put(1, 3);
  for (int i = 0; i < 3; i++) assert(a[i] <= a[i + 1]); // bug: assertion-failure
}
