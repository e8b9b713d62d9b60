// time: forever
// because: a tenth is none: ten of them are not 1
void f(unsigned char n) {
  for (double x = n; x != 0; x -= 0.1)
    if (x < -1000000) break;
    else if (x < -10) x = n;
}
