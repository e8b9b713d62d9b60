// time: terminates
// because: 257 in a byte is 1
void f(unsigned short n) {
  unsigned char c = (unsigned char)n;
  while (c < n && c) c--;
}
