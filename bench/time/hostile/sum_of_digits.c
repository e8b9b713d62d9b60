// time: terminates
// because: a digit sum falls while there are two digits
void f(unsigned short n) {
  while (n > 9) {
    unsigned short s = 0;
    for (unsigned short m = n; m; m /= 10) s += m % 10;
    n = s;
  }
}
