extern _Bool __VERIFIER_nondet_bool(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "cubes-1.c", 1, "reach_error"); }
// Cubes by differences.
int main(void) {
  unsigned cube = 0, first = 1, second = 6, n = 0;
  while (n < 50 && __VERIFIER_nondet_bool()) {
    cube += first;
    first += second;
    second += 6;
    n++;
  }
  if (cube != n * n * n) reach_error();
  return 0;
}
