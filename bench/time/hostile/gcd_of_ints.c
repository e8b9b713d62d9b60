// time: terminates
// because: the remainder is nearer to 0
void f(int x, int y) {
  while (y) {
    int t = x % y;
    x = y;
    y = t;
  }
}
