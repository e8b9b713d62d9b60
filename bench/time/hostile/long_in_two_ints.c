// time: terminates
// because: the high int is 0 at last
void f(unsigned char n) {
  unsigned long l = (unsigned long)n << 32 | 3;
  unsigned *w = (unsigned *)&l;
  while (w[1]) w[1]--;
  while (l) l--;
}
