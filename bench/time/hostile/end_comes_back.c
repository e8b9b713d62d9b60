// time: forever
// because: the end is moved on by the walk within 16 bytes, then back
void f(unsigned char n) {
  char b[16] = {0};
  unsigned i = 0;
  b[0] = 'a';
  while (b[i & 15]) {
    b[(i + 1) & 15] = 'a';
    i++;
    if (i == n) b[(i + 1) & 15] = 0;
  }
}
