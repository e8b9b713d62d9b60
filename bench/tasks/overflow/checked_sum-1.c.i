# 0 "/work/h2/bench/tasks/overflow/checked_sum-1.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "/work/h2/bench/tasks/overflow/checked_sum-1.c"
extern int __VERIFIER_nondet_int(void);

static int add(int a, int b) {
  if (b > 0 && a > 2147483647 - b) return 2147483647;
  if (b < 0 && a < -2147483647 - 1 - b) return -2147483647 - 1;
  return a + b;
}
int main(void) {
  int total = 0;
  for (int i = 0; i < 3; i++) total = add(total, __VERIFIER_nondet_int());
  return total == 1;
}
