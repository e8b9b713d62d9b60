// time: terminates
// flags: --overflow assume
// because: i + 2 does not overflow, so it passes n
void f(int n) {
  for (int i = 0; i < n; i += 2)
    ;
}
