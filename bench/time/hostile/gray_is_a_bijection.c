// time: forever
// because: x ^ x >> 1 is 0 only for 0
void f(unsigned char x) {
  while (x) x ^= x >> 1;
}
