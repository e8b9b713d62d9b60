#include <assert.h>
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);
void reach_error(void) { assert(0); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
int main(void) {
  signed char a[4];
  for (int i = 0; i < 4; i++) a[i] = __VERIFIER_nondet_char();
  for (int i = 1; i < 4; i++) {
    signed char v = a[i];
    int j = i;
    while (j > 1 && a[j - 1] > v) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = v;
  }
  for (int i = 0; i + 1 < 4; i++) __VERIFIER_assert(a[i] <= a[i + 1]);
}
