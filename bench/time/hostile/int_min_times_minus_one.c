// time: forever
// because: INT_MIN is its own negative: x stays below 0
void f(int x) {
  while (x < 0) x = -x;
}
