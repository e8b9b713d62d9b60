// time: terminates
// because: x is compared without sign
void f(int x, unsigned y) {
  while (x < y) x++;
}
