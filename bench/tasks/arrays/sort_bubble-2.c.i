# 0 "/work/h2/bench/tasks/arrays/sort_bubble-2.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "/work/h2/bench/tasks/arrays/sort_bubble-2.c"
extern char __VERIFIER_nondet_char(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "sort_bubble-2.c", 1, "reach_error"); }
int main(void) {
  signed char a[5];
  for (int i = 0; i < 5; i++) a[i] = __VERIFIER_nondet_char();
  for (int i = 0; i < 5; i++)
    for (int j = 0; j + 2 < 5 - i; j++)
      if (a[j] > a[j + 1]) {
        signed char t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
  for (int i = 0; i < 4; i++)
    if (a[i] > a[i + 1]) reach_error();
  return 0;
}
