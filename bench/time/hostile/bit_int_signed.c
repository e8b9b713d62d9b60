// time: terminates
// because: 15 + 1 is -16
void f(unsigned char n) {
  _BitInt(5) i = 0;
  while (i >= 0) i += 1;
}
