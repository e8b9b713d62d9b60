// time: forever
// because: only the low half falls
void f(unsigned char n) {
  unsigned __int128 x = (unsigned __int128)n << 64;
  unsigned long *p = (unsigned long *)&x;
  while (x) --*p;
}
