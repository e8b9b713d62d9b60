// time: forever
// flags: --may-alias
// because: p == q: what is taken off is put back
void f(int *p, int *q) {
  while (*p > 0) {
    --*p;
    *q = 1;
  }
}
