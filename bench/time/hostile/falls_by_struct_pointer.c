// time: terminates
// because: through the pointer it is itself
struct s { unsigned char n, m; };
void f(unsigned char n) {
  struct s a = {n, 2}, *p = &a;
  while (p->n) {
    p->m--;
    if (p->m == 0) { p->n--; p->m = 2; }
  }
}
