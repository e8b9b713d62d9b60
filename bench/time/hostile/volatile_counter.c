// time: terminates
// because: v is a local
void f(unsigned char n) {
  volatile unsigned char v = n;
  while (v) v--;
}
