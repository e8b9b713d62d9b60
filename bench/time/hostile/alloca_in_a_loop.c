// time: terminates
// because: n blocks
void f(unsigned char n) {
  unsigned char *last = 0;
  for (unsigned char i = 0; i < (n & 15); i++) {
    unsigned char *p = __builtin_alloca(1);
    *p = last ? *last + 1 : 0;
    last = p;
  }
  while (last && *last) --*last;
}
