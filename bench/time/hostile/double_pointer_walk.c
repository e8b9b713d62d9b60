// time: terminates
// because: pp moves p
void f(unsigned char n) {
  char b[300];
  char *p = b, **pp = &p;
  while (*pp < b + n) ++*pp;
}
