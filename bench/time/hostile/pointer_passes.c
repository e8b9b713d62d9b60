// time: terminates
// because: p < end stops at an odd end too
void f(unsigned char n) {
  unsigned char a[64] = {0};
  unsigned char *p, *end = a + (n & 31);
  for (p = a; p < end; p += 2)
    ;
}
