// time: terminates
// because: 8 rounds bring it back
void f(unsigned char n) {
  unsigned char x = n;
  unsigned k = 0;
  do {
    x = (unsigned char)(x << 1 | x >> 7);
    k++;
  } while (x != n || k & 7);
}
