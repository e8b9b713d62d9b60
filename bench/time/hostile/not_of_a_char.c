// time: forever
// because: ~x is -1 - x, never 0
void f(unsigned char x) {
  while (~x) x++;
}
