// time: terminates
// because: of 2 and 3 at most
static unsigned ack(unsigned m, unsigned n) {
  if (m == 0) return n + 1;
  if (n == 0) return ack(m - 1, 1);
  return ack(m - 1, ack(m, n - 1));
}
void f(unsigned char m, unsigned char n) { ack(m & 1, n & 7); }
