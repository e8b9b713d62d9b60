// time: forever
// because: -1 % 4 is -1: the index never is 3
void f(signed char n) {
  int i = n < 0 ? 0 : 3;
  while (i != 3) i = (i - 1) % 4;
}
