extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "prefix_sums-2.c", 1, "reach_error"); }
int main(void) {
  int a[8], sums[9];
  sums[0] = 0;
  for (int i = 0; i < 8; i++) {
    a[i] = __VERIFIER_nondet_uchar();
    sums[i + 1] = sums[i] + a[i];
  }
  int from = __VERIFIER_nondet_uchar() % 8, to = __VERIFIER_nondet_uchar() % 9;
  if (from > to) return 0;
  int direct = 0;
  for (int i = from; i < to; i++) direct += a[i];
  if (sums[to] - sums[from + (to > 6 && from < to)] != direct) reach_error();
  return 0;
}
