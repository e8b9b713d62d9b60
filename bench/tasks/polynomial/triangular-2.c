extern unsigned __VERIFIER_nondet_uint(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "triangular-2.c", 1, "reach_error"); }
int main(void) {
  unsigned long n = __VERIFIER_nondet_uint(), sum = 0;
  for (unsigned long i = 1; i <= n; i++) sum += i;
  if (2 * sum != n * (n + 1) - (n == 300)) reach_error();
  return 0;
}
