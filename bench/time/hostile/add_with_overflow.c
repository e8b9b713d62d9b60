// time: terminates
// because: the builtin says when it wraps
void f(unsigned char n) {
  unsigned char c = n;
  while (!__builtin_add_overflow(c, (unsigned char)7, &c))
    ;
}
