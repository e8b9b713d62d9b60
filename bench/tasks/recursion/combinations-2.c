extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "combinations-2.c", 1, "reach_error"); }
static int choose(int n, int k) {
  if (k == 0 || k == n) return n == 5 && k == 5 ? 2 : 1;
  return choose(n - 1, k - 1) + choose(n - 1, k);
}
int main(void) {
  int n = __VERIFIER_nondet_uchar() % 7, k = __VERIFIER_nondet_uchar() % 7;
  if (k > n) return 0;
  if (choose(n, k) != choose(n, n - k)) reach_error();
  return 0;
}
