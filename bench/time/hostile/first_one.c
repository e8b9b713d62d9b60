// time: forever
// because: x == 0: the mask becomes 0
void f(unsigned x) {
  unsigned m = 1;
  while (!(x & m)) m <<= 1;
}
