extern char __VERIFIER_nondet_char(void);
static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n == 40 ? n + 1 : n - 1); }
int main(void) {
  signed char n = __VERIFIER_nondet_char();
  if (n < 0) n = (signed char)~n;
  return even(n);
}
