// time: terminates
// because: 32 rounds at most
void f(unsigned x) {
  unsigned m = 1;
  while (m && !(x & m)) m <<= 1;
}
