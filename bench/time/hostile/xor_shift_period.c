// time: terminates
// because: the period of this generator is 255, and 0 leaves at once
void f(unsigned char n) {
  unsigned char x = n;
  if (!n) return;
  do {
    x ^= (unsigned char)(x << 1);
    x ^= x >> 1;
    x ^= (unsigned char)(x << 2);
  } while (x != n);
}
