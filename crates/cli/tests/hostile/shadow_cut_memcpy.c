// memcpy copies bytes that were never set.
// expect: violated
extern int __VERIFIER_nondet_int(void);
#include <string.h>
int main(void) {
  int n = __VERIFIER_nondet_int(); char u[8], x[8] = {0};
  for (int i = 0; i < n; i++)
    if (i == 5) memcpy(x, u, 8);
  if (x[3] == 5) return 1; // bug: uninitialised-read
  return 0;
}
