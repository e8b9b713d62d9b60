// time: forever
// because: 0 and 1 times 1 do not grow
void f(unsigned n) {
  unsigned c = n & 1;
  while (!__builtin_mul_overflow(c, c, &c))
    ;
}
