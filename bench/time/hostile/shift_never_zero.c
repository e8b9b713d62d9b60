// time: forever
// because: -1 >> 1 is -1
void f(int n) {
  while (n < 0) n >>= 1;
}
