// time: forever
// flags: --may-alias
// because: p == q
void f(unsigned char *p, unsigned char *q) {
  while (*p) {
    (*p)--;
    *q = 1;
  }
}
