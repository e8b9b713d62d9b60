// time: terminates
// because: -1 is where it stops
void f(int n) {
  while (n < -1) n >>= 1;
}
