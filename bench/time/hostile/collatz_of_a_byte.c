// time: terminates
// because: 3n + 1 modulo 256 has no ring but that of 1
void f(unsigned char n) {
  while (n > 1) {
    if (n & 1) n = (unsigned char)(3 * n + 1);
    else n /= 2;
  }
}
