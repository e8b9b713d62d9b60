// time: forever
// because: n == 200: the copy that comes back has the flag
struct big { unsigned char a[40]; };
static struct big step(struct big x) {
  if (x.a[3] == 200) x.a[39] = 0;
  else x.a[39]++;
  return x;
}
void f(unsigned char n) {
  struct big x = {{0}};
  x.a[3] = n;
  while (x.a[39] < 10) x = step(x);
}
