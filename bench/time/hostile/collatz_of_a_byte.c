// time: forever
// because: 3n + 1 modulo 256 has another ring
void f(unsigned char n) {
  while (n > 1) {
    if (n & 1) n = (unsigned char)(3 * n + 1);
    else n /= 2;
  }
}
