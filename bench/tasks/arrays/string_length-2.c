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
  char s[6];
  for (int i = 0; i < 5; i++) s[i] = __VERIFIER_nondet_char();
  s[5] = 0;
  int n = 0;
  while (s[n]) n++;
  __VERIFIER_assert(n <= 4);
  __VERIFIER_assert(s[n] == 0);
}
