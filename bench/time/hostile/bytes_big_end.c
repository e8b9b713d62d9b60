// time: forever
// because: b[3] is the high byte: n stays above 255 for an n above that
void f(unsigned n) {
  unsigned char *b = (unsigned char *)&n;
  while (n) b[0]--;
}
