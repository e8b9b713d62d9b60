extern short __VERIFIER_nondet_short(void);
// The mean of readings, kept as a running value.
int main(void) {
  int mean = 0;
  for (int i = 1; i <= 10; i++) {
    int reading = __VERIFIER_nondet_short();
    mean += (reading - mean) / i;
  }
  return mean > 0;
}
