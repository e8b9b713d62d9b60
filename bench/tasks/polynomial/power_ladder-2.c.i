# 0 "/work/h2/bench/tasks/polynomial/power_ladder-2.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "/work/h2/bench/tasks/polynomial/power_ladder-2.c"
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "power_ladder-2.c", 1, "reach_error"); }

int main(void) {
  unsigned base = __VERIFIER_nondet_uchar() % 8, e = __VERIFIER_nondet_uchar() % 10;
  unsigned fast = 1, slow = 1, b = base;
  for (unsigned k = e; k > 0; k >>= 1) {
    if (k & 1) fast *= b;
    b = k == 8 ? b * b + 1 : b * b;
  }
  for (unsigned i = 0; i < e; i++) slow *= base;
  if (fast != slow) reach_error();
  return 0;
}
