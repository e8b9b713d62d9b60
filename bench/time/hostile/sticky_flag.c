// time: forever
// because: a flag that is set once n passed 128
void f(unsigned char n) {
  unsigned char flag = 0;
  while (n != 0 || flag) {
    if (n == 128) flag = 1;
    n = n ? n - 1 : 0;
  }
}
