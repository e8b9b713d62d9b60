// time: terminates
// because: a clock of three wheels
void f(unsigned char n) {
  unsigned char a = n & 3, b = 3, c = 3;
  while (a | b | c) {
    if (c) c--;
    else if (b) { b--; c = 3; }
    else { a--; b = 3; c = 3; }
  }
}
