// time: forever
// because: 255 is where it stays
void f(unsigned char n) {
  unsigned char x = n;
  while (x < 255 || n) x = __builtin_elementwise_add_sat(x, (unsigned char)3);
}
