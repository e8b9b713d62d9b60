// time: forever
// because: 300 is 44 in a byte; an odd difference never meets
void f(unsigned char c) {
  unsigned char limit = (unsigned char)300;
  while (c != limit) c += 2;
}
