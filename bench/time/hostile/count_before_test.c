// time: terminates
// because: 256 rounds for n == 0
void f(unsigned char n) {
  unsigned char k = 0;
  while (--n) k++;
}
