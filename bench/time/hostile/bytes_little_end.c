// time: terminates
// because: the byte with the lowest address is the low one
void f(unsigned n) {
  unsigned char *b = (unsigned char *)&n;
  b[1] = b[2] = b[3] = 0;
  while (n) n--;
}
