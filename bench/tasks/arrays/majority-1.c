extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "majority-1.c", 1, "reach_error"); }
// Boyer and Moore's vote: a value that more than half have is found.
int main(void) {
  unsigned char v[7], candidate = 0;
  int votes = 0, count = 0;
  for (int i = 0; i < 7; i++) {
    v[i] = __VERIFIER_nondet_uchar() % 4;
    if (votes == 0) { candidate = v[i]; votes = 1; }
    else if (v[i] == candidate) votes++;
    else votes--;
  }
  unsigned char any = __VERIFIER_nondet_uchar() % 4;
  for (int i = 0; i < 7; i++) count += v[i] == any;
  if (count > 3 && any != candidate) reach_error();
  return 0;
}
