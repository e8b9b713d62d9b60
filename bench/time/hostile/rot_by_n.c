// time: forever
// because: a rotation by 4 comes back without bit 0, never by one of 1
void f(unsigned char x, unsigned char k) {
  if (!x) return;
  k &= 7;
  while (!(x & 1)) x = (unsigned char)(x << k | x >> (8 - k));
}
