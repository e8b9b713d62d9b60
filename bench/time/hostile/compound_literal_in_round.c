// time: terminates
// because: each round has a new one
void f(unsigned char n) {
  for (unsigned char i = 0; i < n; i++) {
    int *p = (int[]){i, n};
    if (p[0] > p[1]) i = 0;
  }
}
