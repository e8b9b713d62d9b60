extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "mccarthy-1.c", 1, "reach_error"); }
// McCarthy's function: 91 for all numbers up to 101.
static int f(int n) {
  return n > 100 ? n - 10 : f(f(n + 11));
}
int main(void) {
  int n = __VERIFIER_nondet_uchar() % 102;
  if (f(n) != 91) reach_error();
  return 0;
}
