// time: forever
// because: -2 / 2 - 1 is -2
void f(int n) {
  while (n < -1 || n > 0) n = n / 2 - 1;
}
