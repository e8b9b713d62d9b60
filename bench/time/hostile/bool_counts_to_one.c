// time: forever
// because: a _Bool never reaches 2 and stays 1
void f(unsigned char n) {
  _Bool b = n;
  while (b < 2 && n) b++;
}
