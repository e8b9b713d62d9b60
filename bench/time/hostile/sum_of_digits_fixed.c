// time: forever
// because: a digit sum of one digit is itself
void f(unsigned char n) {
  while (n > 7) {
    unsigned char s = 0;
    for (unsigned char m = n; m; m /= 10) s += m % 10;
    n = s;
  }
}
