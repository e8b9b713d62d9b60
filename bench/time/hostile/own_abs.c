// time: forever
// because: this abs turns the sign of all
int abs(int x) { return -x; }
void f(signed char n) {
  int i = n;
  while (i > 0) i = abs(abs(i));
}
