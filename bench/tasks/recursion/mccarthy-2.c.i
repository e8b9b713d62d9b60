# 0 "/work/h2/bench/tasks/recursion/mccarthy-2.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "/work/h2/bench/tasks/recursion/mccarthy-2.c"
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "mccarthy-2.c", 1, "reach_error"); }

static int f(int n) {
  return n > 100 ? n - (n == 101 ? 9 : 10) : f(f(n + 11));
}
int main(void) {
  int n = __VERIFIER_nondet_uchar() % 102;
  if (f(n) != 91) reach_error();
  return 0;
}
