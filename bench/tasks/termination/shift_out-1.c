extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long x = __VERIFIER_nondet_ulong();
  unsigned ones = 0;
  while (x != 0) {
    ones += x & 1;
    x >>= 1;
  }
  return ones;
}
