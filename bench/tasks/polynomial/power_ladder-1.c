extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "power_ladder-1.c", 1, "reach_error"); }
// Powers by squaring, against one by one.
int main(void) {
  unsigned base = __VERIFIER_nondet_uchar() % 8, e = __VERIFIER_nondet_uchar() % 10;
  unsigned fast = 1, slow = 1, b = base;
  for (unsigned k = e; k > 0; k >>= 1) {
    if (k & 1) fast *= b;
    b *= b;
  }
  for (unsigned i = 0; i < e; i++) slow *= base;
  if (fast != slow) reach_error();
  return 0;
}
