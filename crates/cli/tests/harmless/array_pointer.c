// A pointer goes over the array.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned char a[300];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 300)
    return 0;
  for (unsigned char *p = a; p < a + n; p++)
    *p = 7;
  for (int i = 0; i < n; i++)
    assert(a[i] == 7);
  return 0;
}
