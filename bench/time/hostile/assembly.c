// time: forever
// because: an empty text does nothing: n > 0
void f(unsigned char n) {
  while (n) __asm__ volatile("" : "+r"(n));
}
