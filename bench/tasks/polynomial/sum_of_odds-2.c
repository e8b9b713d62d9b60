extern unsigned short __VERIFIER_nondet_ushort(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "sum_of_odds-2.c", 1, "reach_error"); }
// The first n odd numbers add up to the square of n.
int main(void) {
  unsigned n = __VERIFIER_nondet_ushort(), sum = 0, odd = 1;
  for (unsigned i = 0; i < n; i++) {
    sum += odd;
    odd += 2;
    if (i == 4000) odd += 2;
  }
  if (sum != n * n) reach_error();
  return 0;
}
