#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "bank-1.c", 1, "reach_error"); }
// Accounts in one block; money moves and does not appear.
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() % 4 + 1;
  unsigned *account = malloc(n * sizeof *account);
  for (unsigned i = 0; i < n; i++) account[i] = 100;
  for (int step = 0; step < 4; step++) {
    unsigned from = __VERIFIER_nondet_uchar() % n, to = __VERIFIER_nondet_uchar() % n;
    unsigned amount = __VERIFIER_nondet_uchar();
    if (amount > account[from]) continue;
    account[from] -= amount;
    account[to] += amount;
  }
  unsigned total = 0;
  for (unsigned i = 0; i < n; i++) total += account[i];
  if (total != 100 * n) reach_error();
  free(account);
  return 0;
}
