// time: forever
// because: n % 4 == 3
void f(unsigned char n) {
  unsigned char a[4] = {0, 0, 0, 0};
  unsigned char i;
  for (i = 0; i < 4; i++) {
    a[n & 3] = 1;
    if (a[3]) i = 0;
  }
}
