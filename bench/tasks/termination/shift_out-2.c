extern long __VERIFIER_nondet_long(void);
int main(void) {
  long x = __VERIFIER_nondet_long();
  unsigned ones = 0;
  while (x != 0) {
    ones += x & 1;
    x >>= 1;
  }
  return ones;
}
