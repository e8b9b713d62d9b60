# 0 "/work/h2/bench/tasks/termination/gcd_subtract-1.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "/work/h2/bench/tasks/termination/gcd_subtract-1.c"
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a <= 0 || b <= 0) return 1;
  while (a != b) {
    if (a > b) a -= b;
    else b -= a;
  }
  return 0;
}
