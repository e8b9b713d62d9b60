// time: unknown
// flags: --strict
// because: a[n] is outside for n > 3
void f(unsigned char n) {
  int a[4] = {1, 1, 1, 0};
  int i = n;
  while (a[i]) i++;
}
