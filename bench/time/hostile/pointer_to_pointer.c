// time: terminates
// because: the second one is let down where the first ends
void f(unsigned char n, unsigned char m) {
  unsigned char *p = &n, *q = &m, **pp = &p;
  while (**pp) {
    --**pp;
    if (!n) pp = &q;
  }
}
