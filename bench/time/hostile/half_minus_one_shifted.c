// time: forever
// because: -2 >> 1 is -1, -1 - 1 is -2
void f(int n) {
  while (n < -2 || n > 0 || n == -2) n = (n >> 1) - 1;
}
