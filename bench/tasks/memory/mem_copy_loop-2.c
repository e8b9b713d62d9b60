#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) {
  if (!cond) abort();
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 0 && n <= 10);
  int a[10], b[10];
  for (int i = 0; i < 10; i++) a[i] = i;
  for (int i = 0; i < n; i++) b[i] = a[i + 1];
  return n > 0 ? b[n - 1] : 0;
}
