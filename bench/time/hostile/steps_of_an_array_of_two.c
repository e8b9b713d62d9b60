// time: forever
// because: n == 2: one element counts up what the other takes off
void f(unsigned char n) {
  signed char d[2] = {-1, n == 2 ? 1 : -1};
  unsigned char x = 10, i = 0;
  while (x) {
    x += d[i & 1];
    i++;
  }
}
