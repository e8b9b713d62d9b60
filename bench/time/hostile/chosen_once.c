// time: terminates
// because: x rounds, or x / 2
static unsigned one(unsigned x) { return x - 1; }
static unsigned two(unsigned x) { return x < 2 ? 0 : x - 2; }
void f(unsigned char x, unsigned char y) {
  unsigned (*g)(unsigned) = y > 9 ? two : one;
  unsigned i = x;
  while (i) i = g(i);
}
