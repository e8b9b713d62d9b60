#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) {
  if (!cond) abort();
}
int main(void) {
  char b[16];
  for (int i = 0; i < 16; i++) b[i] = 0;
  int k = __VERIFIER_nondet_int();
  assume_abort_if_not(k >= 0 && k <= 13);
  int v;
  memcpy(&v, b + k, 4);
  return v;
}
