#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) { assert(0); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
void assume_abort_if_not(int cond) {
  if (!cond) abort();
}
int main(void) {
  int m[3][3], t[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) m[i][j] = __VERIFIER_nondet_int();
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) t[j][i] = m[i][j];
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  assume_abort_if_not(i < 3 && j < 3);
  __VERIFIER_assert(t[i][j] == m[j][i]);
}
