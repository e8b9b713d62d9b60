// time: terminates
// because: a[i][j][k] is where it is
void f(unsigned char n) {
  unsigned char a[2][3][4] = {{{0}}};
  a[n & 1][2][3] = 5;
  unsigned char *p = &a[0][0][0];
  while (p[11 + 12 * (n & 1)]) a[n & 1][2][3]--;
}
