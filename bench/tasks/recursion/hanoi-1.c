#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
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
static unsigned moves;
static void hanoi(unsigned n, int a, int b, int c) {
  if (n == 0) return;
  hanoi(n - 1, a, c, b);
  moves++;
  hanoi(n - 1, c, b, a);
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar();
  assume_abort_if_not(n <= 4);
  hanoi(n, 0, 1, 2);
  __VERIFIER_assert(moves == (1u << n) - 1);
}
