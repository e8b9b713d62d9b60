extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "depth-2.c", 1, "reach_error"); }
// The depth of a heap of children: 2i + 1 and 2i + 2.
static int depth(int i, int n) {
  if (i >= n) return 0;
  int left = depth(2 * i + 1, n), right = depth(2 * i + 2, n);
  return 1 + (left < right ? left : right);
}
int main(void) {
  int n = __VERIFIER_nondet_uchar() % 16, d = depth(0, n);
  int least = 0;
  while ((1 << least) <= n) least++;
  if (d != least) reach_error();
  return 0;
}
