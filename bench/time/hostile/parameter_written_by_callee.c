// time: terminates
// because: the callee has a copy of the pointer, not of the value
static void less(unsigned char *p) { unsigned char *q = p; p = 0; --*q; }
void f(unsigned char n) {
  while (n) less(&n);
}
