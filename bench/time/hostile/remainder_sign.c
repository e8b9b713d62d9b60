// time: terminates
// because: the wrap to the positive numbers ends it
void f(int n) {
  while (n % 2 != 1 && n < 0) n -= 2;
}
