extern _Bool __VERIFIER_nondet_bool(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "deadlines-2.c", 1, "reach_error"); }
// Work with a deadline: earliest first never misses when the load is small.
int main(void) {
  int left[2] = {0, 0}, due[2] = {0, 0};
  for (int now = 0; now < 24; now++) {
    if (now % 4 == 0) { left[0] = 1; due[0] = now + 4; }
    if (now % 6 == 0) { left[1] = 1 + __VERIFIER_nondet_bool(); due[1] = now + 6; }
    int run = -1;
    for (int i = 0; i < 2; i++)
      if (left[i] > 0 && (run < 0 || due[i] > due[run])) run = i;
    if (run >= 0) left[run]--;
    for (int i = 0; i < 2; i++)
      if (left[i] > 0 && now + 3 >= due[i]) reach_error();
  }
  return 0;
}
