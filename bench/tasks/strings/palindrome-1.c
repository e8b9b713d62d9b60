extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "palindrome-1.c", 1, "reach_error"); }
static int palindrome(const char *s, int n) {
  for (int i = 0, j = n - 1; i < j; i++, j--)
    if (s[i] != s[j]) return 0;
  return 1;
}
int main(void) {
  char s[9];
  int n = __VERIFIER_nondet_uchar() % 5;
  for (int i = 0; i < n; i++) {
    s[i] = __VERIFIER_nondet_char();
    s[2 * n - 1 - i] = s[i];
  }
  if (!palindrome(s, 2 * n)) reach_error();
  return 0;
}
