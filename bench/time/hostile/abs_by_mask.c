// time: forever
// because: the mask trick keeps -128 negative in a byte
void f(signed char x) {
  do {
    signed char m = x >> 7;
    x = (signed char)((x ^ m) - m);
  } while (x < 0);
}
