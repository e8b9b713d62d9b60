// time: terminates
// because: n > 100: n goes up with i until it wraps to 0
void f(unsigned n) {
  unsigned i = 0;
  unsigned *p = &i, *q = n > 100 ? &n : &i;
  while (i < n) {
    (*p)++;
    if (q == &n) (*q)++;
  }
}
