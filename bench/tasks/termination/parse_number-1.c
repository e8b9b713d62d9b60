extern char __VERIFIER_nondet_char(void);
// Reads digits until one comes that is none, at most ten.
int main(void) {
  int value = 0, length = 0;
  for (;;) {
    char c = __VERIFIER_nondet_char();
    if (c < '0' || c > '9') break;
    value = value * 10 + (c - '0');
    if (++length == 9) break;
  }
  return value & 1;
}
