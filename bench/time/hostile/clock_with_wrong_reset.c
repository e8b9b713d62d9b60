// time: forever
// because: n == 2: the low wheel sets the high one back
void f(unsigned char n) {
  unsigned char a = 3, b = 3;
  while (a | b) {
    if (b) b--;
    else { a--; b = 3; }
    if (a == 1 && n == 2) a = 2;
  }
}
