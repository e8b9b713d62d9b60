// time: forever
// because: the builtin for int never says so: n is a byte
void f(unsigned char n) {
  int c = n;
  while (!__builtin_add_overflow(c & 255, 7, &c))
    ;
}
