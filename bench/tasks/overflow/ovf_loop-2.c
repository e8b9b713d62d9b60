extern short __VERIFIER_nondet_short(void);
int main(void) {
  int s = 0;
  for (int i = 0; i < 20; i++) {
    int v = __VERIFIER_nondet_short();
    s += v * 4000;
  }
  return s == 0;
}
