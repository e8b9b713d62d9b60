// time: forever
// because: no number is below NaN
void f(unsigned char n) {
  double x = n, z = 0;
  x = (x - x) / z;
  while (!(x < 1)) x += 1;
}
