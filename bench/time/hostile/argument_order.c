// time: terminates
// because: both arguments are made before the call
static unsigned char min(unsigned char a, unsigned char b) { return a < b ? a : b; }
void f(unsigned char n) {
  unsigned char i = n;
  while (i) i = min(i - 1, i);
}
