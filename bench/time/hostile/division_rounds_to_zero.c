// time: terminates
// because: n / 2 is 0 for -1
void f(int n) {
  while (n < 0) n /= 2;
}
