// time: terminates
// because: p[-2] goes up to p[-1]
void f(signed char n) {
  int a[3];
  a[0] = 0;
  a[1] = n;
  a[2] = 5;
  int *p = a + 2;
  while (p[-2] < p[-1]) {
    p[-2]++;
    *p = p[-2];
  }
}
