// time: terminates
// because: x / 3 rounds to 0: -2 is enough
void f(int x) {
  while (x / 3 < 0) x++;
}
