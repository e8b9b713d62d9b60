extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
// Three years of interest on a balance in cents.
int main(void) {
  long cents = __VERIFIER_nondet_uint();
  int percent = __VERIFIER_nondet_uchar() % 20;
  for (int year = 0; year < 3; year++) {
    cents += cents * percent / 100 * 1000000000L;
  }
  return cents < 0;
}
