extern long __VERIFIER_nondet_long(void);
// Seconds since midnight, with a long of 32 bits.
static long seconds(long hours, long minutes, long s) {
  return hours * 3600 + minutes * 60 + s;
}
int main(void) {
  long h = __VERIFIER_nondet_long(), m = __VERIFIER_nondet_long(), s = __VERIFIER_nondet_long();
  if (h < 0 || m < 0 || m > 59 || s < 0 || s > 60) return 1;
  return seconds(h, m, s) < 0;
}
