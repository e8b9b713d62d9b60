extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  int digits = 0;
  do { digits++; n = (n + 9) / 10; } while (n != 0);
  return digits;
}
