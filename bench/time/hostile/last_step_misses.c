// time: forever
// because: only n == 65535 has no i above it: 3 is odd, so i meets every number
void f(unsigned short n) {
  unsigned short i = 0;
  while (i <= n) i += 3;
}
