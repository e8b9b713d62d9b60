// time: terminates
// because: each round has its own
void f(unsigned char n) {
  unsigned char *p = 0;
  while (n) {
    unsigned char x = n - 1;
    p = &x;
    n = *p;
  }
}
