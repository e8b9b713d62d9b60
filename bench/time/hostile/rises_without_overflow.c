// time: terminates
// flags: --overflow assume
// because: every run from x >= 0 overflows
void f(int x) {
  while (x >= 0) x++;
}
