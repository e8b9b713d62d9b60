extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "run_lengths-1.c", 1, "reach_error"); }
// The lengths of runs add up to the length of the text.
int main(void) {
  char text[10];
  int n = __VERIFIER_nondet_uchar() % 10;
  for (int i = 0; i < n; i++) text[i] = __VERIFIER_nondet_bool() ? 'a' : 'b';
  int total = 0, i = 0;
  while (i < n) {
    int run = 1;
    while (i + run < n && text[i + run] == text[i]) run++;
    total += run;
    i += run;
  }
  if (total != n) reach_error();
  return 0;
}
