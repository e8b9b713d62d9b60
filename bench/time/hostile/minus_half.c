// time: terminates
// because: 32 rounds at most
void f(int x) {
  while (x) x = -x / 2;
}
