// time: terminates
// because: the least is one round, whatever n is
void f(unsigned char n, unsigned char k) {
  unsigned char a[4] = {3, 1, 2, 9};
  for (unsigned char i = 0; i < n; i++) {
    if (a[i & 3] == (k & 7)) break;
  }
}
