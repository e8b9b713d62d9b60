// time: terminates
// because: every address is true
void f(unsigned char n) {
  _Bool b = (_Bool)&n;
  while (b) {
    b = n;
    if (n) n--;
  }
}
