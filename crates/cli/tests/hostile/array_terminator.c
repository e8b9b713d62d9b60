// The terminator is missing.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char s[16];
  int n = __VERIFIER_nondet_int();
  if (n < 5 || n > 16)
    return 0;
  for (int i = 0; i < n; i++)
    s[i] = 'x';
  if (n < 16)
    s[n] = 0;
  int k = 0;
  while (s[k]) // bug: out-of-bounds-read
    k++;
  return k;
  return 0;
}
