// time: terminates
// because: the low half borrows: 2^32 rounds and more
void f(unsigned char n) {
  unsigned long l = (unsigned long)(n & 1) << 32;
  while ((unsigned)(l >> 32)) l--;
}
