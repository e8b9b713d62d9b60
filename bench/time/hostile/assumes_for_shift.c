// time: terminates
// flags: --overflow assume
// because: 1 << 31 leaves the positive numbers
void f(int n) {
  for (int i = 1; i > 0 && i < n; i *= 2)
    ;
}
