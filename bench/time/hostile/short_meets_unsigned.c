// time: forever
// because: n > 65535
void f(unsigned n) {
  unsigned short s = 0;
  while (s != n) s++;
}
