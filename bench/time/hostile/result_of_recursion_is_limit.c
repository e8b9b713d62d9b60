// time: terminates
// because: the sum of the numbers to n, cut to a byte
static unsigned char sum(unsigned char n) { return n ? (unsigned char)(n + sum(n - 1)) : 0; }
void f(unsigned char n) {
  for (unsigned char i = 0; i < sum(n & 31); i++)
    ;
}
