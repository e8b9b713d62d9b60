// time: forever
// because: step() is 0 for 200
static unsigned char step(unsigned char n) { return n > 199 ? n - 200 : 1; }
void f(unsigned char n) {
  unsigned char s = step(n);
  for (unsigned char i = 0; i < 100; i += s)
    ;
}
