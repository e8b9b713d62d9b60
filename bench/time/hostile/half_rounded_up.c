// time: forever
// because: stays at 1 for x > 0 but INT_MAX
void f(int x) {
  while (x) x = (x + 1) >> 1;
}
