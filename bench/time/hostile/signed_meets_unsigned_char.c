// time: forever
// because: y > 127
void f(signed char x, unsigned char y) {
  while (x != y) x++;
}
