// time: forever
// because: every odd x
void f(int x) {
  while (x % 2 != 0) x += 2;
}
