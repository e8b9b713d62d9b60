// time: terminates
// because: x comes down to INT_MIN
void f(int x) {
  while (x > -2147483647 - 1) x--;
}
