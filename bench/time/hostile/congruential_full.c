// time: terminates
// because: x * 5 + 3 goes through all of 256
void f(unsigned char n) {
  unsigned char x = 0;
  while (x != n) x = x * 5 + 3;
}
