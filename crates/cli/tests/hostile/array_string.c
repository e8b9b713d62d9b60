// A zero inside of the string.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char s[200];
  int n = __VERIFIER_nondet_int();
  if (n < 5 || n > 199)
    return 0;
  for (int i = 0; i < n; i++)
    s[i] = i == 5 ? 0 : 'x';
  s[n] = 0;
  int k = 0;
  while (s[k])
    k++;
  assert(k == n); // bug: assertion-failure
  return 0;
}
