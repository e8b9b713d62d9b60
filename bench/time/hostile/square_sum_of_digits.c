// time: forever
// because: 4 16 37 58 89 145 42 20 4
void f(unsigned char n) {
  while (n > 1) {
    unsigned char s = 0;
    for (unsigned char m = n; m; m /= 10) s += (m % 10) * (m % 10);
    n = s;
  }
}
