// time: terminates
// because: eight halves, bit by bit
void f(unsigned char n) {
  _Complex double z = n;
  while (__real__ z > 1) z /= 2;
}
