// time: forever
// because: the pointer is read as a number of bytes and is not 0
union u { unsigned char *p; unsigned long n; };
void f(unsigned char n) {
  union u u;
  u.p = &n;
  while (u.n) n++;
}
