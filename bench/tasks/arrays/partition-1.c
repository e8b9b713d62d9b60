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
  signed char a[5];
  for (int i = 0; i < 5; i++) a[i] = __VERIFIER_nondet_char();
  int k = 0;
  for (int i = 0; i < 5; i++)
    if (a[i] < 0) {
      signed char t = a[k];
      a[k] = a[i];
      a[i] = t;
      k++;
    }
  for (int i = 0; i < 5; i++) __VERIFIER_assert((a[i] < 0) == (i < k));
}
