// time: forever
// because: y > INT_MAX
void f(int x, long y) {
  while (x < y) x++;
}
